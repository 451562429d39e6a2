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

/// Prints a line to stderr; failures to print are ignored, as for stdout.
macro_rules! tell {
    ($($text:tt)*) => {{
        use std::io::Write;
        let _ = writeln!(anstream::stderr(), $($text)*);
    }};
}

pub(crate) use {say, tell};

mod about;
mod agents;
mod annotations;
mod approvals;
mod args;
mod audit;
mod authorize;
mod bench;
mod bundle;
mod check;
mod convert;
mod demo;
mod depth;
mod doctor;
mod error;
mod event_name;
mod explain;
mod fire;
mod helper;
mod hook;
mod http_token;
mod init;
mod install;
mod list;
mod log;
#[cfg(feature = "mcp")]
mod mcp_proxy;
mod os;
#[cfg(feature = "otel")]
mod otlp;
mod pack;
mod policy;
mod replay;
mod schema;
mod serve;
mod settings_args;
mod show;
mod stakes;
mod switch;
mod test;
mod trust;
#[cfg(feature = "ui")]
mod ui;
#[cfg(feature = "watch")]
mod watch;
mod world;

use std::process::ExitCode;

use args::{Command, parse};
use error::CommandError;

fn main() -> ExitCode {
    if let Some(error) = snaphook::sandbox::run_launcher(std::env::args_os().skip(1)) {
        tell!("snaphook: {error}");
        // Neither 0 nor 2: the hook did not run.
        return ExitCode::from(125);
    }
    let command = match parse() {
        Ok(command) => command,
        Err(exit) => return exit,
    };
    let command = match command {
        Command::Fire(args) => {
            let event = args.event.clone();
            return stakes::run(|| stakes::look(&event), || run_fire(args));
        }
        Command::Authorize(args) => {
            let call = args.call.clone();
            let work = || run_async(authorize::authorize(args));
            return stakes::run(|| stakes::look(&call), work);
        }
        Command::Hook(args) => return hook::hook(&args),
        other => other,
    };
    match run(command) {
        Ok(exit) => exit,
        Err(error) => {
            error.print();
            ExitCode::from(error.exit())
        }
    }
}

fn run(command: Command) -> Result<ExitCode, CommandError> {
    match command {
        Command::Fire(args) => run_fire(args),
        Command::Hook(args) => Ok(hook::hook(&args)),
        Command::Install(args) => install::install(&args),
        Command::Uninstall(args) => install::uninstall(&args),
        Command::Agents(args) => agents::agents(&args),
        Command::Doctor(args) => doctor::doctor(&args),
        Command::Convert(args) => convert::convert(&args),
        Command::Explain(args) => explain::explain(&args),
        Command::Authorize(args) => run_async(authorize::authorize(args)),
        Command::List(args) => list::list(&args),
        Command::Enable(args) => switch::enable(&args),
        Command::Disable(args) => switch::disable(&args),
        Command::Trust(args) => trust::trust(&args),
        Command::Pack(args) => run_async(pack::pack(args)),
        Command::Approvals(args) => run_async(approvals::approvals(args)),
        #[cfg(feature = "ui")]
        Command::Ui(args) => ui::ui(&args),
        Command::Log(args) => run_async(log::log(args)),
        Command::Replay(args) => run_async(replay::replay(args)),
        Command::Bench(args) => run_async(bench::bench(args)),
        Command::Init(args) => run_async(init::init(args)),
        Command::Test(args) => run_async(test::test(args)),
        Command::StatusLine(args) => run_async(helper::status_line(&args)),
        Command::SuggestFiles(args) => run_async(helper::suggest_files(&args)),
        #[cfg(feature = "watch")]
        Command::Watch(args) => run_async(watch::watch(&args)),
        Command::Completions(args) => about::completions(&args),
        Command::Man(args) => about::man(&args),
        Command::Demo => run_async(demo::demo()),
        Command::Check(args) => check::check(&args),
        Command::Schema(args) => schema::schema(&args),
        #[cfg(feature = "mcp")]
        Command::McpProxy(args) => run_async(mcp_proxy::mcp_proxy(args)),
        Command::Serve(args) => serve::serve(&args),
        Command::Bundle(args) => bundle::bundle(&args),
        #[cfg(feature = "policy")]
        Command::Agent(args) => run_async(policy::agent(args)),
    }
}

fn run_fire(args: args::FireArgs) -> Result<ExitCode, CommandError> {
    let begun = fire::begin(args)?;
    match begun.without_hooks()? {
        Some(exit) => {
            // Nothing was started, and the process ends now: freeing the memory piece by
            // piece would only cost time.
            std::mem::forget(begun);
            Ok(exit)
        }
        #[cfg(feature = "otel")]
        None => run_async(otlp::fire(begun)),
        #[cfg(not(feature = "otel"))]
        None => run_async(fire::fire(begun)),
    }
}

/// Runs what waits for processes and the like.
pub(crate) fn run_async(
    work: impl Future<Output = Result<ExitCode, CommandError>>,
) -> Result<ExitCode, CommandError> {
    // One thread: hooks are processes, and starting threads costs more than
    // all else the command does.
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(CommandError::no_runtime)?;
    let ran = runtime.block_on(work);
    // The name of a collector may still be looked up, on a thread that cannot
    // be stopped: the command has waited long enough.
    #[cfg(feature = "otel")]
    runtime.shutdown_background();
    ran
}
