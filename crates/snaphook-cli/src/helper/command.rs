//! Runs a helper command until it ends or is interrupted, and prints its lines.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use snaphook::input::Fields;
use snaphook::{CancellationToken, Engine};

use super::args::{HelperArgs, SuggestArgs};
use crate::error::CommandError;
use crate::fire::{self, Interrupt};
use crate::{show, world};

pub(crate) async fn status_line(args: &HelperArgs) -> Result<ExitCode, CommandError> {
    let (engine, input) = prepare(args, None)?;
    let lines = until_interrupted(&engine, engine.status_line(input)).await?;
    print(&lines, args.json)
}

pub(crate) async fn suggest_files(args: &SuggestArgs) -> Result<ExitCode, CommandError> {
    let (engine, input) = prepare(&args.common, args.query.as_deref())?;
    let lines = until_interrupted(&engine, engine.suggest_files(input)).await?;
    print(&lines, args.common.json)
}

fn prepare(args: &HelperArgs, query: Option<&str>) -> Result<(Engine, Fields), CommandError> {
    let mut input = fire::fields(args.input.as_deref())?;
    let unwritable = |error| CommandError::new(format!("failed to build the input: {error}"));
    if let Some(query) = query {
        input.set("query", query).map_err(unwritable)?;
    }
    let cwd = world::folder(args.cwd.as_deref())?;
    if args.cwd.is_some() {
        let text = cwd.to_string_lossy();
        input.set("cwd", text.as_ref()).map_err(unwritable)?;
    }
    world::fill_common(&mut input, &cwd).map_err(unwritable)?;
    let cwd = input.text("cwd").unwrap_or_default().into_owned();
    let project = args.settings.project(Path::new(&cwd))?;
    let engine = args.settings.engine(&project)?;
    Ok((engine, input))
}

/// The command runs in a group of its own and does not hear an interrupt.
async fn until_interrupted(
    engine: &Engine,
    running: impl Future<Output = Vec<String>>,
) -> Result<Vec<String>, CommandError> {
    let cancel = CancellationToken::new();
    let interrupt = Interrupt::listen();
    let running = cancel.run_until_cancelled(running);
    let (lines, _) = interrupt.or_end_of(running, &cancel).await;
    engine.shutdown(Duration::ZERO).await;
    lines.ok_or_else(|| CommandError::new("interrupted; the command was stopped"))
}

fn print(lines: &[String], json: bool) -> Result<ExitCode, CommandError> {
    if json {
        show::json(&lines)?;
    } else {
        // Unchanged: the caller wants the colours, also through a pipe.
        let mut stdout = std::io::stdout().lock();
        for line in lines {
            let _ = writeln!(stdout, "{line}");
        }
    }
    Ok(ExitCode::SUCCESS)
}
