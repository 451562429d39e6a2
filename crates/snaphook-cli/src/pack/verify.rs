//! `pack verify` and `pack listing`: every byte against the lock, and the text that a
//! signature signs.

use std::process::ExitCode;

use serde_json::{Value, json};
use snaphook_packs::fetch::{read_folder, signed_listing, verify_signature};
use snaphook_packs::{LockedPack, PackManifest};

use super::args::{ListingArgs, NamedPacksArgs};
use super::fetch::failed;
use super::hooks::read_hooks;
use super::place::PackWorld;
use crate::error::CommandError;
use crate::show::{self, style};
use crate::world;

pub(super) fn verify(args: &NamedPacksArgs) -> Result<ExitCode, CommandError> {
    let world = PackWorld::new(args.project.as_deref())?;
    let packs = world.packs(&args.names)?;
    let mut bad = false;
    let mut all: Vec<Value> = Vec::new();
    for (pack, ..) in &packs {
        let problem = problem(&world, pack);
        bad |= problem.is_some();
        if !args.json {
            let (good, wrong) = (style::GOOD, style::BAD);
            match &problem {
                None => crate::say!("{good}whole{good:#}  {}  {}", pack.name, pack.tree),
                Some(why) => crate::say!(
                    "{wrong}wrong{wrong:#}  {}  {}",
                    pack.name,
                    style::one_line(why)
                ),
            }
        }
        all.push(json!({"name": pack.name, "tree": pack.tree, "problem": problem}));
    }
    if args.json {
        show::json(&all)?;
    } else if packs.is_empty() {
        crate::say!("no packs");
    } else if bad {
        let help = style::HELP;
        crate::tell!(
            "{help}help:{help:#} `snaphook pack add --frozen` fetches again exactly what is locked"
        );
    }
    Ok(ExitCode::from(u8::from(bad)))
}

/// What of a pack is not as the lock says, if anything.
pub(super) fn problem(world: &PackWorld, pack: &LockedPack) -> Option<String> {
    let stored = match world.store.open(&pack.tree) {
        Ok(stored) => stored,
        Err(error) => return Some(error.to_string()),
    };
    if let Err(error) = stored.verify() {
        return Some(error.to_string());
    }
    // The lock also says what the hooks are; somebody may have changed only that.
    let content = match read_folder(stored.root()) {
        Ok(content) => content,
        Err(error) => return Some(error.to_string()),
    };
    let manifest = match PackManifest::read(&content) {
        Ok(manifest) => manifest,
        Err(error) => return Some(error.to_string()),
    };
    match read_hooks(&content, stored.tree(), &manifest) {
        Ok(hooks) if hooks.locked == pack.hooks => {}
        Ok(_) => return Some("the hooks in the lock file are not those of its content".to_owned()),
        Err(error) => return Some(error.to_string()),
    }
    match verify_signature(&content, stored.tree(), world.store.root()) {
        Ok(signer) if signer == pack.signer => None,
        Ok(_) => Some("the signer in the lock file is not the one who signed it".to_owned()),
        Err(error) => Some(error.to_string()),
    }
}

/// Prints what a signature of the pack in this folder signs.
pub(super) fn listing(args: &ListingArgs) -> Result<ExitCode, CommandError> {
    let folder = world::folder(args.dir.as_deref())?;
    let content = read_folder(&folder).map_err(failed)?;
    let tree = content.checked().map_err(|error| failed(error.into()))?;
    let text = signed_listing(&tree);
    crate::say!("{}", text.trim_end_matches('\n'));
    Ok(ExitCode::SUCCESS)
}
