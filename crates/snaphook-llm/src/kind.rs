//! The kinds `prompt` and `agent`. In one engine they share their connections.

use std::sync::Arc;

use snaphook_core::kind::KindSpec;
use snaphook_exec::{FactoryParts, HandlerFactory, HandlerKind};

use crate::agent::Agent;
use crate::prompt::Prompt;

/// The kind `prompt`: one question to a language model.
#[derive(Debug, Clone, Copy, Default)]
pub struct PromptKind;

impl HandlerKind for PromptKind {
    fn spec(&self) -> Arc<dyn KindSpec> {
        Arc::new(Prompt)
    }

    fn factory(&self, parts: &FactoryParts) -> Option<Arc<dyn HandlerFactory>> {
        factory(parts)
    }
}

/// The kind `agent`: a language model that looks around before it answers.
#[derive(Debug, Clone, Copy, Default)]
pub struct AgentKind;

impl HandlerKind for AgentKind {
    fn spec(&self) -> Arc<dyn KindSpec> {
        Arc::new(Agent)
    }

    fn factory(&self, parts: &FactoryParts) -> Option<Arc<dyn HandlerFactory>> {
        factory(parts)
    }
}

/// What runs hooks of both kinds.
#[cfg(feature = "client")]
fn factory(parts: &FactoryParts) -> Option<Arc<dyn HandlerFactory>> {
    Some(parts.shared(crate::run::LlmFactory::new))
}

/// Without the clients of language models, nothing runs them.
#[cfg(not(feature = "client"))]
fn factory(_: &FactoryParts) -> Option<Arc<dyn HandlerFactory>> {
    None
}
