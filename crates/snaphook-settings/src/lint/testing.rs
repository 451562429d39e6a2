//! Small settings for the tests of the lints, and a file system for them.

use std::path::Path;

use snaphook_core::Severity;
use snaphook_core::hook::Scope;
use snaphook_core::kind::Kinds;

use super::{Files, FoundPath, LintContext, lint};
use crate::finding::Finding;
use crate::load::parse;
use crate::read::LoadContext;

/// A finding, with the text it points at.
#[derive(Debug)]
pub(super) struct SeenFinding {
    pub(super) severity: Severity,
    pub(super) message: String,
    pub(super) help: String,
    pub(super) shown: String,
}

/// Settings with one hook of these fields.
pub(super) fn hook(event: &str, fields: &str) -> String {
    format!(r#"{{"hooks": {{"{event}": [{{"hooks": [{{{fields}}}]}}]}}}}"#)
}

/// Settings with one matcher, for two hooks.
pub(super) fn group(event: &str, matcher: &str) -> String {
    format!(
        r#"{{"hooks": {{"{event}": [{{"matcher": "{matcher}", "hooks": [
            {{"command": "x"}}, {{"command": "y"}}]}}]}}}}"#
    )
}

/// Everything that is found in files of these names and texts.
pub(super) fn findings_of(files: &[(&str, &str)]) -> Vec<Finding> {
    let files: Vec<_> = files
        .iter()
        .map(|(name, text)| (Scope::Project, *name, *text))
        .collect();
    found(&files)
}

/// Everything that is found in files of these scopes and texts.
pub(super) fn findings_in(files: &[(Scope, &str)]) -> Vec<Finding> {
    let files: Vec<_> = files
        .iter()
        .map(|(scope, text)| (*scope, scope.as_str(), *text))
        .collect();
    found(&files)
}

fn found(files: &[(Scope, &str, &str)]) -> Vec<Finding> {
    let mut loading = LoadContext::default();
    let settings: Vec<_> = files
        .iter()
        .map(|(scope, name, text)| parse(name.as_ref(), text, *scope, &mut loading).unwrap())
        .collect();
    let context = LintContext {
        conditions: None,
        kinds: &Kinds::default(),
        runnable: &["command"],
        project_dir: Path::new("/p"),
        home: Some(Path::new("/home/me")),
        files: &LintSample,
        is_set: Some(&|name| name == "TOKEN"),
    };
    lint(&settings, &context)
}

/// The one finding with this code.
#[track_caller]
pub(super) fn the_one(text: &str, code: &str) -> SeenFinding {
    let mut found = findings_of(&[("s.json", text)]);
    found.retain(|finding| finding.code == code);
    assert_eq!(found.len(), 1, "{text}: {found:?}");
    let finding = found.remove(0);
    SeenFinding {
        severity: finding.severity,
        message: finding.message,
        help: finding.help.unwrap_or_default(),
        shown: text[finding.location.span].to_owned(),
    }
}

/// Nothing is found with this code.
#[track_caller]
pub(super) fn silent(text: &str, code: &str) {
    let mut found = findings_of(&[("s.json", text)]);
    found.retain(|finding| finding.code == code);
    assert!(found.is_empty(), "{text}: {found:?}");
}

struct LintSample;

impl Files for LintSample {
    fn look(&self, path: &Path) -> FoundPath {
        match path.to_str() {
            Some("/p/run.sh") => FoundPath::File { executable: true },
            Some("/p/plain.sh") => FoundPath::File { executable: false },
            Some("/p/folder") => FoundPath::Folder,
            Some("/p/unknown.sh") => FoundPath::Unknown,
            _ => FoundPath::Missing,
        }
    }

    fn text(&self, path: &Path) -> Option<String> {
        match path.to_str() {
            Some("/p/run.sh") => Some("#!/bin/sh\nexit 2\n".to_owned()),
            _ => None,
        }
    }

    fn sh(&self) -> Option<String> {
        Some("dash".to_owned())
    }
}
