//! `snaphook-canary`: drives one real agent once on the scripted model and prints what
//! happened, or prints the table of launches. `agents/e2e/run` is made of it.

use std::error::Error;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use serde_json::{Value, json};
use snaphook_agents::{AgentSpec, ContractEvidence, find_agent};
use snaphook_canary::{
    CanaryError, Drive, DriveReport, LAUNCHES, PrivateFolders, Script, ScriptKind, drive,
    find_launch,
};

/// Drives real agents on a scripted model.
#[derive(Debug, Parser)]
#[command(name = "snaphook-canary", version)]
enum CanaryCommand {
    /// Start one agent once on the scripted model, and print a report as JSON
    Drive(Box<DriveArgs>),
    /// Print the agents that can be driven, and what their contracts say, as JSON
    Table,
}

#[derive(Debug, Args)]
struct DriveArgs {
    /// The agent, by its name after `--agent`
    agent: String,
    /// A folder for the agent's home folder and project; it is made
    #[arg(long, value_name = "DIR")]
    root: PathBuf,
    /// Start this program instead of the one on PATH
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// A shell line that configures the agent, run in the project with its environment
    #[arg(long, value_name = "LINE")]
    setup: Option<String>,
    /// A variable of the agent's environment
    #[arg(long, value_name = "NAME=VALUE")]
    env: Vec<String>,
    /// Kill the agent after so many seconds
    #[arg(long, value_name = "SECONDS")]
    deadline: Option<u64>,
    #[command(subcommand)]
    script: ScriptArgs,
}

/// What the model has the agent do.
#[derive(Debug, Subcommand)]
enum ScriptArgs {
    /// Run a command with the shell tool
    Shell { command: String },
    /// Write a file in the project
    Write { file: String, content: String },
    /// Replace a text in a file of the project
    Edit {
        file: String,
        old: String,
        new: String,
    },
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let printed = match CanaryCommand::parse() {
        CanaryCommand::Drive(args) => run(*args).await.map(|report| json!(report)),
        CanaryCommand::Table => Ok(json!(
            LAUNCHES
                .iter()
                .map(|one| row(one.agent))
                .collect::<Vec<_>>()
        )),
    };
    match printed {
        Ok(value) => {
            let _ = writeln!(std::io::stdout(), "{value}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(args: DriveArgs) -> Result<DriveReport, Box<dyn Error + Send + Sync>> {
    let launch = find_launch(&args.agent).ok_or_else(|| CanaryError::NotDrivable {
        title: args.agent.clone(),
    })?;
    let folders = PrivateFolders::below(&std::path::absolute(&args.root)?);
    let below = |file: String| folders.project.join(file).to_string_lossy().into_owned();
    let kind = match args.script {
        ScriptArgs::Shell { command } => ScriptKind::Shell { command },
        ScriptArgs::Write { file, content } => ScriptKind::Write {
            path: below(file),
            content,
        },
        ScriptArgs::Edit { file, old, new } => ScriptKind::Edit {
            path: below(file),
            old,
            new,
        },
    };
    let folder = folders.project.to_string_lossy();
    let script = Script::new(launch, &kind, &folder)
        .ok_or_else(|| format!("{} has no tool for this in the table", args.agent))?;
    let pairs = args.env.iter().filter_map(|pair| pair.split_once('='));
    let environment = pairs.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let setup = args.setup;
    drive(Drive {
        launch,
        program: args.program,
        folders: folders.clone(),
        script,
        inherited: std::env::vars_os().collect(),
        environment: environment.collect(),
        deadline: args.deadline.map(Duration::from_secs),
        setup: async |folders: &PrivateFolders| match &setup {
            Some(line) => set_up(line, folders).await,
            None => Ok(()),
        },
    })
    .await
}

async fn set_up(line: &str, folders: &PrivateFolders) -> Result<(), Box<dyn Error + Send + Sync>> {
    let mut command = tokio::process::Command::new("sh");
    command
        .args(["-c", line])
        .current_dir(&folders.project)
        .envs(folders.environment())
        .stdin(std::process::Stdio::null());
    let output = command.output().await?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(CanaryError::Setup {
        program: line.to_owned(),
        output: said,
    }
    .into())
}

/// An agent of the table, with what its newest contract says.
fn row(agent: &str) -> Value {
    let Some(spec) = find_agent(agent) else {
        return json!({"agent": agent});
    };
    let launch = find_launch(agent);
    json!({
        "agent": agent,
        "title": spec.title,
        "program": launch.map(|launch| launch.program),
        "writes": launch.is_some_and(|launch| !launch.write.is_empty()),
        "seen": spec.contract(None).versions.seen,
        "events": events(spec),
    })
}

/// What a hook can do on each canonical event.
fn events(spec: &AgentSpec) -> Value {
    let events = spec.contract(None).events.iter();
    let rows = events.map(|event| {
        let can: Vec<_> = event.can.iter().map(|one| format!("{one:?}")).collect();
        (
            event.event.to_owned(),
            json!({
                "native": event.native,
                "can": can,
                "observed": event.evidence == ContractEvidence::Observed,
            }),
        )
    });
    Value::Object(rows.collect())
}
