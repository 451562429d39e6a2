//! Starts the server, its transports and the watcher of settings, and ends them.

use std::process::ExitCode;
use std::time::Duration;

#[cfg(feature = "watch")]
use snaphook::{Engine, watch::Watching};
use snaphook_serve::{Http, HttpError, HttpOptions, Options, Server};
use tokio::task::JoinSet;

use super::args::ServeArgs;
use super::token;
use crate::audit::Audit;
use crate::error::CommandError;
use crate::fire::Interrupt;
use crate::settings_args::EngineOptions;
use crate::{show, world};

/// Serves until it is told to end. It has a runtime of its own: clients are
/// served on several threads, and one that reads stdin cannot be stopped.
pub(crate) fn serve(args: &ServeArgs) -> Result<ExitCode, CommandError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| {
            CommandError::new(format!(
                "cannot start, for the system gives no file or thread: {error}"
            ))
            .help("look at the limits of threads and open files (`ulimit -a`)")
        })?;
    let served = runtime.block_on(run(args));
    runtime.shutdown_background();
    served
}

async fn run(args: &ServeArgs) -> Result<ExitCode, CommandError> {
    // Before the first hook starts: from then on a signal must end it.
    let told = Interrupt::listen();
    let cwd = world::folder(args.cwd.as_deref())?;
    let project = args.settings.project(&cwd)?;
    let audit = Audit::of("serve", args.no_log);
    let options = EngineOptions::recorded(audit.recorder());
    let engine = args.settings.engine_with(&project, options)?;
    audit.begin(&engine, &project, true);
    show::findings(&engine);
    if let Some(line) = show::recognised(&args.settings.dialect(&project)) {
        crate::tell!("{line}");
    }
    #[cfg(feature = "watch")]
    let _watching = match args.no_watch {
        true => None,
        false => watch(&engine),
    };
    let mut options = Options::new(cwd);
    options.grace = Duration::from_secs(args.grace);
    let server = Server::new(engine, options);
    let mut serving = start(args, &server).await?;
    tokio::select! {
        _ = serving.join_next() => {}
        () = told.heard() => {}
    }
    end(&server).await;
    audit.written();
    Ok(ExitCode::SUCCESS)
}

/// Ends the server. Who tells it again does not want to wait for what is in
/// flight; who tells it a third time, not even for its end.
async fn end(server: &Server) {
    let mut ending = std::pin::pin!(server.end());
    let again = Interrupt::listen();
    tokio::select! {
        biased;
        () = &mut ending => return,
        () = again.heard() => server.hurry(),
    }
    let once_more = Interrupt::listen();
    tokio::select! {
        biased;
        () = ending => {}
        () = once_more.heard() => {}
    }
}

/// Follows the settings. A server that cannot still serves.
#[cfg(feature = "watch")]
fn watch(engine: &Engine) -> Option<Watching> {
    let watching = engine.watch();
    if let Err(error) = &watching {
        crate::tell!("warning: settings are not followed: {error}");
    }
    watching.ok()
}

/// Starts everything that was asked for.
async fn start(args: &ServeArgs, server: &Server) -> Result<JoinSet<()>, CommandError> {
    let mut serving = JoinSet::new();
    #[cfg(unix)]
    if let Some(path) = &args.socket {
        let socket = snaphook_serve::Socket::listen(path).map_err(|error| {
            CommandError::new(error.to_string()).help("name another path with --socket")
        })?;
        crate::tell!("listening at {}", path.display());
        let server = server.clone();
        serving.spawn(async move { server.serve_socket(socket).await });
    }
    if let Some(address) = args.http {
        let token = token::token(args.token_file.as_deref())?;
        let mut options = HttpOptions::new(token.token);
        options.remote = args.allow_remote;
        options.hosts.clone_from(&args.allow_host);
        options.idle = Duration::from_secs(args.idle.max(1));
        let http = Http::listen(address, options).await.map_err(|error| {
            let help = match &error {
                HttpError::NotLoopback(_) => "name a loopback address, or say --allow-remote",
                _ => "name another address with --http; with port 0 any that is free is taken",
            };
            CommandError::new(error.to_string()).help(help)
        })?;
        crate::tell!("listening at http://{}", http.address());
        if let Some(new) = token.new {
            crate::tell!("token: {new}");
        }
        let server = server.clone();
        serving.spawn(async move { server.serve_http(http).await });
    }
    if args.stdio || serving.is_empty() {
        let server = server.clone();
        let (stdin, stdout) = (tokio::io::stdin(), tokio::io::stdout());
        serving.spawn(async move { server.serve(stdin, stdout).await });
    }
    Ok(serving)
}
