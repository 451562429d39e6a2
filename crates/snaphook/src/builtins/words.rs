//! A builtin's look at the tool call that its input is about.

use snaphook_core::input::Input;
use snaphook_core::matching::Aliases;
use snaphook_exec::BuiltinCall;
use snaphook_rules::Subject;

use super::error::ShippedError;
use snaphook_engine::conditions::ConditionCall;

/// Calls `see` with what rules are tested against; with nothing where the input
/// names no tool.
pub(super) fn look<T>(call: &BuiltinCall, see: impl FnOnce(Option<&Subject<'_>>) -> T) -> T {
    let aliases = Aliases::default();
    ConditionCall::new(&call.input, &aliases, &call.surroundings).look(see)
}

/// Whether a field is there and holds what no value can: a number too large,
/// nesting too deep. A guard must not take that for nothing.
pub(super) fn is_unreadable(input: &Input, field: &str) -> bool {
    let fields = input.fields();
    fields.raw(field).is_some() && fields.json(field).is_none()
}

/// A tool call that names no tool cannot be judged: that is a failure, and a
/// guard's failure blocks.
pub(super) fn names_a_tool(call: &BuiltinCall) -> Result<(), ShippedError> {
    match call.input.tool_name_problem() {
        None => Ok(()),
        Some(problem) => Err(ShippedError::ToolName(problem.message)),
    }
}
