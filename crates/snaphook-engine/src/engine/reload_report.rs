//! What a host is told of settings that were loaded anew.

use std::path::{Path, PathBuf};

use serde::Serialize;
use snaphook_core::Diagnostic;
use snaphook_core::event::EventName;
use snaphook_core::hook::{Hook, HookId, Scope};
use snaphook_core::outcome::Outcome;

/// What came of loading the settings anew.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
#[cfg_attr(feature = "schema", schemars(rename = "Reloaded"))]
pub struct ReloadReport {
    /// Whether the engine works on other settings from now on.
    pub swapped: bool,
    /// Every file that is another than before, in the order of scopes.
    pub files: Vec<ChangedFile>,
    /// Hooks that are new. One whose command, matcher or event was edited is
    /// another hook: it is here and among the removed.
    pub added: Vec<ChangedHook>,
    /// Hooks that are gone.
    pub removed: Vec<ChangedHook>,
    /// Hooks that do the same as before, with other options, or are trusted or
    /// switched off now and were not, or the other way round.
    pub changed: Vec<ChangedHook>,
    /// What keeps hooks from doing what they say, in the settings that count
    /// now.
    pub diagnostics: Vec<Diagnostic>,
    /// Why nothing was loaded at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

impl ReloadReport {
    /// Nothing was loaded, and why.
    pub(crate) fn not(problem: impl Into<String>) -> Self {
        Self {
            problem: Some(problem.into()),
            ..Self::default()
        }
    }

    /// Whether there is anything to tell.
    #[must_use]
    pub fn is_news(&self) -> bool {
        self.swapped || !self.files.is_empty() || self.problem.is_some()
    }
}

/// A settings file that is another than before.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ChangedFile {
    /// The file.
    pub path: PathBuf,
    /// Whose settings it holds.
    pub scope: Scope,
    /// What happened to it.
    pub change: FileChange,
    /// What counts now.
    #[serde(flatten)]
    pub fate: ReloadFate,
    /// What hooks on ConfigChange said of it, where any was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Box<Outcome>>,
}

/// What happened to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum FileChange {
    /// It was not there before.
    Added,
    /// It holds something else.
    Changed,
    /// It is gone.
    Removed,
}

/// What counts of a file that changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", tag = "fate")]
#[non_exhaustive]
pub enum ReloadFate {
    /// What it holds now.
    Taken,
    /// What it holds now: hooks blocked it, but nobody blocks managed settings.
    TakenOverBlock {
        /// The hooks that blocked.
        by: Vec<HookId>,
    },
    /// What it held before, as far as that was any good: it cannot be loaded.
    Broken {
        /// Why not.
        reason: String,
    },
    /// What it held before: a hook on ConfigChange blocked the change.
    Blocked {
        /// The hooks that decided it.
        by: Vec<HookId>,
        /// Why.
        reason: String,
    },
}

impl ReloadFate {
    /// Whether what the file holds now is what counts.
    #[must_use]
    pub fn is_taken(&self) -> bool {
        matches!(self, Self::Taken | Self::TakenOverBlock { .. })
    }
}

/// A hook that came, went or changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ChangedHook {
    /// Its id.
    pub id: HookId,
    /// Its name.
    pub name: String,
    /// Its event.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub event: EventName,
    /// Where it comes from.
    pub scope: Scope,
    /// Its file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<PathBuf>,
    /// The line in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Whether a person vouches for it.
    pub trusted: bool,
}

impl From<&Hook> for ChangedHook {
    fn from(hook: &Hook) -> Self {
        Self {
            id: hook.id.clone(),
            name: hook.name.to_string(),
            event: hook.event.name().clone(),
            scope: hook.source.scope,
            file: hook.source.file.as_deref().map(Path::to_owned),
            line: hook.source.line,
            trusted: hook.trusted,
        }
    }
}
