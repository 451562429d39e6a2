//! Proves with two runs of the real agent that a guard holds in it: a harmless call runs,
//! and a call that the guard denies does not.

use std::error::Error;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::drive::{Drive, DriveReport, drive};
use crate::error::CanaryError;
use crate::launch::{LaunchSpec, PrivateFolders};
use crate::script::{Script, ScriptKind};

/// The file that the harmless call makes.
const HARMLESS: &str = "canary-harmless";
/// The file that the denied call would make.
const DENIED: &str = "canary-denied";
/// What the guard says.
const REASON: &str = "denied by the canary guard";
/// Where the guard notes what it was asked, beside the project.
const ASKED: &str = "asked.jsonl";

/// A proof to be made.
#[derive(Debug)]
pub struct Canary<'a> {
    /// How the agent is started.
    pub launch: &'a LaunchSpec,
    /// The program, if not the one of the table on `PATH`.
    pub program: Option<PathBuf>,
    /// An empty folder for everything that the runs write.
    pub root: PathBuf,
    /// The variables of the caller, of which the agent gets a few.
    pub inherited: Vec<(OsString, OsString)>,
    /// After this time a run is given up; `None`: that of the table.
    pub deadline: Option<Duration>,
}

/// What was proved.
#[derive(Debug)]
#[non_exhaustive]
pub struct Verification {
    /// What the agent told its model about the denied call.
    pub told: String,
}

/// Why it was not proved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyFailure {
    /// The agent could not be driven.
    #[error(transparent)]
    Drive(#[from] CanaryError),
    /// The agent could not be configured in its private folders.
    #[error("failed to install the hooks into the private folders: {0}")]
    Setup(#[source] Box<dyn Error + Send + Sync>),
    /// The agent did not get as far as asking its model.
    #[error("the agent ended without asking the scripted model ({end}); it printed:\n{tail}")]
    ModelNotAsked {
        /// How it ended.
        end: String,
        /// What it printed last.
        tail: String,
    },
    /// The agent offers no tool that the table knows.
    #[error("the agent offers its model no tool called {wanted}, only: {offered}")]
    ToolNotOffered {
        /// The tools that would do.
        wanted: String,
        /// The tools that there are.
        offered: String,
    },
    /// The harmless call did not run.
    #[error("a harmless call did not run; the model was told: {told}")]
    HarmlessBlocked {
        /// What the model was told.
        told: String,
    },
    /// The harmless call ran, and the hook was not asked about it.
    #[error("the agent ran a call without starting the hook")]
    HookNotStarted,
    /// The denied call ran, although the guard denied it.
    #[error("the agent ran a call that the guard denied")]
    DeniedRan,
    /// The call did not run, but not because of the guard.
    #[error(
        "a call that the guard must deny did not run, but the guard is not why; the model was told: {told}"
    )]
    OtherReason {
        /// What the model was told.
        told: String,
    },
}

