//! Runs the session and prints every change until it is interrupted.

use snaphook::prelude::*;
use std::process::ExitCode;
use std::time::Duration;

use snaphook::input::CommonFields;
use snaphook::input::typed::SessionStart;
use snaphook::watch::{WatchEvent, WatchHandle, WatchOptions, WatchedSession};
use snaphook::{AgentHooks, CancellationToken, Engine};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use super::args::WatchArgs;
use super::print::Printer;
use crate::audit::Audit;
use crate::error::CommandError;
use crate::fire::Interrupt;
use crate::settings_args::EngineOptions;
use crate::show::Problems;
use crate::world;

pub(crate) async fn watch(args: &WatchArgs) -> Result<ExitCode, CommandError> {
    let cwd = world::folder(args.cwd.as_deref())?;
    let project = args.settings.project(&cwd)?;
    let audit = Audit::of("watch", args.no_log);
    let options = EngineOptions::recorded(audit.recorder());
    let engine = args.settings.engine_with(&project, options)?;
    audit.begin(&engine, &project, true);
    Problems::of(&engine, &args.settings).print();
    let mut options = WatchOptions::default();
    options.native = !args.poll;
    // Before the first hook starts: from then on an interrupt must reach it.
    let interrupt = Interrupt::listen();
    let watching = engine
        .watch_with(options)
        .map_err(|error| CommandError::new(error.to_string()))?;
    let common = CommonFields::new(uuid::Uuid::now_v7().to_string(), cwd.to_string_lossy());
    let agent = AgentHooks::new(&engine, common.clone());
    let watched = watching.session(agent.session(), common);
    let shown = WatchScreen {
        printer: Printer { json: args.json },
        events: watching.events(),
        agent: &agent,
        watching: &watching,
        watched: &watched,
    };
    let cancel = CancellationToken::new();
    let running = cancel.run_until_cancelled(shown.run());
    let (ended, _) = interrupt.or_end_of(running, &cancel).await;
    // What is under way ends here; then the session has an end of its own.
    drop(watched);
    drop(watching);
    end(&engine, &agent, Printer { json: args.json }).await;
    audit.written();
    ended.unwrap_or(Ok(()))?;
    Ok(ExitCode::SUCCESS)
}

/// Everything that is shown while it runs.
struct WatchScreen<'a> {
    printer: Printer,
    events: Receiver<WatchEvent>,
    agent: &'a AgentHooks,
    watching: &'a WatchHandle,
    watched: &'a WatchedSession,
}

impl WatchScreen<'_> {
    /// Shows what happens; only an interrupt ends it, or a watcher that is gone.
    async fn run(mut self) -> Result<(), CommandError> {
        self.watching.until_ready().await;
        let started = self.agent.session_start(SessionStart::new("startup")).await;
        self.printer
            .session("sessionStart", &started.messages.outcome);
        self.watched.until_ready().await;
        let mut files = self.watched.watched();
        let session = self.agent.session();
        self.printer.started(session.engine(), session.id(), &files);
        loop {
            tokio::select! {
                event = self.events.recv() => match event {
                    Ok(event) => self.printer.event(&event),
                    Err(RecvError::Lagged(count)) => self.printer.missed(count),
                    Err(RecvError::Closed) => {
                        return Err(CommandError::new("the watcher of the settings has stopped"));
                    }
                },
                notice = session.next_notice() => self.printer.notice(&notice),
            }
            let now = self.watched.watched();
            if now != files {
                self.printer.files(&now);
                files = now;
            }
        }
    }
}

/// Ends the session as an agent would; another interrupt ends it at once.
async fn end(engine: &Engine, agent: &AgentHooks, printer: Printer) {
    let cancel = CancellationToken::new();
    let ending = cancel.run_until_cancelled(agent.session_end("other"));
    let (messages, _) = Interrupt::listen().or_end_of(ending, &cancel).await;
    if let Some(messages) = messages {
        printer.session("sessionEnd", &messages.outcome);
    }
    engine.shutdown(Duration::ZERO).await;
}
