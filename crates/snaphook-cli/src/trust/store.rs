//! Lists what is trusted, and revokes trust.

use std::path::Path;
use std::process::ExitCode;

use serde_json::json;
use snaphook::trust::TrustFile;

use super::{counted, shown};
use crate::error::CommandError;
use crate::show::{self, style};

pub(super) fn list(store: &TrustFile, json: bool) -> Result<ExitCode, CommandError> {
    let projects = store.list().map_err(failed)?;
    if json {
        show::json(&json!(projects))?;
        return Ok(ExitCode::SUCCESS);
    }
    let (bold, dim) = (style::BOLD, style::DIM);
    if projects.is_empty() {
        crate::say!("nothing is trusted yet");
    }
    for project in projects {
        crate::say!("{bold}{}{bold:#}", shown(&project.project));
        for record in &project.hooks {
            let place = match (&record.file, record.line) {
                (Some(file), Some(line)) => format!("{file}:{line}"),
                _ => String::new(),
            };
            crate::say!(
                "  {}  {}  {dim}{}{dim:#}",
                style::one_line(&record.name),
                style::one_line(&record.event),
                style::one_line(&place)
            );
            for script in &record.scripts {
                crate::say!("      {dim}{}{dim:#}", style::one_line(&script.path));
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

pub(super) fn revoke(
    store: &TrustFile,
    project: &Path,
    names: &[String],
) -> Result<ExitCode, CommandError> {
    let revoked = match names.is_empty() {
        true => store.revoke_all(project).map_err(failed)?,
        false => store
            .revoke(project, |record| {
                names
                    .iter()
                    .any(|name| *name == record.name || *name == record.id)
            })
            .map_err(failed)?,
    };
    if revoked.is_empty() {
        return Err(
            CommandError::new("nothing was revoked: none of these hooks is trusted")
                .help("run `snaphook trust --list` to see what is trusted"),
        );
    }
    crate::say!("revoked trust in {}", counted(revoked.len()));
    Ok(ExitCode::SUCCESS)
}

fn failed(error: snaphook::trust::TrustError) -> CommandError {
    CommandError::new(error.to_string())
}
