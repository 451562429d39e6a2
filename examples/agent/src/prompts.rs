//! What the user says, on its way to the model.

use std::ops::ControlFlow::{self, Continue};

use snaphook::input::typed::UserPromptSubmit;

use crate::agent::{Agent, Halt};
use crate::commands;
use crate::message::Message;

/// The user said something: a prompt, or a command.
pub async fn submit(agent: &mut Agent, text: &str) -> ControlFlow<Halt> {
    agent.hooks.common.prompt_id = Some(agent.host.next_id("prompt"));
    match text.strip_prefix('/') {
        Some(command) => commands::run(agent, command).await,
        None => send(agent, text, None).await,
    }
}

/// Sends a prompt to the model, unless a hook keeps it back.
pub async fn send(agent: &mut Agent, text: &str, context: Option<String>) -> ControlFlow<Halt> {
    let mut prompt = UserPromptSubmit::new(text);
    prompt.session_title.clone_from(&agent.title);
    let submitted = agent.hooks.prompt_submitted_as(prompt).await;
    agent.take_title(submitted.session_title);

    // Not shown before hooks have seen it: they may not want it on the screen.
    let shown = if submitted.suppress_original {
        "(not shown)"
    } else {
        text
    };
    agent.show("user", shown);
    agent.hear(&submitted.messages)?;
    if !submitted.decision.proceeds() {
        // The user has been told why; the model never hears of it.
        return Continue(());
    }
    agent.messages.push(Message::User(text.to_owned()));
    agent.add(context);
    agent.add(submitted.messages.text_for_model);
    agent.work().await
}
