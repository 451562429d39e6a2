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
//! use snaphook::{Engine, Input};
//! use snaphook_llm::{Completion, CompletionFuture, LanguageModel, LlmFactory, Request};
//!
//! /// A model that forbids everything.
//! struct Strict;
//!
//! impl LanguageModel for Strict {
//!     fn complete<'a>(&'a self, _: &'a Request) -> CompletionFuture<'a> {
//!         let answer = r#"{"ok": false, "reason": "not on Fridays"}"#;
//!         Box::pin(async move { Ok(Completion::text(answer)) })
//!     }
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let models = Arc::new(LlmFactory::with_model(Arc::new(Strict)));
//! let engine = Engine::builder()
//!     .handler("prompt", models.clone())
//!     .handler("agent", models)
//!     .settings_json(r#"{ "hooks": { "PreToolUse": [ { "hooks": [
//!         { "type": "prompt", "prompt": "Is this call harmless? $ARGUMENTS" } ] } ] } }"#)
//!     .build()?;
//!
//! let input = Input::parse(r#"{"hook_event_name": "PreToolUse", "tool_name": "Bash"}"#)?;
//! let outcome = engine.execute(input).await;
//! assert_eq!(outcome.block_reason.as_deref(), Some("not on Fridays"));
//! # Ok(())
//! # }
//! ```
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
mod arguments;
mod ask;
mod choose;
mod clients;
mod factory;
mod kind;
mod language_model;
mod meter;
mod prompt;
mod verdict;

pub use arguments::with_arguments;
pub use clients::{Anthropic, Endpoint, Key, OpenAi};
pub use factory::LlmFactory;
pub use kind::{AgentKind, PromptKind};
pub use language_model::{
    Completion, CompletionFuture, LanguageModel, Message, ModelError, Request, Schema, Tool,
    ToolCall, ToolResult, Turn,
};
pub use verdict::{Unfit, first_object};
