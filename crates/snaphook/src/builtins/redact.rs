//! `redact_secrets`: keys of well-known shapes in a tool's result are replaced
//! before the model sees them.

use snaphook_core::answer::Answer;
use snaphook_exec::BuiltinCall;
use snaphook_redact::Redaction;

use super::error::ShippedError;
use super::words::is_unreadable;

pub(super) async fn run(call: BuiltinCall) -> Result<Option<Answer>, ShippedError> {
    if is_unreadable(&call.input, "tool_response") {
        return Err(ShippedError::UnreadableResult);
    }
    let Some(was) = call.input.fields().json("tool_response") else {
        return Ok(None);
    };
    let mut result = was.as_value().clone();
    let found = Redaction::certain().value(&mut result);
    if found == 0 {
        return Ok(None);
    }
    let mut answer = Answer::default();
    answer.updated_tool_output = Some(was.changed_to(result));
    answer.system_message = Some(match found {
        1 => "1 secret was redacted from a tool's result".to_owned(),
        more => format!("{more} secrets were redacted from a tool's result"),
    });
    Ok(Some(answer))
}
