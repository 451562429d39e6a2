//! A session, from its beginning to its end.

use std::ops::ControlFlow::{self, Break, Continue};

use snaphook::input::typed::{Notification, SessionStart};
use snaphook::turn::SessionStartReply;

use crate::agent::{Agent, Halt};
use crate::message::Message;
use crate::{PATIENCE, instructions, prompts};

/// Plays a session with these prompts.
pub async fn play(agent: &mut Agent, init: bool, prompts: Vec<String>) {
    match begin(agent, init).await {
        Break(halt) => agent.show("stopped", halt.reason()),
        Continue(first) => {
            let mut prompts = prompts.into_iter();
            let mut next = match first {
                // A hook speaks for the user: like the user's own words.
                Some(prompt) => Some(prompt),
                None => wait_for_user(agent, &mut prompts).await,
            };
            while let Some(prompt) = next {
                let over = prompts::submit(agent, &prompt).await;
                show_halt(agent, over);
                next = wait_for_user(agent, &mut prompts).await;
            }
        }
    }
    // Nothing can keep a session that ends: who wants to stop it is late.
    let messages = agent.hooks.session_end("other").await;
    show_halt(agent, agent.hear(&messages));
    for notice in agent.hooks.session().clone().end(PATIENCE).await {
        agent.show("notice", &notice.text);
    }
}

/// A prompt may end early. The session goes on.
fn show_halt(agent: &Agent, over: ControlFlow<Halt>) {
    if let Break(halt) = over {
        agent.show("stopped", halt.reason());
    }
}

/// Everything that comes before the user's first word.
async fn begin(agent: &mut Agent, init: bool) -> ControlFlow<Halt, Option<String>> {
    if init {
        let messages = agent.hooks.setup("init").await;
        agent.hear(&messages)?;
        agent.add(messages.text_for_model);
    }
    let start = SessionStart::new("startup").model(agent.model.as_str());
    let started = agent.hooks.session_start(start).await;
    let first = take_up(agent, started)?;
    instructions::load(agent, "session_start").await?;
    Continue(first)
}

/// What hooks give a session that starts, also after a compaction. Returns
/// what is to be said for the user.
pub fn take_up(agent: &mut Agent, started: SessionStartReply) -> ControlFlow<Halt, Option<String>> {
    // This agent watches no files and has no skills, so there is nothing to do
    // about `watch_paths` and `reload_skills`.
    agent.hear(&started.messages)?;
    agent.add(started.messages.text_for_model);
    agent.take_title(started.session_title);
    Continue(started.initial_user_message)
}

/// The next thing the user says; nothing when the user is gone.
async fn wait_for_user(
    agent: &mut Agent,
    prompts: &mut impl Iterator<Item = String>,
) -> Option<String> {
    let over = work_if_woken(agent).await;
    show_halt(agent, over);
    let notification = Notification::new("The agent waits for you.", "idle_prompt");
    let messages = agent.hooks.notification(notification).await;
    show_halt(agent, agent.hear(&messages));
    agent.add(messages.text_for_model);
    let messages = agent.hooks.on_user_input().await;
    show_halt(agent, agent.hear(&messages));
    prompts.next()
}

/// A background hook may wake the model (`asyncRewake`). A live agent waits for
/// `session.next_notice()` and the user's next word at the same time; in this
/// one, the user is always faster.
async fn work_if_woken(agent: &mut Agent) -> ControlFlow<Halt> {
    agent.hooks.session().until_quiet().await;
    let notices = agent.hooks.session().drain_notices();
    let woken = notices.iter().any(|notice| notice.wake);
    for notice in notices {
        agent.say(Message::Context(notice.text));
    }
    match woken {
        true => agent.work().await,
        false => Continue(()),
    }
}
