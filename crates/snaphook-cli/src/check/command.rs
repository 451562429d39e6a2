//! The command itself: find files, look at them, show, and say how it went.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use snaphook::{Dialect, Severity};
use snaphook_dialects::recognise;

use super::files::Words;
use super::look::{Checked, look};
use super::{files, json, render};
use crate::args::CheckArgs;
use crate::error::CommandError;
use crate::{show, world};

/// The dialect that was named, or that these files show.
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
        Words { dialect, agent }
    };
    let (folder, named) = (args.project.as_deref(), args.dialect.as_deref());
    let projects = files::find(&args.paths, folder, named, choose)?;
    if let Some(agent) = &args.agent
        && !projects
            .iter()
            .any(|one| one.words.dialect.describes_agents())
    {
        let message = format!("--agent {agent}: none of these settings describes agents");
        return Err(CommandError::new(message).help("leave it out"));
    }
    for project in projects {
        checked.extend(look(&project));
    }
    if args.json {
        json::print(&checked)?;
    } else {
        render::print(&checked);
    }
    let worst = checked.iter().filter_map(Checked::worst).max();
    let failed = match worst {
        Some(Severity::Error) => true,
        Some(Severity::Warning) => args.deny_warnings,
        Some(Severity::Hint) | None => false,
    };
    Ok(ExitCode::from(u8::from(failed)))
}
