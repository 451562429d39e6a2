//! Answers one event: reads the agent's input, has the bridge run the hooks, and delivers
//! what the agent reads. Whatever fails on the way is an answer, too.

use std::panic::{AssertUnwindSafe, catch_unwind};

use snaphook_agents::{BridgeOutput, Reply, decode, working_directory};

use super::bridge;
use super::call::BridgeCall;
use super::failure::{BridgeFailure, answer_failure};

/// Takes the answer. Only the first one counts; what is left to do then does not keep the
/// agent waiting.
pub(super) type Deliver<'a> = &'a dyn Fn(&BridgeOutput);

/// Answers an event, and does what is left to do after it.
pub(super) fn answer(
    call: &BridgeCall,
    read: impl FnOnce() -> Result<String, BridgeFailure>,
    deliver: Deliver<'_>,
) {
    let answered = catch_unwind(AssertUnwindSafe(|| try_answer(call, read, deliver)));
    let failure = match answered {
        Ok(Ok(())) => return,
        Ok(Err(failure)) => failure,
        Err(_) => BridgeFailure::new("snaphook itself failed before any hook could decide"),
    };
    deliver(&answer_failure(call, &failure));
}

fn try_answer(
    call: &BridgeCall,
    read: impl FnOnce() -> Result<String, BridgeFailure>,
    deliver: Deliver<'_>,
) -> Result<(), BridgeFailure> {
    let text = read()?;
    let decoded = decode(call.agent, call.contract(), &text, call.named.as_deref());
    let decoded = decoded.map_err(|error| {
        call.found_cwd(&working_directory(call.agent, &text).unwrap_or_default());
        BridgeFailure::new(error.to_string())
    })?;
    call.found_event(decoded.event);
    if decoded.ignored {
        deliver(&Reply::silent(decoded.event).print(call.agent));
        return Ok(());
    }
    bridge::run(call, decoded, deliver)
}
