//! The result of `gen`: its fields begin with capitals, and a field that is not
//! there means that nothing changes.

use serde_json::{Value, json};
use snaphook_core::input::Fields;
use snaphook_core::json::Json;
use snaphook_core::outcome::Outcome;

/// Makes the result in the form of this dialect.
pub(super) fn result_of(outcome: &Outcome) -> Json {
    let mut result = Fields::default();
    let mut set = |key: &str, value: Option<Json>| {
        if let Some(value) = value {
            // Writing a value that was read as JSON cannot fail.
            let _ = result.set(key, &value);
        }
    };
    let list = |list: &[Value]| (!list.is_empty()).then(|| list.into());
    set("ShouldBlock", Some(outcome.blocked.into()));
    set("BlockReason", outcome.block_reason.clone().map(Into::into));
    let context = &outcome.additional_context;
    set(
        "AdditionalContext",
        (!context.is_empty()).then(|| context.join("\n").into()),
    );
    set("UpdatedInput", outcome.updated_input.clone());
    // The answer to a permission request counts as a decision, too.
    let request = outcome.permission_request.as_ref();
    let of_request = request.map(|request| json!(request.behavior));
    let decision = outcome.permission_decision.map(|decision| json!(decision));
    set(
        "PermissionDecision",
        decision.or(of_request).map(Into::into),
    );
    set("UpdatedPermissions", list(&outcome.updated_permissions));
    set("WatchPaths", outcome.watch_paths.clone().map(Into::into));
    set(
        "InitialUserMessage",
        outcome.initial_user_message.clone().map(Into::into),
    );
    set("Retry", outcome.retry.then_some(true.into()));
    Json::read(&String::from_utf8_lossy(&result.to_line())).unwrap_or_default()
}
