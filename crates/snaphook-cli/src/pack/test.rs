//! `pack test`: runs the cases of packs with the hooks of the pack, as a project would
//! run them.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use snaphook_packs::fetch::read_folder;
use snaphook_packs::{LockedPack, PackLock, PackManifest, PackStore};
use snaphook_settings::PackPlaces;

use super::args::TestPacksArgs;
use super::fetch::failed;
use super::hooks::read_hooks;
use super::place::{PackWorld, of_store};
use crate::args::TestArgs;
use crate::error::CommandError;
use crate::world;

pub(super) async fn test(args: TestPacksArgs) -> Result<ExitCode, CommandError> {
    let scratch = tempfile::Builder::new()
        .prefix("snaphook-pack-")
        .tempdir()
        .map_err(|error| {
            CommandError::new(format!("failed to create a folder for the cases: {error}"))
        })?;
    let (folders, names): (Vec<_>, Vec<_>) =
        args.names.iter().cloned().partition(|name| is_folder(name));
    let mut packs: Vec<(LockedPack, PackStore)> = Vec::new();
    if !names.is_empty() || folders.is_empty() {
        let world = PackWorld::new(args.project.as_deref())?;
        for (mut pack, ..) in world.packs(&names)? {
            pack.disabled = false;
            pack.disabled_hooks.clear();
            packs.push((pack, world.store.clone()));
        }
    }
    let own = PackStore::new(scratch.path().join("store"));
    for folder in folders {
        packs.push((of_folder(Path::new(&folder), &own)?, own.clone()));
    }
    if packs.is_empty() {
        return Err(CommandError::new("there are no packs").help("name the folder of a pack"));
    }
    let mut worst = 0;
    for (number, (pack, store)) in packs.iter().enumerate() {
        if !args.json && packs.len() > 1 {
            crate::say!("{}", pack.name);
        }
        let exit = run(pack, store, &scratch.path().join(number.to_string()), &args).await?;
        worst = worst.max(u8::from(exit != ExitCode::SUCCESS));
    }
    // The store is read-only; what is left of it would stay.
    own.keep_only(|_| false).map_err(of_store)?;
    Ok(ExitCode::from(worst))
}

/// A path that is a folder; a name without `/` is a pack.
fn is_folder(name: &str) -> bool {
    (name.contains(['/', '\\']) || matches!(name, "." | "..")) && Path::new(name).is_dir()
}

/// The pack that a folder would be.
fn of_folder(folder: &Path, store: &PackStore) -> Result<LockedPack, CommandError> {
    let folder = world::folder(Some(folder))?;
    let content = read_folder(&folder).map_err(failed)?;
    let tree = content.checked().map_err(|error| failed(error.into()))?;
    let manifest = PackManifest::read(&content).map_err(|error| failed(error.into()))?;
    let hooks = read_hooks(&content, &tree, &manifest)?;
    store.add(&content, None).map_err(of_store)?;
    Ok(LockedPack {
        name: "pack".to_owned(),
        source: "./pack".to_owned(),
        rev: None,
        path: None,
        commit: None,
        tree: tree.digest(),
        signer: None,
        disabled: false,
        disabled_hooks: Vec::new(),
        hooks: hooks.locked,
    })
}

async fn run(
    pack: &LockedPack,
    store: &PackStore,
    scratch: &Path,
    args: &TestPacksArgs,
) -> Result<ExitCode, CommandError> {
    let stored = store.open(&pack.tree).map_err(of_store)?;
    stored.verify().map_err(of_store)?;
    let lock: PathBuf = scratch.join("snaphook.lock");
    let mut only = PackLock::default();
    only.put(pack.clone());
    let write = || {
        std::fs::create_dir_all(scratch)?;
        std::fs::write(&lock, only.text())
    };
    write().map_err(|error| CommandError::new(format!("{}: {error}", lock.display())))?;
    let mut cases = TestArgs::of(vec![stored.root().to_owned()]);
    cases.base = Some(stored.root().to_owned());
    cases.coverage = args.coverage;
    cases.json = args.json;
    cases.pack = Some(PackPlaces {
        store: store.root().to_owned(),
        data: scratch.join("data"),
        user_lock: Some(lock.clone()),
    });
    crate::test::test(cases).await
}
