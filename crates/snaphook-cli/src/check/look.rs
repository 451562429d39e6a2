//! Loads and lints the files of a project.

use snaphook::prelude::*;
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use snaphook::hook::Scope;
use snaphook::{Engine, Finding, LoadError, Severity};
use snaphook_settings::{
    Format, LintContext, LoadContext, RelatedPlace, Settings, SourceText, lint, load,
    load_front_matter, load_hooks_of,
};

use super::disk::Disk;
use super::files::Project;

/// The types of hooks that the engine of this build runs.
fn runnable() -> Vec<String> {
    let served = Engine::builder().build();
    let served = served.map(|engine| engine.registry().types());
    let served = served.unwrap_or_default();
    let mut names = snaphook::kinds().names();
    names.retain(|name| served.iter().any(|kind| kind == name.as_str()));
    names
}

/// A file with its findings.
pub(super) struct CheckedFile {
    pub(super) source: SourceText,
    /// Whether it has anything that could be wrong: a skill need not have
    /// hooks.
    pub(super) has_settings: bool,
    /// The findings in the order of their lines.
    pub(super) findings: Vec<Finding>,
    /// The place that explains the only finding of an unreadable file.
    pub(super) related: Option<Box<RelatedPlace>>,
}

impl CheckedFile {
    pub(super) fn worst(&self) -> Option<Severity> {
        self.findings.iter().map(|finding| finding.severity).max()
    }
}

pub(super) fn look(project: &Project) -> Vec<CheckedFile> {
    let mut loading = project.words.loading();
    let mut checked = Vec::new();
    let mut readable = Vec::new();
    for (file, scope) in &project.files {
        match read(file, *scope, &mut loading) {
            Ok(None) => checked.push(CheckedFile {
                source: SourceText::new(file.as_path().into(), ""),
                has_settings: false,
                findings: Vec::new(),
                related: None,
            }),
            Ok(Some(mut settings)) => {
                checked.push(CheckedFile {
                    source: settings.source.clone(),
                    has_settings: true,
                    findings: std::mem::take(&mut settings.findings),
                    related: None,
                });
                readable.push(settings);
            }
            Err(error) => checked.push(unreadable(file, error)),
        }
    }
    let home = std::env::home_dir();
    let runnable = runnable();
    let runnable: Vec<_> = runnable.iter().map(String::as_str).collect();
    let kinds = snaphook::kinds();
    let context = LintContext {
        kinds: &kinds,
        conditions: snaphook::condition_language(),
        runnable: &runnable,
        project_dir: &project.dir,
        home: home.as_deref(),
        files: &Disk,
        is_set: Some(&|name| std::env::var_os(name).is_some()),
    };
    let beside = project.findings.iter().cloned();
    for finding in beside.chain(lint(&readable, &context)) {
        let file = Arc::clone(&finding.location.file);
        match checked.iter_mut().find(|one| *one.source.file() == file) {
            Some(owner) => owner.findings.push(finding),
            // A list of plugins has no settings, but may name one that is gone.
            None => checked.push(CheckedFile {
                source: read_again(&file),
                has_settings: true,
                findings: vec![finding],
                related: None,
            }),
        }
    }
    for one in &mut checked {
        one.findings
            .sort_by_key(|finding| finding.location.span.start);
        // What an alias repeats is wrong in one place only.
        let mut seen = HashSet::new();
        one.findings.retain(|finding| {
            let span = &finding.location.span;
            seen.insert((finding.code, span.start, finding.message.clone()))
        });
    }
    checked
}

/// The settings in a file, or in the front matter of a skill or an agent;
/// `None` if that has no hooks.
fn read(
    file: &Path,
    scope: Scope,
    loading: &mut LoadContext,
) -> Result<Option<Settings>, LoadError> {
    match scope {
        Scope::Skill | Scope::Agent => {
            let found = load_front_matter(file, scope, loading)?;
            Ok(found.map(|front_matter| front_matter.settings))
        }
        Scope::Plugin => load_hooks_of(file, scope, loading).map(Some),
        _ => load(file, scope, loading).map(Some),
    }
}

/// A file of which nothing can be used is one finding.
fn unreadable(file: &Path, error: LoadError) -> CheckedFile {
    let nowhere = || SourceText::new(file.into(), "").at(0..0);
    let help = match error {
        LoadError::NotMeant { .. } => "name one of its agents with --agent",
        _ if error.may_hold_guard() => {
            "correct it; until then no hook of this file runs, and because it may hold a guard, the file acts as a failed guard (a project's file only if one of its hooks was trusted)"
        }
        _ => "correct it; until then no hook of this file runs",
    };
    let mut belongs_to = None;
    let (location, code, message) = match error {
        LoadError::Syntax {
            format,
            location,
            message,
            related,
            ..
        } => {
            belongs_to = related;
            let code = match format {
                Format::Json => "not-json",
                Format::Yaml => "not-yaml",
                Format::Toml => "not-toml",
            };
            (location, code, format!("not valid {format}: {message}"))
        }
        LoadError::NotAnObject {
            format,
            location,
            found,
            ..
        } => (
            location,
            "not-an-object",
            format!(
                "settings must be {}, but this is {found}",
                format.settings_shape()
            ),
        ),
        LoadError::NotMeant {
            location, message, ..
        } => (location, "not-meant", message),
        LoadError::Missing(_) => (nowhere(), "unreadable", "no such file".to_owned()),
        LoadError::Folder(_) => (
            nowhere(),
            "unreadable",
            "this is a folder, not a settings file".to_owned(),
        ),
        LoadError::Unreadable { source, .. } => {
            let message = format!("failed to read the file: {source}");
            (nowhere(), "unreadable", message)
        }
        other => (nowhere(), "unreadable", other.to_string()),
    };
    CheckedFile {
        source: read_again(&location.file),
        has_settings: true,
        findings: vec![Finding {
            severity: Severity::Error,
            code,
            message,
            help: Some(help.to_owned()),
            location,
            event: None,
            hook: None,
        }],
        related: belongs_to,
    }
}

/// The text of a file that was read before and may not even be UTF-8: up to
/// the place that is shown it is. Nothing if it cannot be read.
fn read_again(file: &Arc<Path>) -> SourceText {
    let bytes = std::fs::read(file).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    SourceText::new(Arc::clone(file), text)
}
