//! Hooks that ask a language model: the types `prompt` and `agent`.
//!
//! A hook of type `prompt` asks once; one of type `agent` lets the model look
//! around with read-only tools before it gives its verdict. Both end with
//! `{"ok": true}` or `{"ok": false, "reason": "…"}`.
//!
//! A host registers an [`LlmFactory`] for both types. [`LlmFactory::new`] has
//! clients for the Anthropic Messages API and the OpenAI chat completions API,
//! and so for every compatible server; [`LlmFactory::with_model`] asks a model
//! of the host's own:
//!
//! ```
//! use std::sync::Arc;
//!
//! use snaphook_exec::Registry;
//! use snaphook_llm::{Completion, CompletionFuture, LanguageModel, LlmFactory, ModelRequest};
//!
//! /// A model that forbids everything.
//! struct Strict;
//!
//! impl LanguageModel for Strict {
//!     fn complete<'a>(&'a self, _: &'a ModelRequest) -> CompletionFuture<'a> {
//!         let answer = r#"{"ok": false, "reason": "not on Fridays"}"#;
//!         Box::pin(async move { Ok(Completion::text(answer)) })
//!     }
//! }
//!
//! let models = Arc::new(LlmFactory::with_model(Arc::new(Strict)));
//! let registry = Registry::default();
//! registry.register("prompt", models.clone());
//! registry.register("agent", models);
//! ```
//!
//! With an engine, `EngineBuilder::handler` registers a factory.
//!
//! # Which model
//!
//! The hook's `model`, else the settings' `hookModel`, else the variable
//! `SNAPHOOK_HOOK_MODEL`, else a small model of the provider whose key is there.
//! A name is `provider/model` or bare; the providers are `anthropic` and
//! `openai`. `hookModel` is such a name, or an object:
//!
//! ```json
//! { "hookModel": { "provider": "openai", "model": "llama3.2",
//!                  "baseUrl": "http://localhost:11434/v1", "keyVariable": "MY_KEY" } }
//! ```
//!
//! | variable | holds |
//! |---|---|
//! | `SNAPHOOK_HOOK_MODEL` | a model's name |
//! | `ANTHROPIC_API_KEY`, `OPENAI_API_KEY` | keys |
//! | `ANTHROPIC_BASE_URL`, `OPENAI_BASE_URL` | other addresses; with one, no key is needed |
//!
//! They are taken from the world that the host described, never from variables
//! that a hook set for its session: a hook must not say where keys are sent. Keys
//! appear in no error, no log and no outcome.
//!
//! # Why a client of our own
//!
//! Two requests of some thirty lines each are all that is needed. A library for
//! many providers (`genai`) brings 41 crates more, reads keys from the process
//! environment, and hides what matters here: a refusal, `retry-after`, a server
//! that takes no schema, the turns of a thinking model that must go back as they
//! came.
//!
//! # What an agent may read
//!
//! The input's `cwd` (without one, the project's root) and the folders in the
//! input's `additional_directories`; and the transcript that the input names.
//! Symlinks are resolved first and lead nowhere else. See [`LlmFactory`] for the
//! limits.

mod agent;
mod keys;
mod kind;
mod lint;
pub mod model;
mod prompt;
#[cfg(feature = "client")]
mod run;

pub use agent::{Agent, AgentDef};
pub use kind::{AgentKind, PromptKind};
pub use prompt::{Prompt, PromptDef};
#[cfg(feature = "client")]
pub use run::{
    AnswerSchema, Anthropic, ChatMessage, Completion, CompletionFuture, Endpoint, LanguageModel,
    LlmFactory, ModelError, ModelKey, ModelRequest, ModelToolCall, ModelToolResult, ModelTurn,
    OpenAi, Tool, UnfitText, first_object, with_arguments,
};
