//! The result of `cagent`: whether the call is allowed, and the texts to show.

use snaphook_core::input::Fields;
use snaphook_core::json::Json;
use snaphook_core::outcome::{HookEntry, Outcome, Status};

/// Makes the result in the form of this dialect.
pub(super) fn result_of(outcome: &Outcome) -> Json {
    let mut result = Fields::default();
    let mut set = |key: &str, value: Option<Json>| {
        if let Some(value) = value {
            // Writing a value that was read as JSON cannot fail.
            let _ = result.set(key, &value);
        }
    };
    let joined = |texts: &[String]| (!texts.is_empty()).then(|| texts.join("\n").into());
    let reasons: Vec<String> = outcome
        .block_reason
        .iter()
        .chain(&outcome.stop_reason)
        .cloned()
        .collect();
    set("Allowed", Some((!outcome.blocked && outcome.go_on).into()));
    set("Message", joined(&reasons));
    set("ModifiedInput", outcome.updated_input.clone());
    set("AdditionalContext", joined(&outcome.additional_context));
    set("SystemMessage", joined(&outcome.system_messages));
    let reported = reported_hook(&outcome.hooks);
    set(
        "ExitCode",
        reported.and_then(|entry| entry.exit_code).map(Into::into),
    );
    set(
        "Stderr",
        reported
            .and_then(|entry| entry.stderr.clone())
            .map(Into::into),
    );
    Json::read(&String::from_utf8_lossy(&result.to_line())).unwrap_or_default()
}

/// The hook whose exit code and stderr are reported: the first that blocked, else
/// the last that failed.
fn reported_hook(hooks: &[HookEntry]) -> Option<&HookEntry> {
    let failed = |entry: &&HookEntry| matches!(entry.status, Status::Failed | Status::TimedOut);
    hooks
        .iter()
        .find(|entry| entry.status == Status::Blocked)
        .or_else(|| hooks.iter().rfind(failed))
}
