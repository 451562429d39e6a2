//! `--frozen`: exactly what is locked, and no network where the store has it.

use std::path::Path;
use std::process::ExitCode;

use serde_json::Value;
use snaphook_packs::{LockedPack, PackLock, PackSource, SourceSpec};

use super::accept::{check_policies, check_signer};
use super::fetch;
use super::place::{PackWorld, of_lock, of_store, unknown};
use super::show::as_json;
use crate::error::CommandError;
use crate::show::style;

/// Fetches what the store does not have of the packs of a lock file.
pub(super) async fn fetch_locked(
    world: &PackWorld,
    path: &Path,
    names: &[String],
    json: bool,
) -> Result<ExitCode, CommandError> {
    let lock = PackLock::load(path).map_err(of_lock)?;
    let known: Vec<String> = lock.packs.iter().map(|pack| pack.name.clone()).collect();
    if let Some(name) = names.iter().find(|name| !known.contains(name)) {
        return Err(unknown(name, &known));
    }
    if path.exists() {
        world.store.note_lock(path).map_err(of_store)?;
    }
    let mut done: Vec<Value> = Vec::new();
    for pack in &lock.packs {
        if !names.is_empty() && !names.contains(&pack.name) {
            continue;
        }
        let fetched = fetch_one(world, pack).await?;
        if !json {
            let word = if fetched { "fetched" } else { "in the store" };
            crate::say!("{}  {}  {word}", pack.name, pack.tree);
        }
        done.push(as_json(pack, path, fetched));
    }
    if json {
        crate::show::json(&done)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Whether the pack had to be fetched.
async fn fetch_one(world: &PackWorld, pack: &LockedPack) -> Result<bool, CommandError> {
    let stored = world
        .store
        .open(&pack.tree)
        .and_then(|stored| stored.verify());
    let signer = world.store.signer(&pack.tree);
    if stored.is_ok() && (pack.signer.is_none() || pack.signer == signer) {
        return Ok(false);
    }
    let source = PackSource::parse(&pack.source).map_err(|error| fetch::failed(error.into()))?;
    let is_git = matches!(source, PackSource::Git(_));
    let spec = SourceSpec {
        rev: match is_git {
            // By its commit: a tag may have moved since.
            true => pack.commit.clone(),
            false => pack.rev.clone(),
        },
        source,
        path: pack.path.clone(),
    };
    let fetched = fetch::fetch(world, &spec, Some(&pack.name), None).await?;
    let found = fetched.tree.digest();
    if found != pack.tree {
        return Err(CommandError::new(format!(
            "the content of the pack `{}` is not what is locked: {found} instead of {}",
            pack.name, pack.tree
        ))
        .help(format!(
            "nothing was changed; `snaphook pack update {}` shows what is different",
            style::one_line(&pack.name)
        )));
    }
    check_policies(world, &fetched)?;
    check_signer(pack, &fetched)?;
    world
        .store
        .add(&fetched.content, fetched.signer.as_deref())
        .map_err(of_store)?;
    Ok(true)
}
