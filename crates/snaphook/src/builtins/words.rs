//! A builtin's look at the tool call that its input is about.

use snaphook_core::matching::Aliases;
use snaphook_exec::BuiltinCall;
use snaphook_rules::Subject;

use crate::conditions::ToolCall;

/// Calls `see` with what rules are tested against; with nothing where the input
/// names no tool.
pub(super) fn look<T>(call: &BuiltinCall, see: impl FnOnce(Option<&Subject<'_>>) -> T) -> T {
    let aliases = Aliases::default();
    ToolCall::new(&call.input, &aliases, &call.surroundings).look(see)
}
