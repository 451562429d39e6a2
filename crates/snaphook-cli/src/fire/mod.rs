//! `snaphook fire`: the main job.

mod input;

use std::process::ExitCode;
use std::time::Duration;

use snaphook::{BuildError, CancellationToken, Engine, ExecuteOptions, Input};

use crate::args::{Dialect, FireArgs};
use crate::error::CommandError;
use crate::{show, world};

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
    let running = engine.execute_with(input, options);
    let (outcome, interrupted) = until_interrupted(running, &cancel).await;
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

/// Hooks run in groups of their own and do not hear a Ctrl-C at the terminal:
/// it is passed on, so that they do not outlive the command.
async fn until_interrupted<T>(
    running: impl Future<Output = T>,
    cancel: &CancellationToken,
) -> (T, bool) {
    let mut running = std::pin::pin!(running);
    tokio::select! {
        biased;
        done = &mut running => (done, false),
        () = interrupted() => {
            cancel.cancel();
            (running.await, true)
        }
    }
}

#[cfg(unix)]
async fn interrupted() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut term) = signal(SignalKind::terminate()) else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = term.recv() => {}
    }
}

#[cfg(not(unix))]
async fn interrupted() {
    let _ = tokio::signal::ctrl_c().await;
}
