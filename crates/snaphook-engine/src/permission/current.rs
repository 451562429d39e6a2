//! The permissions that hold in a session now: what settings say, then what was
//! changed while the engine runs.
//!
//! An update that was written into a settings file holds at once in every
//! session of the engine. When the settings are read again, the file speaks for
//! itself, and the update is forgotten.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use snaphook_core::hook::Scope;
use snaphook_core::input::CommonFields;
use snaphook_core::permission::{Mode, Update};
use snaphook_rules::permission::{PathBases, PermissionSource, Permissions};

use super::options::PermissionOptions;
use crate::session::Session;

/// What the engine keeps about permissions.
#[derive(Debug, Default)]
pub(crate) struct EnginePermissions {
    pub(crate) options: PermissionOptions,
    /// Written into settings files since these were read.
    written: Mutex<Vec<Arc<Update>>>,
}

impl EnginePermissions {
    pub(crate) fn new(options: PermissionOptions) -> Self {
        Self {
            options,
            written: Mutex::default(),
        }
    }

    pub(super) fn note_written(&self, update: Arc<Update>) {
        self.lock().push(update);
    }

    /// How much was written so far.
    pub(crate) fn mark(&self) -> usize {
        self.lock().len()
    }

    /// The first so many are in the settings that were read.
    pub(crate) fn forget(&self, count: usize) {
        let mut written = self.lock();
        let count = count.min(written.len());
        written.drain(..count);
    }

    fn written(&self) -> Vec<Arc<Update>> {
        self.lock().clone()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Arc<Update>>> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The updates of a session, in the order in which they came.
pub(crate) type SessionUpdates = Vec<Arc<Update>>;

/// The permissions that hold now, and the mode.
#[derive(Debug)]
#[non_exhaustive]
pub struct CurrentPermissions {
    /// The rules and folders that hold now.
    pub permissions: Permissions,
    /// The permission mode.
    pub mode: Mode,
    /// Whether the mode `bypassPermissions` may be entered.
    pub bypass: bool,
    /// The folders where paths start.
    pub bases: PathBases,
    /// Why a mode that was named does not hold.
    pub refused_mode: Option<String>,
    /// How many permissions of the project were left out because nobody trusts them.
    pub untrusted: usize,
}

impl CurrentPermissions {
    /// Returns the working directories of the session, without the root folder.
    #[must_use]
    pub fn working(&self) -> Vec<&Path> {
        let own = [
            Some(self.bases.cwd.as_path()),
            self.bases.project.as_deref(),
        ];
        let own = own.into_iter().flatten();
        let own = own.filter(|folder| folder.parent().is_some());
        let added = self.permissions.folders().iter();
        own.chain(added.map(|folder| folder.path.as_path()))
            .collect()
    }

    /// Returns the permissions that hold for a call with these common fields.
    #[must_use]
    pub fn of(session: &Session, common: &CommonFields) -> Self {
        let engine = session.engine().snapshot_data();
        let bases = bases(session, common);
        let kept = engine.permissions.written();
        let own = session.permission_updates();
        let updates = kept.iter().chain(&own).map(|update| &**update);
        let settings = &engine.permission_settings.permissions;
        let mut permissions = settings.clone().with_updates(updates, &bases);
        for folder in &engine.permissions.options.directories {
            permissions.add_folder(folder, PermissionSource::by_host());
        }
        let said = permissions.mode().map(|(mode, said)| (mode, said.scope));
        let settings_mode = settings.mode().map(|(mode, _)| mode);
        let bypass = permissions.bypass_forbidden().is_none()
            && (engine.permissions.options.bypass
                || settings_mode == Some(Mode::BypassPermissions));
        let mut current = Self {
            permissions,
            mode: Mode::Default,
            bypass,
            bases,
            refused_mode: None,
            untrusted: engine.permission_settings.untrusted,
        };
        match &common.permission_mode {
            // The host names the mode at every call: then it keeps it.
            Some(word) => match Mode::of(word) {
                Some(mode) => current.enter(mode, true),
                None => {
                    let words = Mode::WORDS.join(", ");
                    current.refused_mode = Some(format!(
                        "unknown permission mode `{word}` (known: {words}); `default` is used"
                    ));
                }
            },
            None => {
                if let Some((mode, scope)) = said {
                    current.enter(mode, scope != Scope::Session);
                }
            }
        }
        current
    }

    /// Takes a mode, unless it is the one that is forbidden.
    fn enter(&mut self, mode: Mode, by_host_or_file: bool) {
        if mode != Mode::BypassPermissions {
            self.mode = mode;
            return;
        }
        if let Some(said) = self.permissions.bypass_forbidden() {
            self.refused_mode = Some(format!("{said} forbids bypassPermissions; `default` holds"));
            return;
        }
        if !by_host_or_file && !self.bypass {
            self.refused_mode =
                Some("bypassPermissions is not available here; `default` is used".to_owned());
            return;
        }
        self.mode = mode;
        // Anyone who is in it already has it.
        self.bypass |= by_host_or_file;
    }
}

/// Where paths start. A cwd that is not absolute starts from the project; with
/// none, nobody can know where relative paths lead, and nothing is inside.
fn bases(session: &Session, common: &CommonFields) -> PathBases {
    let world = &session.engine().shared().surroundings;
    let project = world.project_dir.as_deref().unwrap_or(Path::new("/"));
    PathBases {
        cwd: project.join(&common.cwd),
        project: world.project_dir.clone(),
        home: world.home.clone(),
    }
}
