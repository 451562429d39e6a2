//! A builtin's look at the tool call that its input is about.

use snaphook_core::input::Input;
use snaphook_core::matching::Aliases;
use snaphook_exec::BuiltinCall;
use snaphook_rules::Subject;

use crate::conditions::ToolCall;

/// Why a guard cannot judge a call: it fails, and so blocks where it is to.
pub(super) const NO_TOOL: &str = "the input names no tool, so nobody can know what it does";

/// Calls `see` with what rules are tested against; with nothing where the input
/// names no tool.
pub(super) fn look<T>(call: &BuiltinCall, see: impl FnOnce(Option<&Subject<'_>>) -> T) -> T {
    let aliases = Aliases::default();
    ToolCall::new(&call.input, &aliases, &call.surroundings).look(see)
}

/// Whether a field is there and holds what no value can: a number too large,
/// nesting too deep. A guard must not take that for nothing.
pub(super) fn is_unreadable(input: &Input, field: &str) -> bool {
    let fields = input.fields();
    fields.raw(field).is_some() && fields.json(field).is_none()
}

/// A tool call that names no tool cannot be judged: that is a failure, and a
/// guard's failure blocks.
pub(super) fn names_a_tool(call: &BuiltinCall) -> Result<(), String> {
    match call.input.tool_name_problem() {
        None => Ok(()),
        Some(problem) => Err(problem.message),
    }
}
