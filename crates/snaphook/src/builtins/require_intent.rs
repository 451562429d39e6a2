//! `require_intent`: tools that change something need an active intent. The
//! same rule as the gate's hook of this name.

use snaphook_core::answer::Answer;
use snaphook_exec::BuiltinCall;

use super::error::ShippedError;
use super::words::names_a_tool;
use crate::gate::RequireIntent;

pub(super) async fn run(call: BuiltinCall) -> Result<Option<Answer>, ShippedError> {
    names_a_tool(&call)?;
    let rule = match call.args.is_empty() {
        true => RequireIntent::default(),
        false => RequireIntent::only(call.args.iter()),
    };
    let tool = call.input.fields().text("tool_name");
    let denied = tool.and_then(|tool| rule.denies(&tool, call.intent.as_deref()));
    Ok(denied.map(Answer::deny))
}