/// Proves that a guard holds in an agent. `setup` installs the hooks into the folders of a
/// run; it is called once for each of the two runs.
///
/// # Errors
///
/// It was not proved.
pub async fn verify<Setup>(canary: &Canary<'_>, setup: Setup) -> Result<Verification, VerifyFailure>
where
    Setup: Fn(&PrivateFolders) -> Result<(), Box<dyn Error + Send + Sync>>,
{
    let harmless = run(canary, HARMLESS, &setup).await?;
    check_reached(canary, &harmless)?;
    if !harmless.made {
        return Err(VerifyFailure::HarmlessBlocked {
            told: harmless.describe_results(),
        });
    }
    if !harmless.asked {
        return Err(VerifyFailure::HookNotStarted);
    }
    let denied = run(canary, DENIED, &setup).await?;
    check_reached(canary, &denied)?;
    match (denied.made, denied.asked) {
        (true, true) => Err(VerifyFailure::DeniedRan),
        (true, false) => Err(VerifyFailure::HookNotStarted),
        (false, asked) => {
            let told = denied.describe_results();
            // Cline ends the task on a denial: then its model is told nothing more.
            let silent = denied.report.tool_results().is_empty();
            if asked && (silent || denied.report.model_saw(REASON)) {
                Ok(Verification { told })
            } else {
                Err(VerifyFailure::OtherReason { told })
            }
        }
    }
}

/// A run and what it left.
struct FinishedRun {
    report: DriveReport,
    /// Whether the call made its file.
    made: bool,
    /// Whether the guard was asked about it.
    asked: bool,
}

impl FinishedRun {
    fn describe_results(&self) -> String {
        let results = self.report.tool_results();
        if results.is_empty() {
            "nothing".to_owned()
        } else {
            results.join("; ")
        }
    }
}

async fn run<Setup>(
    canary: &Canary<'_>,
    file: &str,
    setup: &Setup,
) -> Result<FinishedRun, VerifyFailure>
where
    Setup: Fn(&PrivateFolders) -> Result<(), Box<dyn Error + Send + Sync>>,
{
    let root = canary.root.join(file);
    let folders = PrivateFolders::below(&root);
    let kind = ScriptKind::Shell {
        command: format!("echo canary > {file}"),
    };
    let folder = folders.project.to_string_lossy();
    let script =
        Script::new(canary.launch, &kind, &folder).ok_or_else(|| CanaryError::NotDrivable {
            title: canary.launch.agent.to_owned(),
        })?;
    let report: DriveReport = drive(Drive {
        launch: canary.launch,
        program: canary.program.clone(),
        folders: folders.clone(),
        script,
        inherited: canary.inherited.clone(),
        environment: Vec::new(),
        deadline: canary.deadline,
        setup: async |folders: &PrivateFolders| -> Result<(), VerifyFailure> {
            write_guard(&folders.home)?;
            setup(folders).map_err(VerifyFailure::Setup)
        },
    })
    .await?;
    let asked = std::fs::read_to_string(root.join(ASKED)).unwrap_or_default();
    Ok(FinishedRun {
        report,
        made: folders.project.join(file).exists(),
        asked: asked.contains(file),
    })
}

/// Writes the guard into the user's settings of the private home folder. It notes its
/// input, and denies what mentions the denied file.
fn write_guard(home: &Path) -> Result<(), CanaryError> {
    let folder = home.join(".config/snaphook");
    std::fs::create_dir_all(&folder).map_err(CanaryError::write(&folder))?;
    let command = format!(
        "tee -a ../{ASKED} | grep -q {DENIED} && {{ echo '{REASON}' >&2; exit 2; }}; exit 0"
    );
    let settings = serde_json::json!({"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [
        {"name": "canary", "command": command, "timeout": 30, "onFailure": "block"}]}]}});
    let path = folder.join("settings.json");
    std::fs::write(&path, settings.to_string()).map_err(CanaryError::write(&path))
}

fn check_reached(canary: &Canary<'_>, ran: &FinishedRun) -> Result<(), VerifyFailure> {
    let report = &ran.report;
    if !report.reached_model() {
        let end = match report.exit {
            _ if report.timed_out => "stopped after its deadline".to_owned(),
            Some(code) => format!("exit status {code}"),
            None => "killed by a signal".to_owned(),
        };
        let tail = report.tail();
        return Err(VerifyFailure::ModelNotAsked { end, tail });
    }
    if !report.called() {
        let offered = report.requests.iter().map(|request| &request.offered);
        let offered = offered.max_by_key(|tools| tools.len()).cloned();
        let wanted: Vec<_> = canary.launch.shell.iter().map(|form| form.name).collect();
        return Err(VerifyFailure::ToolNotOffered {
            wanted: wanted.join(" or "),
            offered: offered.unwrap_or_default().join(", "),
        });
    }
    Ok(())
}
