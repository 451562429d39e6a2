//! Makes the handlers.

use std::sync::Arc;

use crate::agent::AgentDef;
use crate::prompt::PromptDef;
use snaphook_core::hook::{Authority, Hook};
use snaphook_exec::{Handler, HandlerFactory, HandlerSettings, MakeError};

use crate::run::agent::AgentHandler;
use crate::run::choose::{HookModel, Models};
use crate::run::language_model::LanguageModel;
use crate::run::prompt::PromptHandler;

/// Makes handlers for hooks of the types `prompt` and `agent`: register it for
/// both.
///
/// All handlers share one pool of connections. Proxies are not used, redirects
/// not followed, and a server that is busy is asked once more, if it says so and
/// the hook's time allows.
///
/// An agent has 50 turns (`maxTurns`) and these tools: `read_file`,
/// `list_files`, `find_files`, `search_text`, `read_transcript` and, to end with,
/// `verdict`. A call brings 30,000 bytes at most, all calls of a run together
/// half a million. Binary files, FIFOs and devices are not read.
#[derive(Clone)]
pub struct LlmFactory {
    models: Models,
    /// The models for hooks of a project, whose own files may name another model.
    models_of_project: Option<Models>,
}

impl LlmFactory {
    /// Asks the models that hooks, settings and the environment name.
    #[must_use]
    pub fn new() -> Self {
        Self::with_models(Models::ready())
    }

    /// Asks a model of the host's own, whatever is named. What a hook or the
    /// settings name is in the request.
    #[must_use]
    pub fn with_model(model: Arc<dyn LanguageModel>) -> Self {
        Self::with_models(Models::of_host(model))
    }

    fn with_models(models: Models) -> Self {
        Self {
            models,
            models_of_project: None,
        }
    }
}

impl Default for LlmFactory {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for LlmFactory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("LlmFactory")
    }
}

impl HandlerFactory for LlmFactory {
    fn make(&self, hook: &Hook) -> Result<Arc<dyn Handler>, MakeError> {
        // A project does not choose who answers for the user's guards.
        let of_project = hook.source.authority() == Authority::Project;
        let own = self.models_of_project.as_ref().filter(|_| of_project);
        let models = own.unwrap_or(&self.models).clone();
        if let Some(def) = hook.handler.get::<PromptDef>() {
            let def = def.clone();
            return Ok(Arc::new(PromptHandler { def, models }));
        }
        if let Some(def) = hook.handler.get::<AgentDef>() {
            let def = def.clone();
            return Ok(Arc::new(AgentHandler { def, models }));
        }
        Err(MakeError::other_kind(PromptDef::KIND, hook))
    }

    fn configured(&self, settings: &HandlerSettings) -> Option<Arc<dyn HandlerFactory>> {
        let models = |level| {
            let setting = settings.get_for(HookModel::KEY, level)?;
            Some(self.models.with_setting(setting))
        };
        let of_project = models(Authority::Project)?;
        Some(Arc::new(Self {
            models: models(Authority::User).unwrap_or_else(|| self.models.clone()),
            models_of_project: Some(of_project),
        }))
    }
}
