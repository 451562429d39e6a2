//! The phases of an invocation, told to [`tracing`] with its id: filter by
//! [`TARGET`]. Names only; the tool input is logged by the hook that does so.

use tracing::info;
use uuid::Uuid;

/// The target of what the gate logs.
pub const TARGET: &str = "snaphook::gate";

pub(super) fn start(id: Uuid, tool: &str) {
    info!(target: TARGET, invocation = %id, phase = "start", tool);
}

/// A hook before the call, named or configured, has spoken.
pub(super) fn before(id: Uuid, hook: &str, result: &str) {
    info!(target: TARGET, invocation = %id, phase = "pre", hook, result);
}

pub(super) fn tool(id: Uuid) {
    info!(target: TARGET, invocation = %id, phase = "tool");
}

pub(super) fn result(id: Uuid, result: &str) {
    info!(target: TARGET, invocation = %id, phase = "result", result);
}

/// A hook after the call has run.
pub(super) fn after(id: Uuid, hook: &str, result: &str) {
    info!(target: TARGET, invocation = %id, phase = "post", hook, result);
}

pub(super) fn end(id: Uuid, result: &str) {
    info!(target: TARGET, invocation = %id, phase = "end", result);
}
