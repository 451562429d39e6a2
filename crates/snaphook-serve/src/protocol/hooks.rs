//! Configured hooks for programs: `hooks/list` and `hooks/explain`.

use serde::Serialize;
use snaphook::hook::{Hook, HookId, Scope};
use snaphook::trust::TrustState;
use snaphook::{Explanation, HookExplanation, Snapshot};

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
    /// Its expression.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<String>,
    /// The file it was defined in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The plugin it came from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plugin: Option<String>,
    /// The skill it came from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skill: Option<String>,
    /// Whether it only observes: its answers change nothing.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub observe: bool,
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
        let not_loaded = hook.handler.why_unloadable().map(str::to_owned);
        let handler = Some(hook.handler.summary().into_owned());
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
            when: hook.when.as_deref().map(str::to_owned),
            file: file.map(|file| file.to_string_lossy().into_owned()),
            line: hook.source.line,
            plugin: hook.source.plugin().map(ToString::to_string),
            skill: hook.source.skill().map(ToString::to_string),
            observe: hook.observe,
            description: hook.description.clone(),
            not_loaded,
            handler,
        }
    }
}

/// A configured hook in `hooks/list`.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct HookListing {
    /// The hook.
    #[serde(flatten)]
    pub hook: HookInfo,
    /// Whether it is trusted: `trusted`, `changed`, `untrusted` or `not needed`.
    pub trust: &'static str,
    /// The setting that disables it, unless its own definition does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disabled_by: Option<String>,
}

impl HookListing {
    /// The listing of a configured hook.
    #[must_use]
    pub fn of(now: &Snapshot, hook: &Hook) -> Self {
        let standing = now.trust_state(&hook.id);
        Self {
            trust: match (standing, hook.trusted) {
                (Some(TrustState::Trusted), _) => "trusted",
                (Some(TrustState::Changed(_)), _) => "changed",
                (Some(TrustState::Unknown), _) | (None, false) => "untrusted",
                (None, true) => "not needed",
            },
            disabled_by: now.disabled_by(hook),
            hook: hook.into(),
        }
    }
}

/// The result of `hooks/explain`.
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
    /// The commands that conditions see in a call of a shell tool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commands: Option<Vec<SeenCommandInfo>>,
    /// The part of the line that cannot be analysed, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unknown: Option<String>,
}

/// A configured hook, and whether it would run.
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
    pub why: Option<SkipReason>,
    /// A remark about a hook that would run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Why a hook would not run.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SkipReason {
    /// A stable code for programs.
    pub code: &'static str,
    /// The reason in words.
    pub message: String,
}

/// A command in a shell line.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeenCommandInfo {
    /// The command; unknown parts are `…`.
    pub text: String,
    /// The part of the line it came from.
    pub part: String,
    /// The start of the part, in bytes.
    pub start: usize,
    /// The end of the part, in bytes.
    pub end: usize,
    /// The wrappers (such as `sudo`) before the command.
    pub via: Vec<String>,
}

impl From<&HookExplanation> for ExplainedHook {
    fn from(explained: &HookExplanation) -> Self {
        Self {
            hook: (&*explained.hook).into(),
            runs: explained.runs(),
            why: explained.why_not.as_ref().map(|why| SkipReason {
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
            let commands = seen.iter().map(|command| SeenCommandInfo {
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
