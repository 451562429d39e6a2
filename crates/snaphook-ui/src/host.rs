//! What the page asks of the program around it, which knows settings and engines.

use serde_json::Value;
use snaphook_approvals::Approvers;

/// What the program around the page does for it. Every method may take its time: it is called on
/// a thread that may wait.
pub trait PageHost: Send + Sync + 'static {
    /// The version of the program.
    fn version(&self) -> String;

    /// Who may answer which approvals.
    fn approvers(&self) -> Approvers;

    /// Why the page may not allow anything, if so: an agent has started it.
    fn refuses_answers(&self) -> Option<String> {
        None
    }

    /// Says for every hook of today's settings whether it would run on a recorded event, or the
    /// first reason why not.
    ///
    /// # Errors
    /// When the event is gone, or the settings cannot be loaded.
    fn explain(&self, event: i64) -> Result<Value, HostError>;

    /// Fires a recorded event again with today's settings, perhaps with another input (JSON),
    /// and compares the outcomes. Hooks run.
    ///
    /// # Errors
    /// When the event is gone, the input is not valid, or the settings cannot be loaded.
    fn fire_again(&self, event: i64, input: Option<&str>) -> Result<Value, HostError>;

    /// Writes a recorded event as a test case into a new file of this name in its project.
    ///
    /// # Errors
    /// When the event cannot be a test case, or the file cannot be written.
    fn save_test(&self, event: i64, name: &str) -> Result<Value, HostError>;

    /// Holds the events of the log against proposed settings. Nothing runs.
    ///
    /// # Errors
    /// When the settings cannot be loaded, or the log cannot be read.
    fn backtest(&self, proposal: &SettingsProposal) -> Result<Value, HostError>;

    /// The findings about the settings files, and the hooks that nobody has trusted.
    ///
    /// # Errors
    /// When the files cannot be looked for.
    fn settings_health(&self) -> Result<Value, HostError>;

    /// The findings about the agents on this machine.
    ///
    /// # Errors
    /// When they cannot be looked at.
    fn agents_health(&self) -> Result<Value, HostError>;
}

/// Settings that somebody proposes.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct SettingsProposal {
    /// The name of the file, which tells its format.
    pub name: String,
    /// The text of the file.
    pub text: String,
    /// Events not before this, in milliseconds since 1970.
    #[serde(default)]
    pub since: Option<i64>,
}

/// Why the program around the page could not do something.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct HostError {
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl HostError {
    /// An error with this message.
    #[must_use]
    pub fn new(message: impl Into<String>, help: Option<String>) -> Self {
        Self {
            message: message.into(),
            help,
        }
    }
}
