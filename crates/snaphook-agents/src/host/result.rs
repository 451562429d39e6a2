//! A whole outcome in an agent's own words: what its hooks would have answered together.

use snaphook_core::outcome::Outcome;

use crate::agent::AgentSpec;
use crate::encode::BridgeOutput;
use crate::reply::{Reply, WantedEffects};

/// The answer that one hook of the agent would have given for all of them; nothing on an
/// event that the agent does not have.
#[must_use]
pub fn native_answer(agent: &AgentSpec, outcome: &Outcome) -> Option<BridgeOutput> {
    let mut events = agent.contract(None).events.iter();
    let event = events.find(|row| row.event == outcome.event.as_str())?;
    let wanted = WantedEffects::of(outcome);
    let mut reply = Reply::silent(event);
    if matches!(event.event, "Stop" | "SubagentStop") {
        reply.keep_going = wanted.deny;
    } else {
        reply.deny = wanted.deny;
    }
    reply.ask = wanted.ask;
    reply.grant = wanted.grant;
    reply.stop = wanted.stop;
    reply.tool_input = wanted.tool_input;
    reply.tool_output = wanted.tool_output;
    reply.context = wanted.context;
    reply.messages = wanted.messages;
    Some(reply.print(agent))
}
