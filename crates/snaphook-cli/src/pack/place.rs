//! The lock files and the store of this user.

use std::path::{Path, PathBuf};

use snaphook_packs::{
    LOCK_FILE, LockError, LockedPack, PackLock, PackPolicy, PackStore, StoreError,
};
use snaphook_settings::{Claude, Dialect, PackPlaces, pack_policies};

use super::args::LockArgs;
use crate::error::CommandError;
use crate::settings_args::SettingsArgs;
use crate::world;

/// Where packs are, for a command.
pub(super) struct PackWorld {
    pub(super) places: PackPlaces,
    pub(super) store: PackStore,
    pub(super) project: PathBuf,
}

/// A lock file and its packs.
pub(super) struct LoadedLock {
    pub(super) path: PathBuf,
    pub(super) lock: PackLock,
    pub(super) of_project: bool,
}

impl PackWorld {
    pub(super) fn new(project: Option<&Path>) -> Result<Self, CommandError> {
        let places = world::pack_places().ok_or_else(|| {
            CommandError::new("no folder for packs: neither HOME nor XDG_STATE_HOME is set")
                .help("set one of them")
        })?;
        let settings = SettingsArgs {
            project: project.map(Path::to_owned),
            ..SettingsArgs::usual()
        };
        Ok(Self {
            store: PackStore::new(&places.store),
            places,
            project: settings.project(&world::folder(None)?)?,
        })
    }

    /// The lock file that the arguments mean.
    pub(super) fn lock_path(&self, args: &LockArgs) -> Result<PathBuf, CommandError> {
        match args.user {
            false => {
                let lock = self.project.join(LOCK_FILE);
                match lock.symlink_metadata() {
                    // It could lead to the user's own, whose packs need no trust.
                    Ok(meta) if meta.is_symlink() => Err(CommandError::new(format!(
                        "{} is a symlink",
                        crate::show::style::one_line(&lock.display().to_string())
                    ))
                    .help("replace it with a file; nothing was changed")),
                    _ => Ok(lock),
                }
            }
            true => self.places.user_lock.clone().ok_or_else(|| {
                CommandError::new("no folder for the user's lock file: HOME is not set")
                    .help("set HOME or XDG_CONFIG_HOME")
            }),
        }
    }

    /// The lock files of the user and of the project, as far as they are there.
    pub(super) fn locks(&self) -> Result<Vec<LoadedLock>, CommandError> {
        let project = self.project.join(LOCK_FILE);
        let user = self
            .places
            .user_lock
            .clone()
            .filter(|user| *user != project);
        let user = user.map(|path| (path, false));
        let mut locks = Vec::new();
        for (path, of_project) in user.into_iter().chain([(project, true)]) {
            let lock = PackLock::load(&path).map_err(of_lock)?;
            locks.push(LoadedLock {
                path,
                lock,
                of_project,
            });
        }
        Ok(locks)
    }

    /// The packs of these names, or all, with their lock files.
    pub(super) fn packs(
        &self,
        names: &[String],
    ) -> Result<Vec<(LockedPack, PathBuf, bool)>, CommandError> {
        let mut packs = Vec::new();
        for one in self.locks()? {
            let of_lock = one.lock.packs.into_iter();
            packs.extend(of_lock.map(|pack| (pack, one.path.clone(), one.of_project)));
        }
        let known: Vec<String> = packs.iter().map(|(pack, ..)| pack.name.clone()).collect();
        if let Some(name) = names.iter().find(|name| !known.contains(name)) {
            return Err(unknown(name, &known));
        }
        packs.retain(|(pack, ..)| names.is_empty() || names.contains(&pack.name));
        Ok(packs)
    }

    /// What managed and user settings say of packs.
    pub(super) fn policies(&self) -> Result<Vec<PackPolicy>, CommandError> {
        let places = world::with_folders(&self.project, |folders| Claude.places(folders));
        let places = crate::policy::readable(places);
        pack_policies(&places).map_err(|error| {
            CommandError::new(format!(
                "the settings that say which packs are accepted cannot be read: {error}"
            ))
            .help("correct the file; nothing was changed")
        })
    }
}

/// The error for a name that no pack has.
pub(super) fn unknown(name: &str, known: &[String]) -> CommandError {
    let name = crate::show::style::one_line(name);
    let help = match known {
        [] => "there are no packs; `snaphook pack add SOURCE` adds one".to_owned(),
        known => format!("the packs are {}", known.join(", ")),
    };
    CommandError::new(format!("no pack is named `{name}`")).help(help)
}

pub(super) fn of_lock(error: LockError) -> CommandError {
    let help = match &error {
        LockError::Version { .. } => "use the newest snaphook",
        LockError::Io { .. } => "check who may read and write the file and its folder",
        _ => "take the last version of the file that was good, for example from Git",
    };
    CommandError::new(error.to_string()).help(help)
}

pub(super) fn of_store(error: StoreError) -> CommandError {
    let help = match &error {
        StoreError::Missing { .. } | StoreError::Changed { .. } => {
            "run `snaphook pack add --frozen`, which fetches exactly what is locked"
        }
        _ => "check who may read and write the store, and whether the disk is full",
    };
    CommandError::new(error.to_string()).help(help)
}
