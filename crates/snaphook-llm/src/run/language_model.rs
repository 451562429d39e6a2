//! The one trait that a language model needs, and what passes through it.

use std::future::Future;
use std::pin::Pin;
use std::time::{Duration, Instant};

use serde_json::Value;
use snaphook_core::answer::Usage;

/// What a model answers, some time later.
pub type CompletionFuture<'a> =
    Pin<Box<dyn Future<Output = Result<Completion, ModelError>> + Send + 'a>>;

/// A language model. Dropping the future ends the request.
pub trait LanguageModel: Send + Sync {
    /// Answers a conversation.
    fn complete<'a>(&'a self, request: &'a ModelRequest) -> CompletionFuture<'a>;
}

/// A conversation that waits for the model's next turn. Over the turns of one
/// hook it only grows.
#[derive(Debug, Clone, Default)]
pub struct ModelRequest {
    /// The model that the hook or the settings name, as they write it.
    pub model: Option<String>,
    /// What the model is to do.
    pub system: String,
    /// The conversation so far.
    pub messages: Vec<ChatMessage>,
    /// What it may call.
    pub tools: Vec<Tool>,
    /// The shape of its answer, for models that can be held to one. The answer
    /// is checked all the same.
    pub schema: Option<AnswerSchema>,
    /// When nobody waits any more: it makes no sense to wait for a server beyond
    /// this.
    pub deadline: Option<Instant>,
}

/// One message.
#[derive(Debug, Clone, PartialEq)]
pub enum ChatMessage {
    /// To the model.
    User(String),
    /// From the model.
    Assistant(ModelTurn),
    /// What its calls brought.
    Results(Vec<ModelToolResult>),
}

/// What the model said in one turn.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ModelTurn {
    /// Its text.
    pub text: String,
    /// What it wants called.
    pub calls: Vec<ModelToolCall>,
    /// The turn in the provider's own form, to be given back unchanged: it may
    /// hold thoughts that only the provider can read.
    pub own: Option<Value>,
}

/// A call that the model wants made.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelToolCall {
    /// Which call this is.
    pub id: String,
    /// The tool.
    pub name: String,
    /// Its input; not always what the tool's schema asks for.
    pub input: Value,
}

/// What a call brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelToolResult {
    /// Which call it was.
    pub id: String,
    /// What came of it.
    pub text: String,
    /// It could not be done.
    pub failed: bool,
}

/// A tool that the model may call.
#[derive(Debug, Clone, PartialEq)]
pub struct Tool {
    /// Its name.
    pub name: String,
    /// What it does.
    pub description: String,
    /// The JSON schema of its input.
    pub input: Value,
}

/// The shape of an answer.
#[derive(Debug, Clone, PartialEq)]
pub struct AnswerSchema {
    /// Its name.
    pub name: String,
    /// The JSON schema.
    pub json: Value,
}

/// The model's next turn.
#[derive(Debug, Clone, Default)]
pub struct Completion {
    /// What it said.
    pub turn: ModelTurn,
    /// It refused to answer, in these words.
    pub refusal: Option<String>,
    /// It was cut off at a limit of tokens.
    pub cut: bool,
    /// What it needed.
    pub usage: Usage,
}

impl Completion {
    /// A turn of text only.
    pub fn text(text: impl Into<String>) -> Self {
        Self {
            turn: ModelTurn {
                text: text.into(),
                ..ModelTurn::default()
            },
            ..Self::default()
        }
    }

    /// A turn of one call only.
    pub fn call(id: impl Into<String>, name: impl Into<String>, input: Value) -> Self {
        Self {
            turn: ModelTurn {
                calls: vec![ModelToolCall {
                    id: id.into(),
                    name: name.into(),
                    input,
                }],
                ..ModelTurn::default()
            },
            ..Self::default()
        }
    }
}

/// Why a model did not answer. No message holds a key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// No model is configured, or its server is not; the text says what to set.
    #[error("{0}")]
    Setup(String),
    /// There is no connection.
    #[error("`{server}` cannot be reached: {why}")]
    Unreachable {
        /// The server.
        server: String,
        /// What went wrong.
        why: String,
    },
    /// The server does not accept the key.
    #[error("`{server}` does not accept the key{} (status {status})", in_variable(.variable.as_deref()))]
    Key {
        /// The server.
        server: String,
        /// Where the key came from.
        variable: Option<String>,
        /// The status.
        status: u16,
    },
    /// The server is busy for longer than it makes sense to wait.
    #[error("`{server}` is busy (status {status}) and asks to come back in {wait:?}: {message}")]
    Busy {
        /// The server.
        server: String,
        /// The status.
        status: u16,
        /// How long it wants to be left alone.
        wait: Duration,
        /// What it said.
        message: String,
    },
    /// The server answered with an error.
    #[error("`{server}` answered with status {status}: {message}")]
    Status {
        /// The server.
        server: String,
        /// The status.
        status: u16,
        /// The error's type and message.
        message: String,
    },
    /// The answer is not what the API promises.
    #[error("the answer of `{server}` cannot be read: {why}")]
    Unreadable {
        /// The server.
        server: String,
        /// What is wrong with it.
        why: String,
    },
    /// Anything else, from a model of the host's own.
    #[error("{0}")]
    Other(String),
}

fn in_variable(variable: Option<&str>) -> String {
    variable.map_or_else(String::new, |name| format!(" in `{name}`"))
}
