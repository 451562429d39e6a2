//! What the log keeps of one dispatch.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use snaphook_core::answer::{PermissionDecision, RequestBehavior};
use snaphook_core::outcome::Outcome;

/// One dispatch as it is kept: what may be shown of it. Serialised, it is a line
/// of a log in JSON lines.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LogRecord {
    /// What late answers know it by, in JSON lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// When it began, in milliseconds since 1970.
    pub time: i64,
    /// Who fired it: `fire`, `serve`, `authorize`, or what a host calls itself.
    pub source: String,
    /// The session's id.
    pub session: String,
    /// The event.
    pub event: String,
    /// The tool, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// The project's root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    /// The dialect of the engine.
    pub dialect: String,
    /// Its result in one word.
    pub decision: LoggedDecision,
    /// How long it took, in microseconds.
    pub duration_us: i64,
    /// Something was taken out because it is, or may be, a secret.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub redacted: bool,
    /// Something was too long to be kept.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
    /// The input, in canonical words.
    pub input: Box<RawValue>,
    /// The outcome, as `snaphook fire --json` prints it; `None` if nobody waited
    /// for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Box<RawValue>>,
}

/// The result of a dispatch in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LoggedDecision {
    /// The operation must not go on, or the permission was denied.
    Blocked,
    /// The agent stops.
    Stop,
    /// A hook leaves the decision to the host.
    Defer,
    /// A person is to be asked.
    Ask,
    /// The call is allowed.
    Allow,
    /// No hook decided anything: the operation goes on.
    None,
    /// The caller stopped waiting, and the hooks were ended.
    Abandoned,
}

impl LoggedDecision {
    /// Every word, as filters take it.
    pub const WORDS: [&'static str; 7] = [
        "blocked",
        "stop",
        "defer",
        "ask",
        "allow",
        "none",
        "abandoned",
    ];

    const ALL: [Self; 7] = [
        Self::Blocked,
        Self::Stop,
        Self::Defer,
        Self::Ask,
        Self::Allow,
        Self::None,
        Self::Abandoned,
    ];

    /// The word for an outcome.
    #[must_use]
    pub fn of(outcome: &Outcome) -> Self {
        let request = outcome.permission_request.as_ref();
        match (outcome.permission_decision, request.map(|it| it.behavior)) {
            _ if outcome.blocked => Self::Blocked,
            _ if !outcome.go_on => Self::Stop,
            (Some(PermissionDecision::Deny), _) | (_, Some(RequestBehavior::Deny)) => Self::Blocked,
            (Some(PermissionDecision::Defer), _) => Self::Defer,
            (Some(PermissionDecision::Ask), _) => Self::Ask,
            (Some(PermissionDecision::Allow), _) | (_, Some(RequestBehavior::Allow)) => Self::Allow,
            (None, None) => Self::None,
        }
    }

    /// The word.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        let at = Self::ALL.iter().position(|one| *one == self);
        at.map_or("none", |at| Self::WORDS[at])
    }

    /// The decision of this word.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        let at = Self::WORDS.iter().position(|one| *one == word)?;
        Some(Self::ALL[at])
    }
}

impl fmt::Display for LoggedDecision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A hook of an outcome, as far as it is looked for and counted.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HookLine {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its status, as in the outcome.
    pub status: String,
    /// How long it took, in milliseconds.
    pub duration_ms: f64,
    /// Whether the decision was its.
    #[serde(skip)]
    pub decided: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct HookColumns {
    #[serde(default)]
    hooks: Vec<HookLine>,
    #[serde(default)]
    decided_by: Vec<String>,
}

/// The hooks of an outcome in JSON; none where it is none.
#[must_use]
pub fn hooks_of(outcome: Option<&RawValue>) -> Vec<HookLine> {
    let read = outcome.and_then(|outcome| serde_json::from_str::<HookColumns>(outcome.get()).ok());
    let Some(HookColumns {
        mut hooks,
        decided_by,
    }) = read
    else {
        return Vec::new();
    };
    for hook in &mut hooks {
        hook.decided = decided_by.contains(&hook.id);
    }
    hooks
}
