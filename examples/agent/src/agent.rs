//! An agent: its conversation, and what every place of its loop does with what
//! hooks say. The loop itself is in `turn.rs`.

use std::ops::ControlFlow::{self, Break, Continue};
use std::rc::Rc;

use snaphook::AgentHooks;
use snaphook::turn::HookMessages;

use crate::host::Host;
use crate::message::Message;
use crate::tools::TaskList;

/// Why an agent stopped before it was done.
#[derive(Debug, Clone)]
pub enum Halt {
    /// A hook said `"continue": false`.
    Stopped(String),
    /// A hook refused the next step.
    Refused(String),
    /// The model could not be asked.
    Failed(String),
    /// It went on for too long.
    TooLong(String),
}

impl Halt {
    pub fn reason(&self) -> &str {
        match self {
            Self::Stopped(why) | Self::Refused(why) | Self::Failed(why) | Self::TooLong(why) => why,
        }
    }
}

/// An agent, or a subagent.
pub struct Agent {
    pub host: Rc<Host>,
    pub hooks: AgentHooks,
    /// The model that it asks.
    pub model: String,
    pub messages: Vec<Message>,
    pub tasks: TaskList,
    /// What hooks call the session.
    pub title: Option<String>,
    /// Something halted the agent while a tool ran.
    pub halt: Option<Halt>,
}

impl Agent {
    pub fn new(host: Rc<Host>, hooks: AgentHooks, model: String) -> Self {
        Self {
            host,
            hooks,
            model,
            messages: Vec::new(),
            tasks: TaskList::default(),
            title: None,
            halt: None,
        }
    }

    pub fn is_subagent(&self) -> bool {
        self.hooks.common.agent_id.is_some()
    }

    /// What any event may say: messages for the user, and that the agent stops.
    /// (Where its text for the model belongs, every place knows for itself.)
    pub fn hear(&self, messages: &HookMessages) -> ControlFlow<Halt> {
        for text in &messages.texts_for_user {
            self.show("hook", text);
        }
        match &messages.stop {
            None => Continue(()),
            Some(reason) => Break(Halt::Stopped(reason.clone())),
        }
    }

    /// Shows messages while a tool runs. A tool cannot end the loop by itself, so
    /// the loop looks when the tool is done.
    pub fn hear_in_tool(&mut self, messages: &HookMessages) {
        if let Break(halt) = self.hear(messages) {
            self.halt.get_or_insert(halt);
        }
    }

    /// Hooks may give the session a title.
    pub fn take_title(&mut self, title: Option<String>) {
        if let Some(title) = title {
            self.show("title", &title);
            self.title = Some(title);
        }
    }

    /// Adds a message to the conversation, for the model and on the screen.
    pub fn say(&mut self, message: Message) {
        let who = match &message {
            Message::User(_) => "user",
            Message::Context(_) => "context",
            Message::Assistant { .. } => "model",
            Message::ToolResult {
                is_error: false, ..
            } => "result",
            Message::ToolResult { is_error: true, .. } => "error",
        };
        self.show(who, message.text());
        self.messages.push(message);
    }

    /// Adds what hooks have for the model, if they have something.
    pub fn add(&mut self, context: Option<String>) {
        if let Some(text) = context {
            self.say(Message::Context(text));
        }
    }

    /// Shows something to the user; what subagents do, a bit to the right.
    pub fn show(&self, who: &str, text: &str) {
        let margin = if self.is_subagent() { "      " } else { "" };
        for (number, line) in text.trim_end().lines().enumerate() {
            let who = if number == 0 { who } else { "" };
            println!("{margin}{who:>8}  {line}");
        }
    }
}
