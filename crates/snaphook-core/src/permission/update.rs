//! One entry of `updatedPermissions`.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::behavior::Behavior;
use super::mode::Mode;
use crate::hook::Scope;

/// A change of permissions, and where it is to be kept. It reads and writes the
/// protocol's JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Update {
    /// What changes.
    #[serde(flatten)]
    pub kind: UpdateKind,
    /// Where it is kept.
    pub destination: Destination,
}

/// An entry of `updatedPermissions` that does not fit the protocol.
#[derive(Debug, thiserror::Error)]
#[error("not a permission update: {0}")]
pub struct InvalidUpdate(#[from] serde_json::Error);

/// What an update changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum UpdateKind {
    /// Rules come in.
    AddRules {
        /// Which.
        rules: Vec<RuleText>,
        /// What they say.
        behavior: Behavior,
    },
    /// These take the place of all rules that say the same there.
    ReplaceRules {
        /// Which.
        rules: Vec<RuleText>,
        /// What they say.
        behavior: Behavior,
    },
    /// Rules go.
    RemoveRules {
        /// Which.
        rules: Vec<RuleText>,
        /// What they say.
        behavior: Behavior,
    },
    /// Another mode holds.
    SetMode {
        /// Which.
        mode: Mode,
    },
    /// Folders become working directories.
    AddDirectories {
        /// Which.
        directories: Vec<String>,
    },
    /// Folders that were added are working directories no longer.
    RemoveDirectories {
        /// Which.
        directories: Vec<String>,
    },
}

impl UpdateKind {
    /// The words of all kinds.
    pub const WORDS: [&str; 6] = [
        "addRules",
        "replaceRules",
        "removeRules",
        "setMode",
        "addDirectories",
        "removeDirectories",
    ];

    /// What each of them changes, in the same order.
    pub const CHANGES: [UpdateTarget; 6] = [
        UpdateTarget::Rules,
        UpdateTarget::Rules,
        UpdateTarget::Rules,
        UpdateTarget::Mode,
        UpdateTarget::Directories,
        UpdateTarget::Directories,
    ];
}

/// What a kind of update changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UpdateTarget {
    /// `rules`, all of one behavior.
    Rules,
    /// The `mode`.
    Mode,
    /// The working `directories`.
    Directories,
}

/// A rule in two parts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RuleText {
    /// The tool.
    pub tool_name: String,
    /// The content of the parentheses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule_content: Option<String>,
}

impl RuleText {
    /// A rule for every use of a tool, or for some.
    #[must_use]
    pub fn new(tool: impl Into<String>, content: Option<String>) -> Self {
        Self {
            tool_name: tool.into(),
            rule_content: content,
        }
    }
}

/// The rule as settings have it: `Bash(git push *)`.
impl std::fmt::Display for RuleText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.rule_content {
            Some(content) => write!(f, "{}({content})", self.tool_name),
            None => f.write_str(&self.tool_name),
        }
    }
}

/// Where an update is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Destination {
    /// With the session; gone when it ends.
    Session,
    /// In the project's settings on this machine.
    LocalSettings,
    /// In the project's settings.
    ProjectSettings,
    /// In the user's settings.
    UserSettings,
}

impl Destination {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::Session,
        Self::LocalSettings,
        Self::ProjectSettings,
        Self::UserSettings,
    ];

    /// Their words, in the same order.
    pub const WORDS: [&str; 4] = [
        "session",
        "localSettings",
        "projectSettings",
        "userSettings",
    ];

    /// The word.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Session => "session",
            Self::LocalSettings => "localSettings",
            Self::ProjectSettings => "projectSettings",
            Self::UserSettings => "userSettings",
        }
    }

    /// The scope whose rules it changes.
    #[must_use]
    pub fn scope(self) -> Scope {
        match self {
            Self::Session => Scope::Session,
            Self::LocalSettings => Scope::Local,
            Self::ProjectSettings => Scope::Project,
            Self::UserSettings => Scope::User,
        }
    }
}

impl Update {
    /// Reads one entry of `updatedPermissions`.
    ///
    /// # Errors
    /// If a field is missing or has a wrong value.
    pub fn read(value: &Value) -> Result<Self, InvalidUpdate> {
        Ok(serde::Deserialize::deserialize(value)?)
    }

    /// The protocol's JSON.
    #[must_use]
    pub fn to_value(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

/// What it does, on one line: `allow Bash(ls *)`.
impl std::fmt::Display for UpdateKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let list = |rules: &[RuleText]| {
            let rules: Vec<_> = rules.iter().map(ToString::to_string).collect();
            rules.join(", ")
        };
        match self {
            Self::AddRules { rules, behavior } => {
                write!(f, "{} {}", behavior.as_str(), list(rules))
            }
            Self::ReplaceRules { rules, behavior } => {
                write!(f, "{} only {}", behavior.as_str(), list(rules))
            }
            Self::RemoveRules { rules, behavior } => {
                write!(f, "no longer {} {}", behavior.as_str(), list(rules))
            }
            Self::SetMode { mode } => write!(f, "mode {mode}"),
            Self::AddDirectories { directories } => {
                write!(f, "work in {}", directories.join(", "))
            }
            Self::RemoveDirectories { directories } => {
                write!(f, "no longer work in {}", directories.join(", "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_kind_reads_back_as_it_was_written() {
        for value in [
            json!({"type": "addRules", "rules": [{"toolName": "Bash", "ruleContent": "ls *"}],
                   "behavior": "allow", "destination": "session"}),
            json!({"type": "replaceRules", "rules": [{"toolName": "Read"}],
                   "behavior": "deny", "destination": "localSettings"}),
            json!({"type": "removeRules", "rules": [],
                   "behavior": "ask", "destination": "projectSettings"}),
            json!({"type": "setMode", "mode": "acceptEdits", "destination": "userSettings"}),
            json!({"type": "addDirectories", "directories": ["/repo"], "destination": "session"}),
            json!({"type": "removeDirectories", "directories": [], "destination": "session"}),
        ] {
            let update = Update::read(&value).unwrap();
            assert_eq!(update.to_value(), value);
        }
        assert!(Update::read(&json!({"type": "addRules", "destination": "session"})).is_err());
        assert!(Update::read(&json!(7)).is_err());
    }

    #[test]
    fn words_are_those_of_the_destinations() {
        assert_eq!(
            Destination::ALL.map(Destination::as_str),
            Destination::WORDS
        );
    }
}
