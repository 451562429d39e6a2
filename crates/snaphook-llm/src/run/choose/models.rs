//! Who is asked.

use std::sync::Arc;

use crate::model::Provider;
use serde_json::Value;
use snaphook_exec::Surroundings;

use super::endpoint::{ModelWish, endpoint};
use super::setting::HookModel;
use crate::run::clients::{Anthropic, OpenAi, Wire};
use crate::run::language_model::LanguageModel;

/// The models that hooks may ask.
#[derive(Clone)]
pub(crate) struct Models {
    source: ModelSource,
    /// What the settings say, or what is wrong with that.
    setting: Result<Option<Arc<HookModel>>, String>,
}

#[derive(Clone)]
enum ModelSource {
    Host(Arc<dyn LanguageModel>),
    Ready(Wire),
}

impl Models {
    pub(crate) fn ready() -> Self {
        Self::from(ModelSource::Ready(Wire::default()))
    }

    pub(crate) fn of_host(model: Arc<dyn LanguageModel>) -> Self {
        Self::from(ModelSource::Host(model))
    }

    fn from(source: ModelSource) -> Self {
        Self {
            source,
            setting: Ok(None),
        }
    }

    /// Models as these settings choose them; connections are shared.
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
            ModelSource::Host(model) => {
                let said = setting.and_then(|setting| setting.model.as_deref());
                return Ok((Arc::clone(model), wanted.or(said).map(str::to_owned)));
            }
            ModelSource::Ready(wire) => wire.clone(),
        };
        let wanted = ModelWish { wanted, setting };
        let (provider, endpoint) = endpoint(&wanted, world)?;
        let model: Arc<dyn LanguageModel> = match provider {
            Provider::Anthropic => Arc::new(Anthropic::with_wire(wire, endpoint)),
            Provider::OpenAi => Arc::new(OpenAi::with_wire(wire, endpoint)),
        };
        Ok((model, None))
    }
}
