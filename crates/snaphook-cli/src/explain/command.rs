//! Builds the event as `fire` does, and explains the selection instead of running it.

use std::process::ExitCode;

use super::print::{as_json, print};
use crate::args::EventArgs;
use crate::error::CommandError;
use crate::event_name::hint_near_event;
use crate::fire::session_file::SessionFile;
use crate::fire::{self, EventRequest};
use crate::show::{self, Problems};

pub(crate) fn explain(args: &EventArgs) -> Result<ExitCode, CommandError> {
    let EventRequest {
        input,
        project,
        dialect,
    } = fire::prepare(args)?;
    let engine = args.settings.engine(&project)?;
    let id = input
        .fields()
        .text("session_id")
        .unwrap_or_default()
        .into_owned();
    let session = engine.session(&id);
    if let Some(id) = &args.session {
        let file = SessionFile::of(id);
        file.show(&session);
        for problem in file.problems() {
            crate::tell!("warning: {}", problem.message);
        }
    }
    fire::activate(args, &session)?;
    let explanation = session.explain(&input);
    Problems::of(&engine, &args.settings).print();
    if let Some(line) = show::recognised(&dialect) {
        crate::tell!("{line}");
    }
    if args.json {
        show::json(&as_json(&engine, &explanation))?;
    } else {
        print(&engine, &explanation);
        if args.settings.settings.is_empty() && explanation.hooks.is_empty() {
            show::nothing_configured(&engine, "");
        }
        if let Some(hint) = hint_near_event(&engine, input.event()) {
            crate::say!("{hint}");
        }
    }
    Ok(ExitCode::SUCCESS)
}
