//! Configured hooks, and what would become of them, for programs.

use serde::Serialize;
use snaphook::hook::{Hook, HookId, Scope};
use snaphook::trust::Standing;
use snaphook::{Explained, Explanation, Snapshot};

/// A configured hook.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct HookInfo {
    /// Its id.
    pub id: HookId,
    /// Its name.
    pub name: String,
    /// Its event.
    pub event: String,
    /// Its handler's type.
    #[serde(rename = "type")]
    pub kind: String,
    /// Where it was defined.
    pub scope: Scope,
    /// Whether it is switched on.
    pub enabled: bool,
    /// `block` for a guard, else `continue`.
    pub on_failure: &'static str,
    /// How long it may take, in seconds.
    pub timeout: f64,
    /// Its group's matcher.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matcher: Option<String>,
    /// Its condition.
    #[serde(rename = "if", skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// The file it was defined in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// What it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Why it cannot run, where it could not be loaded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_loaded: Option<String>,
    /// What it runs: the command, the URL, the prompt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handler: Option<String>,
}

impl From<&Hook> for HookInfo {
    fn from(hook: &Hook) -> Self {
        let (not_loaded, handler) = match hook.handler.why_unloadable() {
            Some(reason) => (Some(reason.to_owned()), None),
            None => (None, Some(hook.handler.summary().into_owned())),
        };
        let file = hook.source.file.as_ref();
        Self {
            id: hook.id.clone(),
            name: hook.name.to_string(),
            event: hook.event.as_str().to_owned(),
            kind: hook.handler.kind().as_str().to_owned(),
            scope: hook.source.scope,
            enabled: hook.enabled,
            on_failure: if hook.is_guard() { "block" } else { "continue" },
            timeout: hook.effective_timeout().as_secs_f64(),
            matcher: hook.matcher.text().map(|text| text.to_string()),
            condition: hook.condition.as_deref().map(str::to_owned),
            file: file.map(|file| file.to_string_lossy().into_owned()),
            line: hook.source.line,
            description: hook.description.clone(),
            not_loaded,
            handler,
        }
    }
}

/// A hook of a list.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ListedHook {
    /// The hook.
    #[serde(flatten)]
    pub hook: HookInfo,
    /// Who vouches for it: `trusted`, `changed`, `untrusted` or `not needed`.
    pub trust: &'static str,
    /// Who disabled it, if it does not say so itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disabled_by: Option<String>,
}

impl ListedHook {
    /// A configured hook of an engine, as it is now.
    #[must_use]
    pub fn of(now: &Snapshot, hook: &Hook) -> Self {
        let standing = now.standing(&hook.id);
        Self {
            trust: match (standing, hook.trusted) {
                (Some(Standing::Trusted), _) => "trusted",
                (Some(Standing::Changed(_)), _) => "changed",
                (Some(Standing::Unknown), _) | (None, false) => "untrusted",
                (None, true) => "not needed",
            },
            disabled_by: now.disabled_by(hook),
            hook: hook.into(),
        }
    }
}

/// Of `hooks/explain`.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExplainResult {
    /// The event.
    pub event: String,
    /// Every configured hook, in the order in which they merge, then those of
    /// the session.
    pub hooks: Vec<ExplainedHook>,
    /// The value that matchers were tested against.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The commands that conditions see, where the call is of a shell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commands: Option<Vec<Command>>,
    /// What of the line cannot be read, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unknown: Option<String>,
}

/// What would become of a hook.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExplainedHook {
    /// The hook.
    #[serde(flatten)]
    pub hook: HookInfo,
    /// Whether it would run.
    pub runs: bool,
    /// The first reason why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Why>,
    /// What there is to say about one that would.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Why a hook would not run.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Why {
    /// A stable word.
    pub code: &'static str,
    /// The words for people.
    pub message: String,
}

/// A command in a shell's line.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Command {
    /// The command; unknown parts are `…`.
    pub text: String,
    /// The part of the line it came from.
    pub part: String,
    /// Where that begins, in bytes.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// The wrappers it was found behind.
    pub via: Vec<String>,
}

impl From<&Explained> for ExplainedHook {
    fn from(explained: &Explained) -> Self {
        Self {
            hook: (&*explained.hook).into(),
            runs: explained.runs(),
            why: explained.why_not.as_ref().map(|why| Why {
                code: why.code(),
                message: why.to_string(),
            }),
            note: explained.note.clone(),
        }
    }
}

impl From<&Explanation> for ExplainResult {
    fn from(explanation: &Explanation) -> Self {
        let commands = explanation.commands.as_ref().map(|seen| {
            let commands = seen.iter().map(|command| Command {
                text: command.text.clone(),
                part: command.part.clone(),
                start: command.range.start,
                end: command.range.end,
                via: command.via.clone(),
            });
            commands.collect()
        });
        Self {
            event: explanation.event.to_string(),
            hooks: explanation.hooks.iter().map(Into::into).collect(),
            value: explanation.value.clone(),
            commands,
            unknown: explanation.unknown.clone(),
        }
    }
}
