//! A small agent with complete hooks. Start reading at `turn.rs`, the
//! loop; `session.rs` is what is around it.

mod agent;
mod args;
mod commands;
mod compact;
mod host;
mod instructions;
mod message;
mod model;
mod person;
mod prompts;
mod record;
mod session;
mod subagent;
mod tools;
mod turn;
mod worktree;

use snaphook::prelude::*;
use std::path::Path;
use std::time::Duration;

use snaphook::input::CommonFields;
use snaphook::{AgentHooks, Context, Engine};

use agent::Agent;
use args::Args;
use host::Host;
use model::{PlayedModel, SessionScript};

/// How long background hooks may still take when everything else is over.
const PATIENCE: Duration = Duration::from_secs(5);

// Nothing here needs a second thread: hooks, tools and the model are waited
// for, not computed.
#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let args = Args::read(std::env::args().skip(1))?;
    let script = SessionScript::read(&args.script)?;
    let project = std::env::current_dir()?;

    let engine = engine(&args, &project)?;
    // Settings that do not do what they say must not go unnoticed.
    for diagnostic in engine.diagnostics() {
        eprintln!("settings: {}", diagnostic.message);
    }

    let hooks = AgentHooks::new(
        &engine,
        CommonFields::new(&args.session, project.to_string_lossy()),
    );
    let host = Host::new(
        project,
        script.limits,
        Box::new(PlayedModel::new(script.agents)),
    );
    let mut agent = Agent::new(host, hooks, script.model);
    session::play(&mut agent, args.init, script.prompts).await;

    // Waits for hooks that still run, and ends those that do not come to an end.
    engine.shutdown(PATIENCE).await;
    Ok(())
}

/// The engine: the hooks of a settings file, and the recorder.
fn engine(args: &Args, project: &Path) -> anyhow::Result<Engine> {
    let context = Context::from_process()
        .ai_agent("example-agent")
        .project_dir(project)
        // Texts of hooks that are too long for the model are kept here.
        .state_dir(std::env::temp_dir().join("example-agent"));
    let mut builder = Engine::builder().context(context);
    if let Some(settings) = args.settings_in(project) {
        builder = builder.settings_file(settings);
    }
    if let Some(file) = &args.record {
        builder = record::every_event(builder, file)?;
    }
    if let Some(file) = &args.log {
        builder = person::look_on(builder, file, &args.session, project);
    }
    Ok(builder.build()?)
}
