//! What is found in the files of a project.

use std::path::Path;

use snaphook::{Finding, LoadError, Location, Severity};
use snaphook_settings::{LintContext, Numbering, SourceText, lint, load};

use super::disk::Disk;
use super::files::Project;
use crate::error::CommandError;

/// A file that was looked at.
pub(super) struct Checked {
    pub(super) source: SourceText,
    /// Top to bottom.
    pub(super) findings: Vec<Finding>,
}

impl Checked {
    pub(super) fn worst(&self) -> Option<Severity> {
        self.findings.iter().map(|finding| finding.severity).max()
    }
}

pub(super) fn look(project: &Project) -> Result<Vec<Checked>, CommandError> {
    let mut numbering = Numbering::default();
    let mut checked = Vec::new();
    let mut readable = Vec::new();
    for (file, scope) in &project.files {
        match load(file, *scope, &mut numbering) {
            Ok(mut settings) => {
                checked.push(Checked {
                    source: settings.source.clone(),
                    findings: std::mem::take(&mut settings.findings),
                });
                readable.push(settings);
            }
            Err(error) => checked.push(unreadable(file, error)?),
        }
    }
    let home = std::env::home_dir();
    let context = LintContext {
        runnable: &["command"],
        project_dir: &project.dir,
        home: home.as_deref(),
        files: &Disk,
    };
    for finding in lint(&readable, &context) {
        let file = &finding.location.file;
        if let Some(owner) = checked.iter_mut().find(|one| one.source.file() == file) {
            owner.findings.push(finding);
        }
    }
    for one in &mut checked {
        one.findings
            .sort_by_key(|finding| finding.location.span.start);
    }
    Ok(checked)
}

/// A file of which nothing can be used is one finding, if it has a text.
fn unreadable(file: &Path, error: LoadError) -> Result<Checked, CommandError> {
    let help = "no hook of this file runs until this is corrected".to_owned();
    let (location, code, message) = match error {
        LoadError::Syntax { location, message } => {
            (location, "not-json", format!("not valid JSON: {message}"))
        }
        LoadError::NotAnObject { location, found } => (
            location,
            "not-an-object",
            format!("settings must be an object like {{\"hooks\": {{…}}}}, but this is {found}"),
        ),
        other => return Err(CommandError::new(other.to_string())),
    };
    Ok(Checked {
        source: read_again(file, &location)?,
        findings: vec![Finding {
            severity: Severity::Error,
            code,
            message,
            help: Some(help),
            location,
            event: None,
            hook: None,
        }],
    })
}

/// The text of a file that was read before and may not even be UTF-8: up to
/// the place that is shown it is.
fn read_again(file: &Path, location: &Location) -> Result<SourceText, CommandError> {
    let bytes = std::fs::read(file)
        .map_err(|error| CommandError::new(format!("{}: {error}", file.display())))?;
    let text = String::from_utf8_lossy(&bytes);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    Ok(SourceText::new(location.file.clone(), text))
}
