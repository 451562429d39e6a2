//! Who is asked.

use std::sync::Arc;

use serde_json::Value;
use snaphook_core::model::Provider;
use snaphook_exec::Surroundings;

use super::endpoint::{Wanted, endpoint};
use super::setting::HookModel;
use crate::clients::{Anthropic, OpenAi, Wire};
use crate::language_model::LanguageModel;

/// The models that hooks may ask.
#[derive(Clone)]
pub(crate) struct Models {
    source: Source,
    /// What the settings say, or what is wrong with that.
    setting: Result<Option<Arc<HookModel>>, String>,
}

#[derive(Clone)]
enum Source {
    Host(Arc<dyn LanguageModel>),
    Ready(Wire),
}

impl Models {
    pub(crate) fn ready() -> Self {
        Self::from(Source::Ready(Wire::default()))
    }

    pub(crate) fn of_host(model: Arc<dyn LanguageModel>) -> Self {
        Self::from(Source::Host(model))
    }

    fn from(source: Source) -> Self {
        Self {
            source,
            setting: Ok(None),
        }
    }

    /// The same with what the settings say; connections are shared.
    pub(crate) fn with_setting(&self, setting: &Value) -> Self {
        Self {
            source: self.source.clone(),
            setting: HookModel::read(setting).map(|setting| setting.map(Arc::new)),
        }
    }

    /// The model that a hook which wants this one asks, and the name to put into
    /// requests.
    pub(crate) fn pick(
        &self,
        wanted: Option<&str>,
        world: &Surroundings,
    ) -> Result<(Arc<dyn LanguageModel>, Option<String>), String> {
        let setting = match &self.setting {
            Ok(setting) => setting.as_deref(),
            Err(wrong) => return Err(wrong.clone()),
        };
        let wanted = wanted.map(str::trim).filter(|name| !name.is_empty());
        let wire = match &self.source {
            Source::Host(model) => {
                let said = setting.and_then(|setting| setting.model.as_deref());
                return Ok((Arc::clone(model), wanted.or(said).map(str::to_owned)));
            }
            Source::Ready(wire) => wire.clone(),
        };
        let wanted = Wanted { wanted, setting };
        let (provider, endpoint) = endpoint(&wanted, world)?;
        let model: Arc<dyn LanguageModel> = match provider {
            Provider::Anthropic => Arc::new(Anthropic::over(wire, endpoint)),
            Provider::OpenAi => Arc::new(OpenAi::over(wire, endpoint)),
        };
        Ok((model, None))
    }
}
