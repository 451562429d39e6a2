//! Starts the guarded server and the proxy, and ends them.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use snaphook::input::CommonFields;
#[cfg(feature = "watch")]
use snaphook::prelude::*;
use snaphook::{CancellationToken, visible};
use snaphook_proxy::{
    HttpServer, McpProxy, NoteSink, ProxyEnd, ProxyOptions, ServerName, UpstreamServer,
};

use super::args::McpProxyArgs;
use super::{headers, listen, pipes};
use crate::approvals::AskFor;
use crate::audit::Audit;
use crate::error::CommandError;
use crate::fire::Interrupt;
use crate::settings_args::EngineOptions;
use crate::show::{self, Problems};
use crate::world;

/// Guards a server until the client or the server ends.
pub(crate) async fn mcp_proxy(args: McpProxyArgs) -> Result<ExitCode, CommandError> {
    // Before the first hook starts: from then on a signal must end it.
    let told = Interrupt::listen();
    let cwd = world::folder(args.cwd.as_deref())?;
    let name = name(&args)?;
    let project = args.settings.project(&cwd)?;
    let audit = Audit::of("mcp-proxy", args.no_log);
    let engine = args
        .settings
        .engine_with(&project, EngineOptions::recorded(audit.recorder()))?;
    let session = uuid::Uuid::now_v7().to_string();
    audit.begin(&engine, &project, true);
    Problems::of(&engine, &args.settings).print();
    if let Some(line) = show::recognised(&args.settings.dialect(&project)) {
        crate::tell!("{line}");
    }
    #[cfg(feature = "watch")]
    let _watching = match args.no_watch {
        true => None,
        false => engine
            .watch()
            .inspect_err(|error| {
                crate::tell!("warning: failed to watch the settings files: {error}");
            })
            .ok(),
    };
    let cwd_text = cwd.to_string_lossy().into_owned();
    let mut common = CommonFields::new(session, cwd_text.clone());
    common.permission_mode.clone_from(&args.mode);
    let server = match &args.url {
        Some(url) => {
            let read = |header: &String| headers::read(header, |name| std::env::var(name).ok());
            let headers = args.header.iter().map(read).collect::<Result<_, _>>()?;
            UpstreamServer::Http(HttpServer::new(url.as_str(), headers))
        }
        None => UpstreamServer::Command {
            command: args.command.clone(),
            env: std::env::vars_os().collect(),
            cwd,
        },
    };
    if args.name.is_none() {
        crate::tell!(
            "rules and hooks know the tools as mcp__{}__TOOL",
            name.as_str()
        );
    }
    let mut options = ProxyOptions::new(name, common, Arc::new(Notes));
    options.ask = args.ask;
    options.approver = Some(Arc::new(move |session, client| {
        let ask = AskFor {
            session: session.to_owned(),
            cwd: cwd_text.clone(),
            ..AskFor::default()
        };
        ask.client_or_store(client)
    }));
    let stop = CancellationToken::new();
    if let Some(address) = args.listen {
        let listener = listen::listener(address, &args).await?;
        let serving = listener.run(engine.clone(), server, options, stop.clone());
        told.or_end_of(serving, &stop).await;
        engine.shutdown(Duration::from_secs(1)).await;
        audit.written();
        return Ok(ExitCode::SUCCESS);
    }
    let proxy = McpProxy::start(&engine, server, options).map_err(|error| {
        CommandError::new(error.to_string()).help("check the command or the address of the server")
    })?;
    let (ended, _) = told.or_end_of(pipes::run(proxy, stop.clone()), &stop).await;
    engine.shutdown(Duration::from_secs(1)).await;
    audit.written();
    match ended {
        ProxyEnd::Server(why) => Err(CommandError::new(format!("the server ended: {why}"))
            .help("its messages, if it wrote any, stand above")),
        ProxyEnd::Client | ProxyEnd::Stopped => Ok(ExitCode::SUCCESS),
    }
}

fn name(args: &McpProxyArgs) -> Result<ServerName, CommandError> {
    let name = match (&args.name, &args.url) {
        (Some(name), _) => ServerName::new(name.as_str()),
        (None, Some(url)) => ServerName::of_url(url),
        (None, None) => ServerName::of_command(&args.command),
    };
    name.map_err(|error| {
        CommandError::new(error.to_string())
            .help("name the server with --name")
            .usage()
    })
}

/// Writes notes to stderr, which clients show or keep.
struct Notes;

impl NoteSink for Notes {
    fn note(&self, text: &str) {
        crate::tell!("{}", visible::text(text));
    }

    fn server_stderr(&self, bytes: &[u8]) {
        // As the server wrote it: the client expects its messages here.
        let _ = std::io::stderr().write_all(bytes);
    }
}
