//! The model. Only a scripted one is here; put your provider in its place.

use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::future::Future;
use std::path::Path;
use std::pin::Pin;

use anyhow::Context;
use serde::Deserialize;

use crate::host::AgentLimits;
use crate::message::{Message, ToolUse};

/// What a model is asked.
pub struct Request<'a> {
    /// Who asks: the agent's name in the script.
    pub agent: &'a str,
    /// The model to ask.
    pub model: &'a str,
    pub messages: &'a [Message],
}

/// What a model answers.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Answer {
    #[serde(default)]
    pub text: String,
    #[serde(default)]
    pub tool_calls: Vec<ToolUse>,
}

/// A call of a model that failed.
#[derive(Debug, Clone, Deserialize)]
pub struct ModelFailure {
    /// In the protocol's words: `rate_limit`, `overloaded`, `unknown` …
    pub error: String,
    pub details: String,
}

pub type Answering<'a> = Pin<Box<dyn Future<Output = Result<Answer, ModelFailure>> + 'a>>;

/// Anything that answers.
pub trait Model {
    fn answer<'a>(&'a self, request: Request<'a>) -> Answering<'a>;
}

/// A session that is written down: what the user says, and what the model
/// answers to each agent.
#[derive(Debug, Deserialize)]
pub struct SessionScript {
    pub model: String,
    #[serde(flatten)]
    pub limits: AgentLimits,
    pub prompts: Vec<String>,
    pub agents: HashMap<String, VecDeque<ScriptLine>>,
}

impl SessionScript {
    pub fn read(file: &Path) -> anyhow::Result<Self> {
        let what = || format!("cannot read the script {}", file.display());
        let text = std::fs::read_to_string(file).with_context(what)?;
        serde_json::from_str(&text).with_context(what)
    }
}

/// One answer of a script.
#[derive(Debug, Deserialize)]
pub struct ScriptLine {
    /// What the model must have been given by now: that hooks are obeyed shows
    /// in what reaches the model.
    #[serde(default)]
    expects: Vec<String>,
    #[serde(flatten)]
    says: ScriptedReply,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum ScriptedReply {
    Error(ModelFailure),
    Answer(Answer),
}

/// A model that answers as it is written, whatever it is asked.
pub struct PlayedModel(RefCell<HashMap<String, VecDeque<ScriptLine>>>);

impl PlayedModel {
    pub fn new(agents: HashMap<String, VecDeque<ScriptLine>>) -> Self {
        Self(RefCell::new(agents))
    }

    fn next(&self, request: &Request<'_>) -> Result<Answer, ModelFailure> {
        let unwritten = |details: String| ModelFailure {
            error: "unknown".to_owned(),
            details,
        };
        let Request { agent, model, .. } = request;
        let mut agents = self.0.borrow_mut();
        let line = agents.get_mut(*agent).and_then(VecDeque::pop_front);
        let line = line.ok_or_else(|| {
            unwritten(format!("the script has nothing more for {agent} ({model})"))
        })?;
        for text in &line.expects {
            if !request
                .messages
                .iter()
                .any(|said| said.text().contains(text))
            {
                return Err(unwritten(format!("{agent} was not told: {text}")));
            }
        }
        match line.says {
            ScriptedReply::Answer(answer) => Ok(answer),
            ScriptedReply::Error(error) => Err(error),
        }
    }
}

impl Model for PlayedModel {
    fn answer<'a>(&'a self, request: Request<'a>) -> Answering<'a> {
        Box::pin(async move { self.next(&request) })
    }
}
