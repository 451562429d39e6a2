//! A subagent: the same loop, one level down, as a tool of its agent.

use std::ops::ControlFlow::{Break, Continue};
use std::path::PathBuf;
use std::rc::Rc;

use anyhow::ensure;
use serde::Deserialize;
use serde_json::Value;

use crate::agent::Agent;
use crate::message::Message;
use crate::{PATIENCE, worktree};

#[derive(Deserialize)]
pub struct SubagentOrder {
    subagent_type: String,
    prompt: String,
    /// It works in a folder of its own.
    #[serde(default)]
    isolated: bool,
}

/// Runs a subagent to its end: its last words are the tool's result.
pub async fn run(agent: &mut Agent, order: SubagentOrder) -> anyhow::Result<Value> {
    let id = agent.host.next_id("agent");
    let tree = match order.isolated {
        true => Some(worktree::create(agent, &id).await?),
        false => None,
    };
    let ended = work(agent, &id, &order, tree.clone()).await;
    if let Some(tree) = tree {
        worktree::remove(agent, tree).await;
    }
    ended
}

async fn work(
    agent: &mut Agent,
    id: &str,
    order: &SubagentOrder,
    tree: Option<PathBuf>,
) -> anyhow::Result<Value> {
    let (hooks, messages) = agent.hooks.subagent_start(id, &order.subagent_type).await;
    agent.hear_in_tool(&messages);
    let mut subagent = Agent::new(Rc::clone(&agent.host), hooks, agent.model.clone());
    if let Some(tree) = tree {
        subagent.hooks.common.cwd = tree.to_string_lossy().into_owned();
    }
    subagent.add(messages.text_for_model);
    subagent.say(Message::User(order.prompt.clone()));
    // Boxed: its loop has tools, one of which is this one.
    let worked = Box::pin(subagent.work()).await;
    let mut texts = vec![match &worked {
        Continue(()) => last_words(&subagent.messages),
        Break(halt) => format!("the subagent stopped: {}", halt.reason()),
    }];
    // Its session ends with it. What its background hooks still have to say is
    // for the agent that goes on.
    let notices = subagent.hooks.session().clone().end(PATIENCE).await;
    texts.extend(notices.into_iter().map(|notice| notice.text));
    let text = texts.join("\n");
    ensure!(worked.is_continue(), text);
    Ok(text.into())
}

fn last_words(messages: &[Message]) -> String {
    let by_model = |message: &&Message| matches!(message, Message::Assistant { .. });
    let last = messages.iter().rev().find(by_model);
    last.map(Message::text).unwrap_or_default().to_owned()
}
