//! `pack add`: fetches a pack, shows it, asks, and pins it.

use std::process::ExitCode;

use snaphook_packs::{LockedPack, PackLock, PackSource, SourceSpec};

use super::accept::{check_policies, is_agreed};
use super::args::AddArgs;
use super::fetch::{self, FetchedPack, failed, folder_in_lock, moved};
use super::frozen;
use super::place::{PackWorld, of_lock, of_store};
use super::show;
use crate::error::CommandError;
use crate::show::style;

pub(super) async fn add(args: AddArgs) -> Result<ExitCode, CommandError> {
    let world = PackWorld::new(args.lock.project.as_deref())?;
    let path = world.lock_path(&args.lock)?;
    if args.agree.frozen {
        if args.source.is_some() {
            return Err(
                CommandError::new("--frozen takes what is locked, so it has no SOURCE")
                    .help("run `snaphook pack add --frozen`")
                    .usage(),
            );
        }
        return frozen::fetch_locked(&world, &path, &[], args.agree.json).await;
    }
    let text = args.source.as_deref().unwrap_or_default();
    let mut spec = SourceSpec::parse(text).map_err(|error| failed(error.into()))?;
    if let PackSource::Folder(folder) = &spec.source {
        spec.source = PackSource::Folder(folder_in_lock(&world, folder, args.lock.user)?);
    }
    let before = PackLock::load(&path).map_err(of_lock)?;
    let pack = fetch::fetch(&world, &spec, args.name.as_deref(), None).await?;
    let locked = show::locked(&pack, pack.spec.source.as_str().to_owned());
    if is_there(&before, &locked, &pack)? {
        let path = style::one_line(&path.display().to_string());
        crate::say!(
            "the pack `{}` is in {path} already, with the same content",
            pack.name
        );
        world
            .store
            .add(&pack.content, pack.signer.as_deref())
            .map_err(of_store)?;
        return Ok(ExitCode::SUCCESS);
    }
    check_policies(&world, &pack)?;
    if !args.agree.json {
        show::print(&pack, args.agree.show);
    }
    let count = pack.hooks.locked.len();
    let plural = if count == 1 { "" } else { "s" };
    let question = format!("Add the pack {} with {count} hook{plural}?", pack.name);
    if !is_agreed(&args.agree, &locked.tree, &question)? {
        crate::tell!("nothing was added");
        return Ok(ExitCode::from(1));
    }
    keep(&world, &path, &pack, &locked, None)?;
    if args.agree.json {
        crate::show::json(&show::as_json(&locked, &path, true))?;
        return Ok(ExitCode::SUCCESS);
    }
    let good = style::GOOD;
    let shown = style::one_line(&path.display().to_string());
    crate::say!("{good}added{good:#} {} to {shown}", pack.name);
    if !args.lock.user {
        crate::say!("its hooks run here after `snaphook trust`");
    }
    Ok(ExitCode::SUCCESS)
}

/// Whether the lock file has the pack already, as it is.
fn is_there(
    lock: &PackLock,
    locked: &LockedPack,
    pack: &FetchedPack,
) -> Result<bool, CommandError> {
    let same_name = |known: &&LockedPack| known.name.eq_ignore_ascii_case(&locked.name);
    let Some(known) = lock.packs.iter().find(same_name) else {
        return Ok(false);
    };
    let same_place = known.source == locked.source && known.path == locked.path;
    if !same_place || known.name != locked.name {
        return Err(CommandError::new(format!(
            "a pack named `{}` comes from {} already",
            known.name,
            style::one_line(&known.spec())
        ))
        .help("choose another name with --name, or remove that pack first"));
    }
    if known.rev == locked.rev && known.tree == locked.tree && known.commit == locked.commit {
        return Ok(true);
    }
    if let (true, Some(old), Some(new)) = (known.rev == locked.rev, &known.commit, &locked.commit)
        && old != new
        && pack.kind == Some(snaphook_packs::fetch::RefKind::Tag)
    {
        return Err(moved(&pack.spec, old, new));
    }
    let name = &known.name;
    let rev = locked
        .rev
        .as_ref()
        .map(|rev| format!("@{rev}"))
        .unwrap_or_default();
    Err(
        CommandError::new(format!("the pack `{name}` is there with other content")).help(format!(
            "run `snaphook pack update {name}{rev}`, which shows what changes"
        )),
    )
}

/// Puts a pack into the store and the lock file, where that still is as it was shown.
pub(super) fn keep(
    world: &PackWorld,
    path: &std::path::Path,
    pack: &FetchedPack,
    locked: &LockedPack,
    before: Option<&LockedPack>,
) -> Result<(), CommandError> {
    world.store.note_lock(path).map_err(of_store)?;
    world
        .store
        .add(&pack.content, pack.signer.as_deref())
        .map_err(of_store)?;
    PackLock::change(path, |lock| {
        let known = lock.pack(&locked.name);
        if known != before && known != Some(locked) {
            return Err(LockChange::Meanwhile(locked.name.clone()));
        }
        lock.put(locked.clone());
        Ok(())
    })
    .map_err(CommandError::from)
}

/// Why a lock file is not changed.
pub(super) enum LockChange {
    Lock(snaphook_packs::LockError),
    /// Somebody else changed the pack.
    Meanwhile(String),
}

impl From<snaphook_packs::LockError> for LockChange {
    fn from(error: snaphook_packs::LockError) -> Self {
        Self::Lock(error)
    }
}

impl From<LockChange> for CommandError {
    fn from(change: LockChange) -> Self {
        match change {
            LockChange::Lock(error) => of_lock(error),
            LockChange::Meanwhile(name) => Self::new(format!(
                "another process changed the pack `{name}` meanwhile"
            ))
            .help("nothing was changed; run it again, and look at what is different now"),
        }
    }
}
