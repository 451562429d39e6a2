//! Commands: what the user says with a slash before it.

use std::ops::ControlFlow::{self, Continue};

use snaphook::input::typed::{PostModelSwitch, PreModelSwitch, UserPromptExpansion};
use snaphook::turn::{EventDecision, ModelSwitchReply};

use crate::agent::{Agent, Halt};
use crate::{compact, prompts};

/// Runs a command: `model NAME` and `compact` do something, any other stands
/// for a prompt.
pub async fn run(agent: &mut Agent, command: &str) -> ControlFlow<Halt> {
    agent.show("command", &format!("/{command}"));
    let (name, rest) = command.split_once(' ').unwrap_or((command, ""));
    match name {
        "model" => switch_model(agent, rest).await,
        "compact" => {
            let instructions = Some(rest).filter(|rest| !rest.is_empty());
            compact::compact(agent, "manual", instructions).await
        }
        _ => expand(agent, name, rest).await,
    }
}

/// Another model takes over, unless a hook is against it.
async fn switch_model(agent: &mut Agent, to: &str) -> ControlFlow<Halt> {
    let from = agent.model.clone();
    let switch = PreModelSwitch::new(from.as_str(), to, "user");
    match agent.hooks.before_model_switch(switch).await {
        ModelSwitchReply::Switch(messages) => agent.hear(&messages)?,
        ModelSwitchReply::Blocked(_, messages) => return agent.hear(&messages),
        ModelSwitchReply::Ask(reason, messages) => {
            // Nobody sits before a script, and without a yes it is a no.
            let why = reason
                .as_deref()
                .unwrap_or("a hook wants you to confirm it");
            agent.show("host", &format!("{to} does not take over: {why}"));
            return agent.hear(&messages);
        }
    }
    to.clone_into(&mut agent.model);
    let switched = PostModelSwitch::new(from, to, "user");
    let messages = agent.hooks.after_model_switch(switched).await;
    agent.hear(&messages)?;
    agent.add(messages.text_for_model);
    Continue(())
}

/// `/review src` is the prompt of `.claude/commands/review.md`, with `src` in
/// the place of `$ARGUMENTS`.
async fn expand(agent: &mut Agent, name: &str, arguments: &str) -> ControlFlow<Halt> {
    let file = agent
        .host
        .project
        .join(".claude/commands")
        .join(format!("{name}.md"));
    let Ok(template) = tokio::fs::read_to_string(&file).await else {
        agent.show("host", &format!("unknown command /{name}"));
        return Continue(());
    };
    let typed = format!("/{name} {arguments}");
    let expansion = UserPromptExpansion::new(
        "slash_command",
        name,
        arguments,
        "project",
        typed.trim_end(),
    );
    let expanded = agent.hooks.prompt_expanded(expansion).await;
    agent.hear(&expanded.messages)?;
    match expanded.decision {
        EventDecision::Blocked(_) => Continue(()),
        EventDecision::Proceed => {
            let prompt = template.trim_end().replace("$ARGUMENTS", arguments);
            prompts::send(agent, &prompt, expanded.messages.text_for_model).await
        }
    }
}
