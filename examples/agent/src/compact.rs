//! A conversation that is too long becomes a short one.

use std::ops::ControlFlow::{self, Continue};

use crate::agent::{Agent, Halt};
use crate::message::Message;
use crate::{instructions, session};

/// Compacts the conversation: `manual` if the user asked for it, else `auto`.
pub async fn compact(agent: &mut Agent, trigger: &str, wanted: Option<&str>) -> ControlFlow<Halt> {
    let before = agent.hooks.before_compaction(trigger, wanted).await;
    for line in &before.lines {
        agent.show("hook", line);
    }
    agent.hear(&before.messages)?;
    if !before.decision.proceeds() {
        return Continue(());
    }
    // The instructions, the user's and those of hooks, are for the summary only.
    let (summary, _) = agent.ask("compaction", before.instructions).await?;
    // What the user said last is still to be done: it stays as it is.
    let by_user = |message: &Message| matches!(message, Message::User(_));
    let last = agent.messages.iter().rposition(by_user);
    let last = last.map(|place| agent.messages.swap_remove(place));
    agent.messages.clear();
    agent.say(Message::Context(summary.text.clone()));
    agent.messages.extend(last);

    let after = agent.hooks.compacted(trigger, &summary.text).await;
    for line in &after.lines {
        agent.show("hook", line);
    }
    agent.hear(&after.messages)?;
    // What hooks and AGENTS.md told the model at the start is gone: once more.
    // (Work is under way, so nothing is said for the user here.)
    session::take_up(agent, after.started)?;
    instructions::load(agent, "compact").await
}
