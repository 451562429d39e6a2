//! The command itself: find files, look at them, show, and say how it went.

use std::process::ExitCode;

use snaphook::Severity;

use super::look::{Checked, look};
use super::{files, json, render};
use crate::args::CheckArgs;
use crate::error::CommandError;

pub(crate) fn check(args: &CheckArgs) -> Result<ExitCode, CommandError> {
    let mut checked = Vec::new();
    for project in files::find(&args.paths, args.project.as_deref())? {
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
