//! Shows what a pack would run, before anybody agrees to it.

use serde_json::{Value, json};
use snaphook::Severity;
use snaphook::hook::Hook;
use snaphook_packs::{LockedHook, LockedPack};

use super::fetch::FetchedPack;
use crate::show::style;
use crate::trust::{print_text, readable, runs};

/// The most files that are listed without --show.
const LISTED: usize = 30;

pub(super) fn print(pack: &FetchedPack, texts: bool) {
    let (bold, dim) = (style::BOLD, style::DIM);
    let version = pack.manifest.version.as_deref().unwrap_or_default();
    crate::say!(
        "{bold}{}{bold:#} {}  {dim}{}{dim:#}",
        pack.name,
        style::one_line(version),
        style::one_line(&spec_text(pack))
    );
    if let Some(text) = &pack.manifest.description {
        crate::say!("  says    {}", style::one_line(text));
    }
    if let Some(commit) = &pack.commit {
        crate::say!("  commit  {commit}");
    }
    crate::say!("  digest  {}", pack.tree.digest());
    match &pack.signer {
        Some(signer) => crate::say!("  signer  {}", style::one_line(signer)),
        None => crate::say!("  signer  {dim}not signed{dim:#}"),
    }
    for (hook, locked) in pack.hooks.hooks.iter().zip(&pack.hooks.locked) {
        print_hook(hook, locked);
    }
    print_findings(pack);
    print_files(pack, texts);
}

fn spec_text(pack: &FetchedPack) -> String {
    locked(pack, pack.spec.source.as_str().to_owned()).spec()
}

/// A hook with everything that it would run.
pub(super) fn print_hook(hook: &Hook, locked: &LockedHook) {
    let (bold, dim) = (style::BOLD, style::DIM);
    let matcher = hook.matcher.text().map(|text| format!(" on {text}"));
    let guard = if locked.guard { "guard" } else { "hook" };
    crate::say!(
        "\n{guard} {bold}{}{bold:#}  {}{}  {dim}{}{dim:#}",
        style::one_line(&hook.name),
        style::one_line(hook.event.as_str()),
        style::one_line(&matcher.unwrap_or_default()),
        style::one_line(&locked.file)
    );
    if let Some(condition) = &hook.condition {
        crate::say!("  if      {}", style::one_line(condition));
    }
    if let Some(description) = &hook.description {
        print_text("says", description);
    }
    for (label, text) in runs(hook) {
        print_text(&label, &text);
    }
    crate::say!("  rights  {}", rights(locked));
}

/// The rights of a hook on one line.
pub(super) fn rights(hook: &LockedHook) -> String {
    let named = hook.rights.named();
    let words: Vec<String> = named
        .iter()
        .map(|(name, right)| format!("{name}: {}", style::one_line(&right.to_string())))
        .collect();
    words.join("; ")
}

fn print_findings(pack: &FetchedPack) {
    for finding in &pack.hooks.findings {
        let (word, colour) = match finding.severity {
            Severity::Error => ("error", style::ERROR),
            Severity::Warning => ("warning", style::WARNING),
            Severity::Hint => continue,
        };
        let place = finding.location.to_string().replace("/pack/", "");
        crate::say!(
            "\n{colour}{word}{colour:#} {}: {}",
            style::one_line(&place),
            style::one_line(&finding.message)
        );
    }
}

fn print_files(pack: &FetchedPack, texts: bool) {
    let dim = style::DIM;
    let count = pack.tree.entries().len();
    crate::say!("\nfiles ({count})");
    for (number, entry) in pack.tree.entries().iter().enumerate() {
        if number == LISTED && !texts {
            crate::say!(
                "  {dim}and {} more; --show lists them all{dim:#}",
                count - LISTED
            );
            break;
        }
        crate::say!(
            "  {} {dim}{} {}{dim:#}",
            style::one_line(&entry.path),
            entry.mode,
            entry.sha256.hex()
        );
        let bytes = pack.content.file(&entry.path).filter(|_| texts);
        match bytes.map(readable) {
            None => {}
            Some(Err(why)) => crate::say!("        {dim}({why}){dim:#}"),
            Some(Ok(text)) => {
                for line in style::code(&text).lines() {
                    crate::say!("        {dim}|{dim:#} {line}");
                }
            }
        }
    }
    crate::say!("");
}

/// The entry of the lock file for a pack that was fetched.
pub(super) fn locked(pack: &FetchedPack, source: String) -> LockedPack {
    LockedPack {
        name: pack.name.clone(),
        source,
        rev: pack.spec.rev.clone(),
        path: pack.spec.path.clone(),
        commit: pack.commit.clone(),
        tree: pack.tree.digest(),
        signer: pack.signer.clone(),
        disabled: false,
        disabled_hooks: Vec::new(),
        hooks: pack.hooks.locked.clone(),
    }
}

pub(super) fn as_json(pack: &LockedPack, lock: &std::path::Path, changed: bool) -> Value {
    let mut json = json!(pack);
    json["lock"] = lock.to_string_lossy().into();
    json["changed"] = changed.into();
    json
}
