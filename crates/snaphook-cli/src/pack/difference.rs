//! Shows what an update changes: commits, hooks, rights, and scripts line by line.

use snaphook_packs::fetch::CommitLine;
use snaphook_packs::{
    EntryMode, HookChange, LockedHook, LockedPack, PackDifference, StoredTree, TreeEntry,
};

use super::fetch::FetchedPack;
use super::show;
use crate::show::style;
use crate::trust::{print_difference, readable};

pub(super) fn print(
    before: &LockedPack,
    pack: &FetchedPack,
    changes: &PackDifference,
    commits: &[CommitLine],
    old: Option<&StoredTree>,
) {
    let (bold, dim) = (style::BOLD, style::DIM);
    crate::say!(
        "{bold}{}{bold:#}  {dim}{}{dim:#}",
        before.name,
        style::one_line(&before.spec())
    );
    let none = "none";
    let commit = |commit: &Option<String>| commit.clone().unwrap_or_else(|| none.to_owned());
    if before.commit != pack.commit {
        crate::say!(
            "  commit  {} → {}",
            commit(&before.commit),
            commit(&pack.commit)
        );
    }
    if before.rev != pack.spec.rev {
        let rev = |rev: &Option<String>| style::one_line(rev.as_deref().unwrap_or("HEAD"));
        crate::say!("  rev     {} → {}", rev(&before.rev), rev(&pack.spec.rev));
    }
    crate::say!("  digest  {} → {}", before.tree, pack.tree.digest());
    if let Some(signer) = &pack.signer {
        let new = if before.signer.is_none() {
            " (new)"
        } else {
            ""
        };
        crate::say!("  signer  {}{new}", style::one_line(signer));
    }
    for line in commits {
        crate::say!(
            "  {dim}{}{dim:#} {} {}  {}",
            &line.commit[..12.min(line.commit.len())],
            style::one_line(&line.date),
            style::one_line(&line.author),
            style::one_line(&line.subject)
        );
    }
    if changes.hooks.is_empty() {
        crate::say!("\nno hook was added, removed or changed");
    }
    for change in &changes.hooks {
        print_hook(change, pack);
    }
    match old {
        Some(old) => print_files(pack, changes, old),
        None => {
            let warning = style::WARNING;
            crate::say!(
                "\n{warning}the content that is locked is not in the store, so its files cannot be compared{warning:#}; these are the new ones:"
            );
            show::print(pack, true);
        }
    }
    crate::say!("");
}

fn print_hook(change: &HookChange, pack: &FetchedPack) {
    let (good, bad, warning) = (style::GOOD, style::BAD, style::WARNING);
    match change {
        HookChange::Added(hook) => {
            crate::say!("\n{good}added{good:#}");
            print_now(hook, pack);
        }
        HookChange::Removed(hook) => {
            let name = style::one_line(&hook.name);
            let event = style::one_line(&hook.event);
            crate::say!("\n{bad}removed{bad:#} {name}  {event}");
        }
        HookChange::Changed { before, now } => {
            crate::say!("\n{warning}changed{warning:#}");
            print_now(now, pack);
            if before.rights != now.rights {
                crate::say!("  before  {}", show::rights(before));
            }
        }
    }
    let gained = change.rights_gained();
    if !gained.is_empty() && !matches!(change, HookChange::Added(_)) {
        crate::say!("  {warning}gains rights{warning:#}: {}", gained.join(", "));
    }
    if change.loses_guard() {
        crate::say!("  {warning}was a guard{warning:#}: what it denied is not denied any more");
    }
}

fn print_now(locked: &LockedHook, pack: &FetchedPack) {
    let mut pairs = pack.hooks.hooks.iter().zip(&pack.hooks.locked);
    if let Some((hook, _)) = pairs.find(|(_, known)| *known == locked) {
        show::print_hook(hook, locked);
    }
}

fn print_files(pack: &FetchedPack, changes: &PackDifference, old: &StoredTree) {
    let (good, bad, warning, dim) = (style::GOOD, style::BAD, style::WARNING, style::DIM);
    let path = |entry: &TreeEntry| style::one_line(&entry.path);
    for entry in &changes.files_removed {
        crate::say!("\n{bad}removed{bad:#} {}", path(entry));
    }
    for entry in &changes.files_added {
        crate::say!(
            "\n{good}added{good:#} {} {dim}{}{dim:#}",
            path(entry),
            entry.mode
        );
        print_texts("", now(pack, entry).as_deref());
    }
    for (before, entry) in &changes.files_changed {
        let mode = match before.mode == entry.mode {
            true => String::new(),
            false => format!(" (mode {} → {})", before.mode, entry.mode),
        };
        crate::say!("\n{warning}changed{warning:#} {}{mode}", path(entry));
        if before.sha256 == entry.sha256 {
            continue;
        }
        let old = before_of(old, before);
        print_texts(
            old.as_deref().unwrap_or_default(),
            now(pack, entry).as_deref(),
        );
    }
}

fn print_texts(before: &str, now: Option<&str>) {
    let dim = style::DIM;
    match now {
        Some(now) => print_difference("- as it is locked, + as it would be", before, now),
        None => crate::say!("          {dim}(not a text){dim:#}"),
    }
}

/// The text of a file as it would be; of a symlink what it leads to.
fn now(pack: &FetchedPack, entry: &TreeEntry) -> Option<String> {
    let mut files = pack.content.files();
    let (_, _, bytes) = files.find(|(path, ..)| *path == entry.path)?;
    readable(bytes).ok()
}

/// The text of a file as it is locked.
fn before_of(old: &StoredTree, entry: &TreeEntry) -> Option<String> {
    let path = old.root().join(&entry.path);
    if entry.mode == EntryMode::Symlink {
        let target = std::fs::read_link(path).ok()?;
        return Some(target.to_string_lossy().into_owned());
    }
    let bytes = std::fs::read(path).ok()?;
    readable(&bytes).ok()
}
