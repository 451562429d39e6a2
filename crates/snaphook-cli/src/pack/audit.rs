//! `pack audit`: what is wrong with packs, or worth knowing: lints, sources, rights,
//! signatures, and digests that are known to be bad.

use std::collections::HashSet;
use std::path::Path;
use std::process::ExitCode;

use serde_json::{Value, json};
use snaphook::Severity;
use snaphook_packs::source::is_commit;
use snaphook_packs::{LockedPack, PackSource, PackTree, Right};

use super::args::AuditArgs;
use super::place::PackWorld;
use super::verify::problem;
use crate::check::findings_in;
use crate::error::CommandError;
use crate::show::{self, style};

/// Something that an audit found.
struct AuditFinding {
    severity: Severity,
    code: &'static str,
    message: String,
}

impl AuditFinding {
    fn new(severity: Severity, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            severity,
            code,
            message: message.into(),
        }
    }
}

pub(super) fn audit(args: &AuditArgs) -> Result<ExitCode, CommandError> {
    let world = PackWorld::new(args.project.as_deref())?;
    let bad = args.bad_digests.as_deref().map(bad_digests).transpose()?;
    let bad = bad.unwrap_or_default();
    let policies = world.policies()?;
    let mut worst = None;
    let mut all: Vec<Value> = Vec::new();
    for (pack, ..) in world.packs(&args.names)? {
        let mut findings = look(&world, &pack, &bad);
        let signer = world.store.signer(&pack.tree);
        for policy in &policies {
            let checked = policy.check(&pack.name, &pack.source, &pack.tree, signer.as_deref());
            if let Err(error) = checked {
                findings.push(AuditFinding::new(
                    Severity::Error,
                    "pack-refused",
                    error.to_string(),
                ));
            }
        }
        findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
        worst = worst.max(findings.iter().map(|finding| finding.severity).max());
        if !args.json {
            print(&pack, &findings);
        }
        let findings: Vec<Value> = findings.iter().map(as_json).collect();
        all.push(json!({"name": pack.name, "tree": pack.tree, "findings": findings}));
    }
    if args.json {
        show::json(&all)?;
    } else if all.is_empty() {
        crate::say!("no packs");
    }
    let failed = match worst {
        Some(Severity::Error) => true,
        Some(Severity::Warning) => args.deny_warnings,
        _ => false,
    };
    Ok(ExitCode::from(u8::from(failed)))
}

fn look(world: &PackWorld, pack: &LockedPack, bad: &HashSet<String>) -> Vec<AuditFinding> {
    let mut findings = Vec::new();
    if let Some(why) = problem(world, pack) {
        findings.push(AuditFinding::new(Severity::Error, "not-as-locked", why));
    }
    if let Ok(stored) = world.store.open(&pack.tree) {
        findings.extend(known_bad(pack, stored.tree(), bad));
        findings.extend(lints(stored.root()));
    }
    findings.extend(of_source(pack));
    if pack.signer.is_none() {
        let message = "it is not signed";
        findings.push(AuditFinding::new(Severity::Hint, "unsigned", message));
    }
    for hook in &pack.hooks {
        let unknown: Vec<&str> = hook
            .rights
            .named()
            .iter()
            .filter(|(_, right)| **right == Right::Unknown)
            .map(|(name, _)| *name)
            .collect();
        if !unknown.is_empty() {
            let message = format!(
                "the hook `{}` does not say what it needs of: {}",
                hook.name,
                unknown.join(", ")
            );
            findings.push(AuditFinding::new(Severity::Hint, "unknown-rights", message));
        }
    }
    findings
}

fn known_bad(pack: &LockedPack, tree: &PackTree, bad: &HashSet<String>) -> Vec<AuditFinding> {
    let mut findings = Vec::new();
    if bad.contains(&pack.tree.hex()) {
        let message = "its digest is in the list of bad ones";
        findings.push(AuditFinding::new(Severity::Error, "known-bad", message));
    }
    for entry in tree
        .entries()
        .iter()
        .filter(|entry| bad.contains(&entry.sha256.hex()))
    {
        let message = format!("the digest of `{}` is in the list of bad ones", entry.path);
        findings.push(AuditFinding::new(Severity::Error, "known-bad", message));
    }
    findings
}

