//! Finds the files, checks them, prints the findings, and sets the exit status.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use snaphook::{Dialect, Finding, Severity};
use snaphook_dialects::recognise;
use snaphook_settings::{plugin_files, skill_files};

use super::files::FileDialect;
use super::look::{CheckedFile, look};
use super::{files, github, json, render, sandbox};
use crate::annotations::ReportFormat;
use crate::args::CheckArgs;
use crate::error::CommandError;
use crate::{show, world};

/// The dialect from `--dialect`, else the one recognised from these files.
fn dialect(args: &CheckArgs, files: &[PathBuf], project: &Path) -> Arc<dyn Dialect> {
    let named = args.dialect.as_deref().and_then(snaphook_dialects::named);
    named.unwrap_or_else(|| {
        let found = world::with_folders(project, |folders| recognise(files, folders));
        if let Some(line) = show::recognised(&found) {
            crate::tell!("{line}");
        }
        found.dialect
    })
}

pub(crate) fn check(args: &CheckArgs) -> Result<ExitCode, CommandError> {
    let mut checked = Vec::new();
    let choose = |files: &[PathBuf], project: &Path| {
        let dialect = dialect(args, files, project);
        let agent = args.agent.clone().filter(|_| dialect.describes_agents());
        FileDialect { dialect, agent }
    };
    let (folder, named) = (args.project.as_deref(), args.dialect.as_deref());
    for plugin in &args.plugin {
        if plugin_files(plugin).is_empty() && skill_files(plugin).is_empty() {
            let message = format!("no plugin with hooks in {}", plugin.display());
            return Err(CommandError::new(message)
                .help("name the folder that has `hooks/hooks.json` or `plugin.json`"));
        }
    }
    let paths: Vec<PathBuf> = args.paths.iter().chain(&args.plugin).cloned().collect();
    let projects = files::find(&paths, folder, named, choose)?;
    if let Some(agent) = &args.agent
        && !projects
            .iter()
            .any(|one| one.words.dialect.describes_agents())
    {
        let message =
            format!("--agent {agent} has no effect: none of these settings describes agents");
        return Err(CommandError::new(message).help("remove --agent"));
    }
    let folders: Vec<PathBuf> = projects.iter().map(|project| project.dir.clone()).collect();
    for project in projects {
        checked.extend(look(&project));
    }
    if args.sandbox {
        sandbox::hint(&mut checked, &folders)?;
    }
    match ReportFormat::of(args.format, args.json) {
        ReportFormat::Json => json::print(&checked)?,
        ReportFormat::Github => github::print(&checked),
        ReportFormat::Text => render::print(&checked),
    }
    let worst = checked.iter().filter_map(CheckedFile::worst).max();
    let failed = match worst {
        Some(Severity::Error) => true,
        Some(Severity::Warning) => args.deny_warnings,
        Some(Severity::Hint) | None => false,
    };
    Ok(ExitCode::from(u8::from(failed)))
}

/// Everything that is to be said of the files of a folder.
pub(crate) fn findings_in(folder: &Path) -> Result<Vec<Finding>, CommandError> {
    let checked = check_files(&[folder.to_owned()], folder)?.into_iter();
    Ok(checked.flat_map(|file| file.findings).collect())
}

/// The findings about the settings of every scope, as JSON.
#[cfg(feature = "ui")]
pub(crate) fn check_everywhere(project: &Path) -> Result<serde_json::Value, CommandError> {
    Ok(json::findings_json(&check_files(&[], project)?))
}

/// The files at these paths, or of every scope, in the dialect that they show.
fn check_files(paths: &[PathBuf], project: &Path) -> Result<Vec<CheckedFile>, CommandError> {
    let choose = |files: &[PathBuf], project: &Path| {
        let found = world::with_folders(project, |folders| recognise(files, folders));
        FileDialect {
            dialect: found.dialect,
            agent: None,
        }
    };
    let projects = files::find(paths, Some(project), None, choose)?;
    Ok(projects.iter().flat_map(look).collect())
}
