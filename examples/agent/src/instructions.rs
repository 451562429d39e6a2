//! The project's instructions for agents.

use std::ops::ControlFlow::{self, Continue};

use snaphook::input::typed::InstructionsLoaded;

use crate::agent::{Agent, Halt};
use crate::message::Message;

/// Reads `AGENTS.md` into the conversation, if the project has one.
pub async fn load(agent: &mut Agent, reason: &str) -> ControlFlow<Halt> {
    let file = agent.host.project.join("AGENTS.md");
    let Ok(text) = tokio::fs::read_to_string(&file).await else {
        return Continue(());
    };
    agent.say(Message::Context(text));
    let loaded = InstructionsLoaded::new(file.to_string_lossy(), "Project", reason);
    let messages = agent.hooks.instructions_loaded(loaded).await;
    agent.hear(&messages)
}
