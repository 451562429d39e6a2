//! `pack update`: fetches newer versions, shows what they change, asks, and pins them.

use std::path::Path;
use std::process::ExitCode;

use serde_json::Value;
use snaphook_packs::fetch::{CommitLine, RefKind, RemoteRev};
use snaphook_packs::source::check_rev;
use snaphook_packs::{LockedPack, PackDifference, PackLock, PackSource, SourceSpec};

use super::accept::{check_policies, check_signer, is_agreed};
use super::add::keep;
use super::args::UpdateArgs;
use super::fetch::{self, failed, moved};
use super::place::{PackWorld, of_lock, unknown};
use super::{difference, frozen, show};
use crate::error::CommandError;
use crate::show::style;

pub(super) async fn update(args: UpdateArgs) -> Result<ExitCode, CommandError> {
    let world = PackWorld::new(args.lock.project.as_deref())?;
    let path = world.lock_path(&args.lock)?;
    if args.agree.frozen {
        return frozen::fetch_locked(&world, &path, &args.names, args.agree.json).await;
    }
    let lock = PackLock::load(&path).map_err(of_lock)?;
    let known: Vec<String> = lock.packs.iter().map(|pack| pack.name.clone()).collect();
    let mut wanted: Vec<(&LockedPack, Option<&str>)> = Vec::new();
    for text in &args.names {
        let (name, rev) = match text.split_once('@') {
            Some((name, rev)) => (name, Some(rev)),
            None => (text.as_str(), None),
        };
        let pack = lock.pack(name).ok_or_else(|| unknown(name, &known))?;
        wanted.push((pack, rev));
    }
    if args.names.is_empty() {
        wanted.extend(lock.packs.iter().map(|pack| (pack, None)));
    }
    if args.agree.digest.is_some() && wanted.len() > 1 {
        return Err(CommandError::new("--digest is about one pack")
            .help("name the pack that has it")
            .usage());
    }
    let mut refused = false;
    let mut done: Vec<Value> = Vec::new();
    for (pack, rev) in wanted {
        match update_one(&world, &path, pack, rev, &args).await? {
            UpdateEnd::Same => done.push(show::as_json(pack, &path, false)),
            UpdateEnd::Updated(now) => done.push(show::as_json(&now, &path, true)),
            UpdateEnd::Refused => refused = true,
        }
    }
    if args.agree.json {
        crate::show::json(&done)?;
    }
    Ok(ExitCode::from(u8::from(refused)))
}

enum UpdateEnd {
    Same,
    Updated(Box<LockedPack>),
    Refused,
}

async fn update_one(
    world: &PackWorld,
    path: &Path,
    before: &LockedPack,
    rev: Option<&str>,
    args: &UpdateArgs,
) -> Result<UpdateEnd, CommandError> {
    let source = PackSource::parse(&before.source).map_err(|error| failed(error.into()))?;
    if let Some(rev) = rev {
        match &source {
            PackSource::Git(_) => check_rev(rev).map_err(|error| failed(error.into()))?,
            _ => {
                let name = &before.name;
                return Err(
                    CommandError::new(format!("the pack `{name}` has no revisions"))
                        .help("remove it, and add it with its new address"),
                );
            }
        }
    }
    let spec = SourceSpec {
        source,
        rev: rev.map(str::to_owned).or_else(|| before.rev.clone()),
        path: before.path.clone(),
    };
    let commits = match (&spec.source, &before.commit) {
        (PackSource::Git(_), Some(old)) => {
            let fetcher = fetch::fetcher(world, &spec.source);
            let now = fetcher.resolve(spec.rev.as_deref()).map_err(failed)?;
            if now.commit == *old && before.rev == spec.rev {
                say_same(before, args);
                return Ok(UpdateEnd::Same);
            }
            commits(&fetcher, before, &spec, old, &now)?
        }
        _ => Vec::new(),
    };
    let pack = fetch::fetch(world, &spec, Some(&before.name), None).await?;
    let mut locked = show::locked(&pack, before.source.clone());
    locked.disabled = before.disabled;
    locked.disabled_hooks.clone_from(&before.disabled_hooks);
    if locked == *before {
        say_same(before, args);
        return Ok(UpdateEnd::Same);
    }
    check_policies(world, &pack)?;
    check_signer(before, &pack)?;
    let old = world.store.open(&before.tree).ok();
    let old = old.filter(|old| old.verify().is_ok());
    let changes = PackDifference::between(
        before,
        old.as_ref().map(|old| old.tree()),
        &locked,
        &pack.tree,
    );
    if !args.agree.json {
        difference::print(before, &pack, &changes, &commits, old.as_ref());
    }
    let question = format!("Update the pack {}?", before.name);
    if !is_agreed(&args.agree, &locked.tree, &question)? {
        crate::tell!("the pack {} was not updated", before.name);
        return Ok(UpdateEnd::Refused);
    }
    keep(world, path, &pack, &locked, Some(before))?;
    if !args.agree.json {
        let good = style::GOOD;
        crate::say!("{good}updated{good:#} {}", before.name);
        if !args.lock.user {
            crate::say!("its hooks run here after `snaphook trust`");
        }
    }
    Ok(UpdateEnd::Updated(Box::new(locked)))
}

fn say_same(pack: &LockedPack, args: &UpdateArgs) {
    if !args.agree.json {
        crate::say!("{} is up to date", pack.name);
    }
}

/// The commits that come with an update. A tag that moved, and a branch whose history was
/// written anew, are errors.
fn commits(
    fetcher: &snaphook_packs::fetch::GitFetcher,
    before: &LockedPack,
    spec: &SourceSpec,
    old: &str,
    now: &RemoteRev,
) -> Result<Vec<CommitLine>, CommandError> {
    let same_rev = before.rev == spec.rev;
    if same_rev && now.kind == RefKind::Tag {
        return Err(moved(spec, old, &now.commit));
    }
    match fetcher.commits_between(old, now).map_err(failed)? {
        Some(commits) => Ok(commits),
        None if same_rev => {
            let rev = style::one_line(spec.rev.as_deref().unwrap_or("HEAD"));
            Err(CommandError::new(format!(
                "the history of `{rev}` of {} was written anew: {old} is locked, and is not among the commits before {}",
                style::one_line(spec.source.as_str()),
                now.commit
            ))
            .help("nothing was changed; ask its author why. To take the new one, remove the pack and add it again, or name another revision"))
        }
        // Another revision was asked for: it need not come after this one.
        None => Ok(Vec::new()),
    }
}
