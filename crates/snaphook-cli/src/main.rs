//! `snaphook`: the hook engine for AI agents, on the command line.
//!
//! The only place that reads the terminal, the environment and the home
//! folder; everything else is in the libraries.

/// Prints a line to stdout. What cannot be printed (a full disk, a closed
/// pipe) must never change the exit status: 2 means that a hook blocked.
macro_rules! say {
    ($($text:tt)*) => {{
        use std::io::Write;
        let _ = writeln!(anstream::stdout(), $($text)*);
    }};
}

/// The same to stderr.
macro_rules! tell {
    ($($text:tt)*) => {{
        use std::io::Write;
        let _ = writeln!(anstream::stderr(), $($text)*);
    }};
}

pub(crate) use {say, tell};

mod about;
mod args;
mod audit;
mod authorize;
mod bench;
mod check;
mod demo;
mod depth;
mod error;
mod event_name;
mod explain;
mod fire;
mod helper;
mod init;
mod list;
mod log;
mod os;
#[cfg(feature = "otel")]
mod otlp;
mod replay;
mod schema;
mod serve;
mod settings_args;
mod show;
mod switch;
mod test;
mod trust;
#[cfg(feature = "watch")]
mod watch;
mod world;

use std::process::ExitCode;

use args::{Command, parse};
use error::CommandError;

fn main() -> ExitCode {
    let command = match parse() {
        Ok(command) => command,
        Err(exit) => return exit,
    };
    match run(command) {
        Ok(exit) => exit,
        Err(error) => {
            error.print();
            ExitCode::from(1)
        }
    }
}

fn run(command: Command) -> Result<ExitCode, CommandError> {
    if let Command::Serve(args) = command {
        return serve::serve(&args);
    }
    // One thread: hooks are processes, and starting threads costs more than
    // all else the command does.
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| CommandError::new(format!("cannot start: {error}")))?;
    let ran = runtime.block_on(async {
        match command {
            #[cfg(feature = "otel")]
            Command::Fire(args) => otlp::fire(args).await,
            #[cfg(not(feature = "otel"))]
            Command::Fire(args) => fire::fire(args).await,
            Command::Explain(args) => explain::explain(&args),
            Command::Authorize(args) => authorize::authorize(args).await,
            Command::List(args) => list::list(&args),
            Command::Enable(args) => switch::enable(&args),
            Command::Disable(args) => switch::disable(&args),
            Command::Trust(args) => trust::trust(&args),
            Command::Log(args) => log::log(args).await,
            Command::Replay(args) => replay::replay(args).await,
            Command::Bench(args) => bench::bench(args).await,
            Command::Init(args) => init::init(args).await,
            Command::Test(args) => test::test(args).await,
            Command::StatusLine(args) => helper::status_line(&args).await,
            Command::SuggestFiles(args) => helper::suggest_files(&args).await,
            #[cfg(feature = "watch")]
            Command::Watch(args) => watch::watch(&args).await,
            Command::Completions(args) => about::completions(&args),
            Command::Man(args) => about::man(&args),
            Command::Demo => demo::demo().await,
            Command::Check(args) => check::check(&args),
            Command::Schema(args) => schema::schema(&args),
            Command::Serve(args) => serve::serve(&args),
        }
    });
    // The name of a collector may still be looked up, on a thread that cannot
    // be stopped: the command has waited long enough.
    #[cfg(feature = "otel")]
    runtime.shutdown_background();
    ran
}
