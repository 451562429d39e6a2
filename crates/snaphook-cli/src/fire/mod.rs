//! `snaphook fire`: the main job.

mod input;
mod interrupt;

use std::process::ExitCode;
use std::time::Duration;

use snaphook::{BuildError, CancellationToken, Engine, ExecuteOptions, Input};

use crate::args::{Dialect, FireArgs};
use crate::error::CommandError;
use crate::{show, world};
use interrupt::Interrupt;

pub(crate) async fn fire(args: FireArgs) -> Result<ExitCode, CommandError> {
    let Dialect::Claude = args.dialect;
    let input = input::build(&args)?;
    let cwd = input.fields().text("cwd").unwrap_or_default().into_owned();
    let project = match &args.project {
        Some(project) => world::folder(Some(project))?,
        None => world::project_root(cwd.as_ref()),
    };
    let mut builder = Engine::builder()
        .context(world::context(&project))
        .switched_off(world::switched_off());
    for file in &args.settings {
        builder = builder.settings_file(file);
    }
    let engine = builder.build().map_err(|error| settings_error(&error))?;
    warn_of_odd_event(&engine, &input)?;

    let cancel = CancellationToken::new();
    let options = ExecuteOptions {
        cancel: Some(cancel.clone()),
    };
    // Before the first hook starts: from then on an interrupt must reach it.
    let interrupt = Interrupt::listen();
    let running = engine.execute_with(input, options);
    let (outcome, interrupted) = interrupt.or_end_of(running, &cancel).await;
    // Nothing may be left behind when the command ends.
    engine.shutdown(Duration::ZERO).await;
    if interrupted {
        return Err(CommandError::new("interrupted; the hooks were ended"));
    }

    if args.json {
        show::json(&outcome)?;
    } else {
        show::outcome(&outcome);
    }
    if let Some(reason) = outcome.block_reason.as_deref().filter(|_| outcome.blocked) {
        anstream::eprintln!("{reason}");
    }
    Ok(ExitCode::from(outcome.exit_status()))
}

fn settings_error(error: &BuildError) -> CommandError {
    CommandError::new(error.to_string())
        .help("nothing was run; correct the settings, or name others with --settings")
}

/// A custom event is fine; one that nobody handles and that nearly spells a
/// known one is a slip, and silence would hide it.
fn warn_of_odd_event(engine: &Engine, input: &Input) -> Result<(), CommandError> {
    match input.event().near_known() {
        Some(near) if !engine.has(input.event()) => Err(CommandError::new(format!(
            "there is no event `{}`, and no hook for it",
            input.event().as_str()
        ))
        .help(format!("did you mean `{near}`?"))),
        _ => Ok(()),
    }
}
