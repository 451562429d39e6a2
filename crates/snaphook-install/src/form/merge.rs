//! Which entries a text has, and the text with other ones, for every form that is one file.

use std::path::Path;

use serde_json::Value;
use snaphook_agents::{AgentSpec, ConfigForm};

use super::{json, toml, yaml};
use crate::entry::AgentHookEntry;
use crate::error::InstallError;

/// An entry of ours in a configuration.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundEntry {
    /// The agent's name of the event.
    pub event: String,
    /// The command line.
    pub command: String,
    /// The timeout, in the agent's unit.
    pub timeout: Option<f64>,
    /// The matcher, where the entry has one.
    pub matcher: Option<String>,
    /// The whole entry.
    pub value: Value,
}

/// The entries of ours in a configuration.
///
/// # Errors
/// When the text is not what the agent reads.
pub fn found(agent: &AgentSpec, file: &Path, text: &str) -> Result<Vec<FoundEntry>, InstallError> {
    match agent.configuration.form {
        ConfigForm::TomlTables { .. } => toml::found(agent, file, text),
        ConfigForm::Yaml => yaml::found(file, text),
        _ => json::found(agent, file, text),
    }
}

/// The text with exactly these entries of ours. `None`: the file has nothing left, and need
/// not be there.
///
/// # Errors
/// When the text is not what the agent reads, or something else stands where an entry
/// belongs.
pub fn merged(
    agent: &AgentSpec,
    file: &Path,
    text: Option<&str>,
    wanted: &[AgentHookEntry],
) -> Result<Option<String>, InstallError> {
    let new = match agent.configuration.form {
        ConfigForm::TomlTables { .. } => toml::merged(agent, file, text, wanted)?,
        ConfigForm::Yaml => yaml::merged(file, text, wanted)?,
        _ => json::merged(agent, file, text, wanted)?,
    };
    Ok(Some(new).filter(|new| text.is_some() || !new.trim().is_empty()))
}
