//! What is found in the files of a project.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use snaphook::hook::Scope;
use snaphook::{Engine, Finding, LoadError, Severity};
use snaphook_settings::{
    Format, LintContext, Loading, Settings, SourceText, lint, load, load_front_matter,
    load_hooks_of,
};

use super::disk::Disk;
use super::files::Project;

/// The types of hooks that this build runs: those that its engine serves.
fn runnable() -> Vec<String> {
    let served = Engine::builder().build();
    let served = served.map(|engine| engine.registry().types());
    let served = served.unwrap_or_default();
    let mut names = snaphook::kinds().names();
    names.retain(|name| served.iter().any(|kind| kind == name.as_str()));
    names
}

/// A file that was looked at.
pub(super) struct Checked {
    pub(super) source: SourceText,
    /// Whether it has anything that could be wrong: a skill need not have
    /// hooks.
    pub(super) has_settings: bool,
    /// Top to bottom.
    pub(super) findings: Vec<Finding>,
}

impl Checked {
    pub(super) fn worst(&self) -> Option<Severity> {
        self.findings.iter().map(|finding| finding.severity).max()
    }
}

pub(super) fn look(project: &Project) -> Vec<Checked> {
    let mut loading = project.words.loading();
    let mut checked = Vec::new();
    let mut readable = Vec::new();
    for (file, scope) in &project.files {
        match read(file, *scope, &mut loading) {
            Ok(None) => checked.push(Checked {
                source: SourceText::new(file.as_path().into(), ""),
                has_settings: false,
                findings: Vec::new(),
            }),
            Ok(Some(mut settings)) => {
                checked.push(Checked {
                    source: settings.source.clone(),
                    has_settings: true,
                    findings: std::mem::take(&mut settings.findings),
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
            None => checked.push(Checked {
                source: read_again(&file),
                has_settings: true,
                findings: vec![finding],
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
/// nothing if that has no hooks.
fn read(file: &Path, scope: Scope, loading: &mut Loading) -> Result<Option<Settings>, LoadError> {
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
fn unreadable(file: &Path, error: LoadError) -> Checked {
    let nowhere = || SourceText::new(file.into(), "").at(0..0);
    let help = match error {
        LoadError::NotMeant { .. } => "none of its hooks is looked at until an agent is named",
        _ if error.may_hold_guard() => {
            "no hook of this file runs until this is corrected; it may hold a guard, so until then it acts as a guard that failed (a project's file only where one of its hooks was trusted)"
        }
        _ => "no hook of this file runs until this is corrected",
    };
    let (location, code, message) = match error {
        LoadError::Syntax {
            format,
            location,
            message,
            ..
        } => (
            location,
            match format {
                Format::Json => "not-json",
                Format::Yaml => "not-yaml",
            },
            format!("not valid {format}: {message}"),
        ),
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
        LoadError::Missing(_) => (nowhere(), "unreadable", "there is no such file".to_owned()),
        LoadError::Folder(_) => (nowhere(), "unreadable", "this is a folder".to_owned()),
        LoadError::Unreadable { source, .. } => {
            let message = format!("it cannot be read: {source}");
            (nowhere(), "unreadable", message)
        }
        other => (nowhere(), "unreadable", other.to_string()),
    };
    Checked {
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
