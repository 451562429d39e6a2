//! The setting `hookModel`.

use crate::model::{Provider, split};
use serde_json::Value;

use crate::run::clients::Endpoint;

/// What the settings say about the models of hooks.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct HookModel {
    /// The model, as it is written.
    pub(super) model: Option<String>,
    /// Its provider, where that is in a field of its own.
    pub(super) provider: Option<Provider>,
    pub(super) base_url: Option<String>,
    pub(super) key_variable: Option<String>,
}

impl HookModel {
    pub(crate) const KEY: &str = "hookModel";

    /// Reads the setting. A field that nobody knows is an error: with a slip in
    /// `baseUrl`, prompts would go to the wrong server.
    pub(crate) fn read(value: &Value) -> Result<Option<Self>, String> {
        let fields = match value {
            Value::Null => return Ok(None),
            Value::String(model) => {
                return Ok(Some(Self {
                    model: full(model),
                    ..Self::default()
                }));
            }
            Value::Object(fields) => fields,
            _ => {
                return Err(wrong(
                    "it must be `\"provider/model\"`, or an object with `model`, `provider`, `baseUrl` and `keyVariable`",
                ));
            }
        };
        let mut read = Self::default();
        for (key, value) in fields.iter().filter(|(_, value)| !value.is_null()) {
            let text = value
                .as_str()
                .ok_or_else(|| wrong(&format!("its `{key}` must be a string")))?;
            match key.as_str() {
                "model" => read.model = full(text),
                "provider" => {
                    read.provider = Some(Provider::named(text).ok_or_else(|| {
                        wrong("its `provider` must be \"anthropic\" or \"openai\" (which every compatible server speaks)")
                    })?);
                }
                "baseUrl" => {
                    Endpoint::check(text).map_err(|why| wrong(&format!("its `baseUrl` {why}")))?;
                    read.base_url = full(text);
                }
                "keyVariable" => read.key_variable = full(text),
                _ => {
                    return Err(wrong(&format!(
                        "it has no `{key}`; there are `model`, `provider`, `baseUrl` and `keyVariable`"
                    )));
                }
            }
        }
        Ok(Some(read))
    }

    /// The model's name, and the provider that the setting is about.
    pub(super) fn named(&self) -> (Option<&str>, Option<Provider>) {
        let model = self.model.as_deref();
        match (self.provider, model.map(split)) {
            // Said apart, the name is only a name: on a router it has slashes.
            (Some(provider), _) => (model, Some(provider)),
            (None, Some((Some(provider), name))) => (Some(name), Some(provider)),
            // An address without a provider is that of a compatible server.
            (None, _) if self.base_url.is_some() => (model, Some(Provider::OpenAi)),
            (None, _) => (model, model.and_then(Provider::of_model)),
        }
    }

    /// Whether it says where models are: then every bare name is one of that
    /// server's.
    pub(super) fn is_a_server(&self) -> bool {
        self.provider.is_some() || self.base_url.is_some()
    }
}

fn full(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

fn wrong(why: &str) -> String {
    format!("the setting `{}` cannot be used: {why}", HookModel::KEY)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_does_not_fit_says_what_would() {
        for (value, says) in [
            (json!(5), "must be `\"provider/model\"`"),
            (json!(["openai/gpt"]), "must be `\"provider/model\"`"),
            (json!({"model": 5}), "`model` must be a string"),
            (json!({"provider": "gemini"}), "\"anthropic\" or \"openai\""),
            (json!({"baseURL": "http://x"}), "there are `model`"),
            (json!({"baseUrl": "localhost:1"}), "`baseUrl`"),
            (json!({"baseUrl": "http://me:secret@x"}), "`baseUrl`"),
        ] {
            let wrong = HookModel::read(&value).unwrap_err();
            assert!(wrong.contains(says), "{value}: {wrong}");
            assert!(!wrong.contains("secret"), "{wrong}");
        }
    }

    #[test]
    fn a_name_and_its_provider_are_told_apart() {
        let named = |value: serde_json::Value| {
            let setting = HookModel::read(&value).unwrap().unwrap();
            let (name, provider) = setting.named();
            (name.map(str::to_owned), provider)
        };
        let name = |name: &str| Some(name.to_owned());
        let (anthropic, openai) = (Some(Provider::Anthropic), Some(Provider::OpenAi));
        assert_eq!(named(json!("anthropic/x")), (name("x"), anthropic));
        assert_eq!(named(json!("claude-x")), (name("claude-x"), anthropic));
        assert_eq!(named(json!("llama")), (name("llama"), None));
        let routed = json!({"provider": "openai", "model": "anthropic/claude-x"});
        assert_eq!(named(routed), (name("anthropic/claude-x"), openai));
        let local = json!({"baseUrl": "http://localhost:1/v1", "model": "a/b"});
        assert_eq!(named(local), (name("a/b"), openai));
        assert_eq!(HookModel::read(&json!(null)), Ok(None));
    }
}
