//! `snaphook serve`: the engine for agents in any language.

mod args;

use std::process::ExitCode;
use std::time::Duration;

use snaphook_serve::{Options, Server};

pub(crate) use args::{HELP, ServeArgs};

use crate::error::CommandError;
use crate::fire::Interrupt;
use crate::{show, world};

/// Serves until it is told to end. It has a runtime of its own: clients are
/// served on several threads, and one that reads stdin cannot be stopped.
pub(crate) fn serve(args: &ServeArgs) -> Result<ExitCode, CommandError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| CommandError::new(format!("cannot start: {error}")))?;
    let served = runtime.block_on(run(args));
    runtime.shutdown_background();
    served
}

async fn run(args: &ServeArgs) -> Result<ExitCode, CommandError> {
    let cwd = world::folder(args.cwd.as_deref())?;
    let project = args.settings.project(&cwd)?;
    let engine = args.settings.engine(&project)?;
    show::findings(&engine);
    let mut options = Options::new(cwd);
    options.grace = Duration::from_secs(args.grace);
    let server = Server::new(engine, options);
    let told = Interrupt::listen();
    let stdio = {
        let server = server.clone();
        tokio::spawn(async move { server.serve(tokio::io::stdin(), tokio::io::stdout()).await })
    };
    tokio::select! {
        _ = stdio => {}
        () = told.heard() => {}
    }
    let again = Interrupt::listen();
    tokio::select! {
        () = server.end() => {}
        () = again.heard() => {}
    }
    Ok(ExitCode::SUCCESS)
}
