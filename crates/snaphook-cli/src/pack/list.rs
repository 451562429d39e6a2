//! `pack list`: the packs of the user and of the project.

use std::process::ExitCode;

use serde_json::{Value, json};
use snaphook_packs::{LockedPack, PolicyViolation};

use super::args::ListPacksArgs;
use super::place::PackWorld;
use super::show::rights;
use crate::error::CommandError;
use crate::show::{self, style};

pub(super) fn list(args: &ListPacksArgs) -> Result<ExitCode, CommandError> {
    let world = PackWorld::new(args.project.as_deref())?;
    let packs = world.packs(&[])?;
    let policies = world.policies()?;
    let mut rows = Vec::new();
    let mut all: Vec<Value> = Vec::new();
    for (pack, lock, of_project) in &packs {
        let violation = policies.iter().find_map(|policy| {
            let signer = world.store.signer(&pack.tree);
            policy
                .check(&pack.name, &pack.source, &pack.tree, signer.as_deref())
                .err()
        });
        let state = state(&world, pack, violation.as_ref());
        let of = if *of_project { "project" } else { "user" };
        let commit = pack
            .commit
            .as_deref()
            .or(pack.rev.as_deref())
            .unwrap_or("–");
        rows.push([
            pack.name.clone(),
            of.to_owned(),
            state.to_owned(),
            pack.hooks.len().to_string(),
            style::one_line(commit.strip_prefix("sha256:").unwrap_or(commit))
                .chars()
                .take(12)
                .collect(),
            style::one_line(&pack.spec()),
        ]);
        let mut json = json!(pack);
        json["lock"] = lock.to_string_lossy().into();
        json["scope"] = of.into();
        json["state"] = state.into();
        all.push(json);
    }
    if args.json {
        show::json(&all)?;
        return Ok(ExitCode::SUCCESS);
    }
    if packs.is_empty() {
        crate::say!("no packs; `snaphook pack add SOURCE` adds one");
        return Ok(ExitCode::SUCCESS);
    }
    let headings = ["pack", "of", "state", "hooks", "commit", "source"].map(str::to_owned);
    let (bold, dim) = (style::BOLD, style::DIM);
    for (number, line) in show::columns(&headings, &rows).iter().enumerate() {
        let Some(at) = number.checked_sub(1) else {
            crate::say!("{bold}{line}{bold:#}");
            continue;
        };
        crate::say!("{line}");
        let pack = packs.get(at).map(|(pack, ..)| pack).filter(|_| args.hooks);
        for hook in pack.iter().flat_map(|pack| &pack.hooks) {
            let guard = if hook.guard { ", guard" } else { "" };
            crate::say!(
                "  {}  {}  {}{guard}  {dim}{}{dim:#}",
                style::one_line(&hook.name),
                style::one_line(&hook.event),
                style::one_line(&hook.kind),
                rights(hook)
            );
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn state(
    world: &PackWorld,
    pack: &LockedPack,
    violation: Option<&PolicyViolation>,
) -> &'static str {
    match (pack.disabled, violation) {
        (true, _) => "off",
        (false, Some(_)) => "refused",
        // That every byte is right is for `verify` to say, and before each run.
        (false, None) if world.store.open(&pack.tree).is_err() => "not fetched",
        (false, None) => "on",
    }
}
