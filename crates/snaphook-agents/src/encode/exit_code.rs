//! Agents whose hooks answer by exit status alone.

use super::printed::BridgeOutput;
use crate::reply::Reply;

/// Exit 2 with the reason on stderr, else nothing.
pub(crate) fn exit_code(reply: &Reply) -> BridgeOutput {
    match reply.deny.as_ref().or(reply.keep_going.as_ref()) {
        Some(why) => BridgeOutput::exit_two(why),
        None => BridgeOutput::default(),
    }
}

/// As [`exit_code`]; at exit 0, stdout is text for the model.
pub(crate) fn exit_code_with_context(reply: &Reply) -> BridgeOutput {
    let mut printed = exit_code(reply);
    if printed.exit == 0 {
        printed.stdout = reply.context_text().unwrap_or_default();
    }
    printed
}
