//! What became of one hook.

use std::path::Path;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::observed::ObservedEffects;
use crate::answer::Usage;
use crate::hook::{Hook, HookId, HookName, Scope};
use crate::kind::KindName;

/// What a hook answered, or why it gave no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Status {
    /// It ran and did not block.
    Success,
    /// It answered with a block, also where the event cannot be blocked.
    Blocked,
    /// It could not start, crashed, or said something that cannot be read.
    Failed,
    /// It did not answer in time.
    TimedOut,
    /// The dispatch was cancelled.
    Cancelled,
    /// It matched, but did not run.
    Skipped,
    /// It goes on in the background.
    Background,
}

impl Status {
    /// The status as the outcome spells it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::Blocked => "blocked",
            Self::Failed => "failed",
            Self::TimedOut => "timedOut",
            Self::Cancelled => "cancelled",
            Self::Skipped => "skipped",
            Self::Background => "background",
        }
    }
}

/// The entry of one hook in an outcome.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct HookEntry {
    /// The hook's id.
    pub id: HookId,
    /// Its name.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub name: HookName,
    /// Its handler's type.
    #[serde(rename = "type")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub kind: KindName,
    /// Where it was defined.
    pub scope: Scope,
    /// The scope whose rights it has: a pack of a project has those of the project.
    #[serde(skip)]
    pub rights_of: Scope,
    /// The plugin it came from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plugin: Option<Arc<str>>,
    /// The skill it came from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skill: Option<Arc<str>>,
    /// The file it was defined in.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "lossy_path")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub file: Option<Arc<Path>>,
    /// The line there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Its group's matcher.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matcher: Option<Arc<str>>,
    /// It is a function by which the host looks on: people do not count it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub internal: bool,
    /// What became of it.
    pub status: Status,
    /// The process's exit code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
    /// The signal that ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signal: Option<i32>,
    /// How long it took, in milliseconds.
    pub duration_ms: f64,
    /// What it wrote, cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stdout: Option<String>,
    /// What it complained of, cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
    /// It wrote more than is read.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub truncated: bool,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// What a language model needed for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
    /// Why it did not run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skip_reason: Option<&'static str>,
    /// What it would have done: its definition says `observe`, so its answer
    /// changed nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observed: Option<Box<ObservedEffects>>,
}

impl HookEntry {
    /// Characters of stdout and stderr that an entry shows.
    pub const SHOWN_CHARS: usize = 10_000;

    /// The entry of `hook` with this status and nothing else.
    #[inline]
    #[must_use]
    pub fn new(hook: &Hook, status: Status) -> Self {
        Self {
            id: hook.id.clone(),
            name: hook.name.clone(),
            kind: hook.handler.kind().clone(),
            scope: hook.source.scope,
            rights_of: hook.source.rights_of(),
            plugin: hook.source.plugin().cloned(),
            skill: hook.source.skill().cloned(),
            file: hook.source.file.clone(),
            line: hook.source.line,
            matcher: hook.matcher.text().cloned(),
            internal: hook.internal,
            status,
            exit_code: None,
            signal: None,
            duration_ms: 0.0,
            stdout: None,
            stderr: None,
            truncated: false,
            error: None,
            usage: None,
            skip_reason: None,
            observed: None,
        }
    }

    /// Whether somebody's hook was there and ran: one that did not run, one by
    /// which the host looks on, and one that only observes do not count.
    #[inline]
    #[must_use]
    pub fn participated(&self) -> bool {
        self.status != Status::Skipped && !self.internal && self.observed.is_none()
    }

    /// The beginning of an output; `None` if it is empty.
    #[must_use]
    pub fn shown(text: &str) -> Option<String> {
        if text.is_empty() {
            return None;
        }
        let end = text
            .char_indices()
            .nth(Self::SHOWN_CHARS)
            .map_or(text.len(), |(end, _)| end);
        Some(text[..end].to_owned())
    }
}

/// A path that is not UTF-8 must not make the whole outcome unprintable.
fn lossy_path<S: Serializer>(path: &Option<Arc<Path>>, serializer: S) -> Result<S::Ok, S::Error> {
    match path {
        Some(path) => serializer.serialize_str(&path.to_string_lossy()),
        None => serializer.serialize_none(),
    }
}