fn of_source(pack: &LockedPack) -> Vec<AuditFinding> {
    let mut findings = Vec::new();
    let Ok(source) = PackSource::parse(&pack.source) else {
        return findings;
    };
    if source.is_unencrypted() {
        let message = "its source is not encrypted";
        findings.push(AuditFinding::new(Severity::Warning, "unencrypted", message));
    }
    match (&source, pack.rev.as_deref()) {
        (PackSource::Folder(_), _) => {
            let message = "it comes from a folder of this machine: nobody else can fetch it";
            findings.push(AuditFinding::new(Severity::Hint, "unpinned", message));
        }
        (PackSource::Git(_), None) => {
            let message = "it follows the default branch; pin it to a tag or a commit";
            findings.push(AuditFinding::new(Severity::Warning, "unpinned", message));
        }
        (PackSource::Git(_), Some(rev)) if !is_commit(rev) && !looks_like_version(rev) => {
            let message = format!(
                "it follows `{rev}`, which looks like a branch; pin it to a tag or a commit"
            );
            findings.push(AuditFinding::new(Severity::Warning, "unpinned", message));
        }
        _ => {}
    }
    findings
}

fn looks_like_version(rev: &str) -> bool {
    rev.starts_with("refs/tags/") || rev.contains(|c: char| c.is_ascii_digit())
}

/// What `check` says of the files of the pack.
fn lints(root: &Path) -> Vec<AuditFinding> {
    let found = match findings_in(root) {
        Ok(found) => found,
        Err(_) => return Vec::new(),
    };
    let inside = format!("{}/", root.display());
    let told = found.into_iter().map(|finding| {
        let place = finding.location.to_string().replace(&inside, "");
        let message = format!("{place}: {}", finding.message);
        AuditFinding::new(finding.severity, finding.code, message)
    });
    told.collect()
}

fn print(pack: &LockedPack, findings: &[AuditFinding]) {
    let (bold, good) = (style::BOLD, style::GOOD);
    crate::say!(
        "{bold}{}{bold:#}  {}",
        pack.name,
        style::one_line(&pack.spec())
    );
    for finding in findings {
        let (word, colour) = match finding.severity {
            Severity::Error => ("error", style::ERROR),
            Severity::Warning => ("warning", style::WARNING),
            Severity::Hint => ("hint", style::HELP),
        };
        let (code, message) = (finding.code, style::one_line(&finding.message));
        crate::say!("  {colour}{word}{colour:#}[{code}] {message}");
    }
    if findings.is_empty() {
        crate::say!("  {good}nothing found{good:#}");
    }
}

fn as_json(finding: &AuditFinding) -> Value {
    json!({
        "severity": finding.severity,
        "code": finding.code,
        "message": finding.message,
    })
}

/// The digests in a file: the first word of each line, with or without `sha256:`.
fn bad_digests(file: &Path) -> Result<HashSet<String>, CommandError> {
    let text = std::fs::read_to_string(file).map_err(|error| {
        CommandError::new(format!("{}: {error}", file.display()))
            .help("name a file with a digest on each line")
    })?;
    let mut digests = HashSet::new();
    for (number, line) in text.lines().enumerate() {
        let word = line.split_whitespace().next().unwrap_or("#");
        if word.starts_with('#') {
            continue;
        }
        let lower = word.to_lowercase();
        let hex = lower.strip_prefix("sha256:").unwrap_or(&lower);
        if snaphook_packs::TreeDigest::from_hex(hex).is_err() {
            let place = format!("{}:{}", file.display(), number + 1);
            return Err(
                CommandError::new(format!("{place}: this is not a SHA-256 digest"))
                    .help("write `sha256:` and 64 hexadecimal digits at the start of the line"),
            );
        }
        digests.insert(hex.to_owned());
    }
    Ok(digests)
}
