//! Helpers for lists of hooks: JSON, trust, place, and why no hook runs.

use serde_json::{Value, json};
use snaphook::Engine;
use snaphook::hook::{CommandDef, Hook};
use snaphook::trust::TrustState;
use snaphook_dialects::{Dialect, RecognisedDialect};

use super::style;

/// A configured hook, for programs.
pub(crate) fn hook_json(hook: &Hook) -> Value {
    let mut json = json!({
        "id": hook.id,
        "name": hook.name,
        "event": hook.event.as_str(),
        "type": hook.handler.kind().as_str(),
        "scope": hook.source.scope,
        "enabled": hook.enabled,
        "onFailure": if hook.is_guard() { "block" } else { "continue" },
        "timeout": hook.effective_timeout().as_secs_f64(),
    });
    let mut set = |key: &str, value: Option<Value>| {
        if let Some(value) = value {
            json[key] = value;
        }
    };
    set("matcher", hook.matcher.text().map(|text| (**text).into()));
    set("if", hook.condition.as_deref().map(Into::into));
    set("when", hook.when.as_deref().map(Into::into));
    set(
        "file",
        hook.source
            .file
            .as_ref()
            .map(|file| file.to_string_lossy().into()),
    );
    set("line", hook.source.line.map(Into::into));
    set("plugin", hook.source.plugin().map(|name| (**name).into()));
    set("skill", hook.source.skill().map(|name| (**name).into()));
    set("observe", hook.observe.then(|| true.into()));
    set("description", hook.description.clone().map(Into::into));
    let why = hook.handler.why_unloadable();
    set("notLoaded", why.map(Into::into));
    set("handler", Some(hook.handler.summary().into()));
    json
}

/// What a hook may reach, for programs: `null` is everything that the user may. Hooks
/// that start no process of their own have no such thing.
pub(crate) fn rights_json(engine: &Engine, hook: &Hook) -> Option<Value> {
    hook.handler.get::<CommandDef>()?;
    Some(json!(engine.snapshot().sandbox_rights(hook)))
}

/// The same as one line for people; nothing for a hook that may do all that its user may.
pub(crate) fn sandbox_line(engine: &Engine, hook: &Hook) -> Option<String> {
    let rights = engine.snapshot().sandbox_rights(hook);
    rights.map(|rights| rights.line())
}

/// Who vouches for a hook, in a word.
pub(crate) fn trust_word(standing: Option<&TrustState>, hook: &Hook) -> &'static str {
    match (standing, hook.trusted) {
        (Some(TrustState::Trusted), _) => "trusted",
        (Some(TrustState::Changed(_)), _) => "changed",
        (Some(TrustState::Unknown), _) | (None, false) => "untrusted",
        (None, true) => "not needed",
    }
}

/// Who keeps hooks from running.
pub(crate) fn switched_off(engine: &Engine, indent: &str) {
    for off in engine.switched_off().iter() {
        let warning = style::WARNING;
        let whose = match off.is_the_projects_own() {
            true => "hooks of the project",
            false => "hooks",
        };
        crate::say!(
            "{indent}{warning}{whose} are switched off{warning:#} by {}",
            style::one_line(&off.by)
        );
    }
}

/// Prints a hint if there is no hook at all, because the user may be in the wrong folder.
/// Problems of files were printed before.
pub(crate) fn nothing_configured(engine: &Engine, indent: &str) {
    let all_is_well = engine.findings().is_empty() && engine.load_errors().is_empty();
    if engine.configured().is_empty() && all_is_well {
        let help = style::HELP;
        crate::say!(
            "{indent}{help}hint{help:#}: no hooks are configured for this folder; run `snaphook list --scopes` to see where settings are read from, or `snaphook init` to write a first one"
        );
    }
}

/// Where a hook is defined.
pub(crate) fn place(hook: &Hook) -> String {
    hook.source.place().unwrap_or_default()
}

/// Which dialect was taken, and why, where it is not the default one; or which
/// one was not.
pub(crate) fn recognised(recognised: &RecognisedDialect) -> Option<String> {
    let dim = style::DIM;
    if let Some((name, file)) = &recognised.passed_over {
        let file = style::one_line(&file.display().to_string());
        return Some(format!(
            "{dim}{file} is in the dialect {name}; pass --dialect {name} to use it instead of your other hooks{dim:#}"
        ));
    }
    let by = recognised.by.as_ref()?;
    let name = recognised.dialect.name();
    (name != snaphook_dialects::Claude.name()).then(|| {
        let by = style::one_line(&by.display().to_string());
        format!("{dim}dialect {name}, because of {by}{dim:#}")
    })
}
