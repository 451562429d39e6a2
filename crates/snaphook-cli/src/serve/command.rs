//! Starts the server, its transports and the watcher of settings, and ends them.

use snaphook::prelude::*;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

#[cfg(feature = "watch")]
use snaphook::{Engine, watch::WatchHandle};
use snaphook_serve::{HookServer, HttpListener, HttpOptions, ListenError, ServerOptions};
use tokio::task::JoinSet;

use super::approvals::OwnApprovalsHost;
use super::args::ServeArgs;
use crate::audit::Audit;
use crate::error::CommandError;
use crate::fire::Interrupt;
use crate::http_token;
use crate::settings_args::EngineOptions;
use crate::show::{self, Problems};
#[cfg(feature = "ui")]
use crate::ui::ServedPage;
use crate::world;

/// Serves until a signal or the end of stdin. It uses a runtime of its own, because
/// clients are served on several threads, and a thread that reads stdin cannot be
/// stopped.
pub(crate) fn serve(args: &ServeArgs) -> Result<ExitCode, CommandError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(CommandError::no_runtime)?;
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
    Problems::of(&engine, &args.settings).print();
    if let Some(line) = show::recognised(&args.settings.dialect(&project)) {
        crate::tell!("{line}");
    }
    #[cfg(feature = "watch")]
    let _watching = match args.no_watch {
        true => None,
        false => watch(&engine),
    };
    #[cfg(feature = "policy")]
    let _policy = args.settings.settings.is_empty().then(|| {
        let engine = engine.clone();
        AbortOnDrop(tokio::spawn(crate::policy::follow_for_server(engine)))
    });
    let mut options = ServerOptions::new(cwd);
    options.grace = Duration::from_secs(args.grace);
    options.approvals = Some(Arc::new(OwnApprovalsHost::default()));
    let server = HookServer::new(engine, options);
    #[cfg(feature = "ui")]
    let page = match args.ui.ui {
        true => Some(ServedPage::start(&args.ui.page(), None).await?),
        false => None,
    };
    let mut serving = start(args, &server).await?;
    tokio::select! {
        _ = serving.join_next() => {}
        () = told.wait() => {}
    }
    #[cfg(feature = "ui")]
    if let Some(page) = page {
        page.end().await;
    }
    end(&server).await;
    audit.written();
    Ok(ExitCode::SUCCESS)
}

/// A task that ends with the server.
#[cfg(feature = "policy")]
struct AbortOnDrop(tokio::task::JoinHandle<()>);

#[cfg(feature = "policy")]
impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Ends the server. A second signal skips the grace period for requests in flight, a
/// third ends the process at once.
async fn end(server: &HookServer) {
    let mut ending = std::pin::pin!(server.end());
    let again = Interrupt::listen();
    tokio::select! {
        biased;
        () = &mut ending => return,
        () = again.wait() => server.skip_grace(),
    }
    let third = Interrupt::listen();
    tokio::select! {
        biased;
        () = ending => {}
        () = third.wait() => {}
    }
}

/// Watches the settings files. If that fails, the server serves without it.
#[cfg(feature = "watch")]
fn watch(engine: &Engine) -> Option<WatchHandle> {
    let watching = engine.watch();
    if let Err(error) = &watching {
        crate::tell!("warning: failed to watch the settings files: {error}");
    }
    watching.ok()
}

/// Starts the transports that the arguments name.
async fn start(args: &ServeArgs, server: &HookServer) -> Result<JoinSet<()>, CommandError> {
    let mut serving = JoinSet::new();
    #[cfg(unix)]
    if let Some(path) = &args.socket {
        let socket = snaphook_serve::SocketListener::listen(path).map_err(|error| {
            CommandError::new(error.to_string()).help("choose another path with --socket")
        })?;
        crate::tell!("listening at {}", path.display());
        let server = server.clone();
        serving.spawn(async move { server.serve_socket(socket).await });
    }
    if let Some(address) = args.http {
        let token = http_token::token(args.token_file.as_deref())?;
        let mut options = HttpOptions::new(token.token);
        options.remote = args.allow_remote;
        options.hosts.clone_from(&args.allow_host);
        options.idle = Duration::from_secs(args.idle.max(1));
        let http = HttpListener::listen(address, options)
            .await
            .map_err(|error| {
                let help = match &error {
                    ListenError::NotLoopback(_) => {
                        "pass --allow-remote to permit it, or use a loopback address"
                    }
                    _ => "choose another address with --http; port 0 takes any free port",
                };
                CommandError::new(error.to_string()).help(help)
            })?;
        crate::tell!("listening at http://{}", http.address());
        if token.is_new {
            crate::tell!("token: {}", token.text);
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
