//! What runs hooks of the types `prompt` and `agent`: it is behind the feature
//! `client`, because it brings the clients of language models.

mod agent;
mod arguments;
mod ask;
mod choose;
mod clients;
mod factory;
mod language_model;
mod meter;
mod prompt;
mod verdict;

pub use arguments::with_arguments;
pub use clients::{Anthropic, Endpoint, ModelKey, OpenAi};
pub use factory::LlmFactory;
pub use language_model::{
    AnswerSchema, ChatMessage, Completion, CompletionFuture, LanguageModel, ModelError,
    ModelRequest, ModelToolCall, ModelToolResult, ModelTurn, Tool,
};
pub use verdict::{UnfitText, first_object};
