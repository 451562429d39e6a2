//! Prepares the private folders, starts the model and the agent, and reports what both did.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;
use tokio::process::Command;

use super::environment::{FIXED, passed_on};
use super::group::{self, ProgramEnd};
use crate::error::CanaryError;
use crate::launch::{LaunchSpec, PrivateFolders};
use crate::model::{RecordedRequest, ScriptedModel};
use crate::script::Script;

/// One run of an agent.
#[derive(Debug)]
pub struct Drive<'a, Setup> {
    /// How it is started.
    pub launch: &'a LaunchSpec,
    /// The program, if not the one of the table on `PATH`.
    pub program: Option<PathBuf>,
    /// Its folders.
    pub folders: PrivateFolders,
    /// What the model says.
    pub script: Script,
    /// The variables of the caller. Of these the agent gets what programs need to be found
    /// and to print, and nothing that names configuration, accounts or keys.
    pub inherited: Vec<(OsString, OsString)>,
    /// More variables of its environment.
    pub environment: Vec<(String, String)>,
    /// After this time the agent is killed; `None`: that of the table.
    pub deadline: Option<Duration>,
    /// Configures the agent in its folders, after the files of the table are there.
    pub setup: Setup,
}

/// What happened in a run.
#[derive(Debug, Serialize)]
pub struct DriveReport {
    /// The exit status of the agent; `None`: it was killed.
    pub exit: Option<i32>,
    /// Whether it was killed after the deadline.
    pub timed_out: bool,
    /// What it printed.
    pub stdout: String,
    /// What it printed as errors.
    pub stderr: String,
    /// What it asked the model server.
    pub requests: Vec<RecordedRequest>,
}

impl DriveReport {
    /// Whether the agent asked the model anything.
    #[must_use]
    pub fn reached_model(&self) -> bool {
        self.requests.iter().any(|request| request.asks_model)
    }

    /// Whether the model had the agent call a tool.
    #[must_use]
    pub fn called(&self) -> bool {
        self.requests.iter().any(|request| request.call.is_some())
    }

    /// The results of tools that the model saw.
    #[must_use]
    pub fn tool_results(&self) -> Vec<String> {
        let last = self.requests.iter().rev();
        last.map(RecordedRequest::tool_results)
            .find(|results| !results.is_empty())
            .unwrap_or_default()
    }

    /// Whether a text is in any request, so that the model saw it.
    #[must_use]
    pub fn model_saw(&self, text: &str) -> bool {
        let mut bodies = self.requests.iter().filter(|request| request.asks_model);
        bodies.any(|request| request.body.to_string().contains(text))
    }

    /// The end of what it printed, for messages.
    #[must_use]
    pub fn tail(&self) -> String {
        let both = [self.stdout.trim(), self.stderr.trim()].join("\n");
        let lines: Vec<_> = both
            .lines()
            .filter(|line| !line.trim().is_empty())
            .collect();
        lines[lines.len().saturating_sub(6)..].join("\n")
    }
}

/// Runs an agent once on a model that follows a script.
///
/// # Errors
///
/// The model, the agent or a step before could not be started, or the setup failed.
pub async fn drive<Setup, Failure>(drive: Drive<'_, Setup>) -> Result<DriveReport, Failure>
where
    Setup: AsyncFnOnce(&PrivateFolders) -> Result<(), Failure>,
    Failure: From<CanaryError>,
{
    let model = ScriptedModel::start(drive.script).await?;
    let url = model.url();
    let launch = drive.launch;
    let folders = drive.folders;
    folders.prepare(launch, &url)?;
    let command = |program: &str, arguments: &[&str]| {
        let mut command = Command::new(program);
        command
            .args(arguments.iter().map(|text| folders.fill(text, &url)))
            .current_dir(&folders.project)
            .env_clear()
            .envs(passed_on(drive.inherited.iter().cloned()))
            .envs(folders.environment())
            .envs(FIXED.iter().copied());
        for (name, value) in launch.environment {
            command.env(name, folders.fill(value, &url));
        }
        command.envs(drive.environment.iter().map(|(name, value)| (name, value)));
        command
    };
    let deadline = Duration::from_secs(launch.seconds.into());
    for step in launch.before {
        let ended = group::run(command(step.program, step.arguments), deadline).await;
        let ended = ended.map_err(|source| start_error(step.program, source))?;
        if ended.exit != Some(0) {
            let program = format!("{} {}", step.program, step.arguments.join(" "));
            let output = format!("{}{}", ended.stdout, ended.stderr);
            return Err(CanaryError::Setup { program, output }.into());
        }
    }
    (drive.setup)(&folders).await?;
    let program = match &drive.program {
        Some(path) => path.to_string_lossy().into_owned(),
        None => launch.program.to_owned(),
    };
    let running = group::run(
        command(&program, launch.arguments),
        drive.deadline.unwrap_or(deadline),
    );
    let ProgramEnd {
        exit,
        stdout,
        stderr,
        timed_out,
    } = running
        .await
        .map_err(|source| start_error(&program, source))?;
    Ok(DriveReport {
        exit,
        timed_out,
        stdout,
        stderr,
        requests: model.requests(),
    })
}

fn start_error(program: &str, source: std::io::Error) -> CanaryError {
    CanaryError::Start {
        program: program.to_owned(),
        source,
    }
}
