//! `pack gc`: removes from the store what no lock file names.

use std::collections::HashSet;
use std::process::ExitCode;

use snaphook_packs::{PackLock, TreeDigest};

use super::args::GcArgs;
use super::place::{PackWorld, of_lock, of_store};
use crate::error::CommandError;

pub(super) fn gc(args: &GcArgs) -> Result<ExitCode, CommandError> {
    let world = PackWorld::new(None)?;
    let mut kept: HashSet<TreeDigest> = HashSet::new();
    let here = world.locks()?.into_iter().map(|one| one.path);
    // One that cannot be read may name anything: then nothing is removed.
    for path in world.store.known_locks().into_iter().chain(here) {
        let lock = PackLock::load(&path).map_err(of_lock)?;
        kept.extend(lock.packs.iter().map(|pack| pack.tree));
    }
    let removed = match args.dry_run {
        true => {
            let mut all = world.store.digests().map_err(of_store)?;
            all.retain(|digest| !kept.contains(digest));
            all
        }
        false => {
            let keep = |digest: &TreeDigest| kept.contains(digest);
            world.store.keep_only(keep).map_err(of_store)?
        }
    };
    let word = if args.dry_run {
        "would remove"
    } else {
        "removed"
    };
    for digest in &removed {
        crate::say!("{word} {digest}");
    }
    if removed.is_empty() {
        crate::say!("nothing to remove");
    }
    Ok(ExitCode::SUCCESS)
}
