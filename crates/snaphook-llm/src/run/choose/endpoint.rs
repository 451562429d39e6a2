//! From names to a server: provider, address, key and model.
//!
//! The provider is, in this order: the one before the slash of the hook's
//! `model`; that of a server in the settings (`provider`, `baseUrl`), whose every
//! bare name is a model of its own; the one whose models have such names; the
//! one that the settings' or the environment's model belongs to; the one whose
//! key or address is there.

use std::ffi::OsStr;

use crate::model::{Provider, full_name, split};
use snaphook_exec::Surroundings;

use super::setting::HookModel;
use crate::run::clients::{Endpoint, ModelKey};

const MODEL_VARIABLE: &str = "SNAPHOOK_HOOK_MODEL";

/// The model that the hook and the settings name.
pub(super) struct ModelWish<'a> {
    /// By the hook.
    pub(super) wanted: Option<&'a str>,
    /// By the settings.
    pub(super) setting: Option<&'a HookModel>,
}

/// The server of the model to ask.
///
/// # Errors
/// If the model or its server is not configured. The text says what to set.
pub(super) fn endpoint(
    wanted: &ModelWish<'_>,
    world: &Surroundings,
) -> Result<(Provider, Endpoint), String> {
    let variable = |name: &str| {
        let value = world.var(name).and_then(OsStr::to_str).map(str::trim);
        value.filter(|value| !value.is_empty())
    };
    let (set_name, set_provider) = match wanted.setting {
        Some(setting) => setting.named(),
        None => (None, None),
    };
    let server = wanted.setting.is_some_and(HookModel::is_a_server);
    let (hook_provider, hook_name) = match wanted.wanted.map(split) {
        Some((provider, name)) => (provider, Some(name)),
        None => (None, None),
    };
    let (env_provider, env_name) = match variable(MODEL_VARIABLE).map(split) {
        Some((provider, name)) => (provider, Some(name)),
        None => (None, None),
    };
    let name = hook_name.or(set_name).or(env_name);
    let reachable = |provider: &&Provider| {
        variable(provider.key_variable()).is_some() || variable(provider.base_variable()).is_some()
    };
    let provider = hook_provider
        .or(set_provider.filter(|_| server || hook_name.is_none()))
        .or(env_provider.filter(|_| hook_name.or(set_name).is_none()))
        .or(name.and_then(Provider::of_model))
        .or(set_provider)
        .or(env_provider)
        .or_else(|| Provider::ALL.iter().find(reachable).copied())
        .ok_or_else(no_provider)?;

    let own = wanted
        .setting
        .filter(|_| set_provider == Some(provider))
        .map(|setting| (setting.base_url.as_deref(), setting.key_variable.as_deref()));
    let (set_url, set_key) = own.unwrap_or_default();
    let other_url = set_url.or_else(|| variable(provider.base_variable()));
    let key_name = set_key.unwrap_or(provider.key_variable());
    let key = match world.var(key_name) {
        None => None,
        Some(value) => {
            let value = value.to_str().unwrap_or("\0");
            ModelKey::read(value).map_err(|why| format!("the key in `{key_name}` {why}"))?
        }
    };
    if key.is_none() && (other_url.is_none() || set_key.is_some()) {
        return Err(no_key(provider, key_name));
    }
    let model = match name {
        Some(name) => full_name(name),
        None if key.is_some() => provider.default_model(),
        None => return Err(no_model()),
    };
    let base_url = other_url.unwrap_or(provider.base_url());
    // What the settings say was looked at when they were read.
    Endpoint::check(base_url).map_err(|why| format!("`{}` {why}", provider.base_variable()))?;
    let endpoint = Endpoint::new(base_url, model).map_err(|error| error.to_string())?;
    Ok((
        provider,
        match key {
            Some(key) => endpoint.key_from(key, key_name),
            None => endpoint,
        },
    ))
}

fn no_provider() -> String {
    format!(
        "no language model is configured: set `{}` or `{}`, or name a server in the setting `{}`",
        Provider::Anthropic.key_variable(),
        Provider::OpenAi.key_variable(),
        HookModel::KEY,
    )
}

fn no_key(provider: Provider, variable: &str) -> String {
    format!(
        "the key for {} is missing: set `{variable}`, or `{}` to the address of a server that needs none",
        provider.as_str(),
        provider.base_variable(),
    )
}

fn no_model() -> String {
    format!(
        "no model is chosen: name one in the hook's `model`, the setting `{}` or the variable `{MODEL_VARIABLE}`",
        HookModel::KEY,
    )
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// `provider base model` or the error.
    fn chosen(wanted: Option<&str>, setting: Value, env: &[(&str, &str)]) -> String {
        let setting = HookModel::read(&setting).unwrap();
        let world = Surroundings {
            env: env.iter().map(|(k, v)| (k.into(), v.into())).collect(),
            ..Surroundings::default()
        };
        let wanted = ModelWish {
            wanted,
            setting: setting.as_ref(),
        };
        match endpoint(&wanted, &world) {
            Ok((provider, at)) => {
                format!("{} {} {}", provider.as_str(), at.base_url(), at.model())
            }
            Err(why) => why,
        }
    }

    const A: (&str, &str) = ("ANTHROPIC_API_KEY", "a-key");
    const O: (&str, &str) = ("OPENAI_API_KEY", "o-key");
    const A_URL: &str = "https://api.anthropic.com";
    const O_URL: &str = "https://api.openai.com/v1";

    #[test]
    fn the_hook_comes_before_the_settings_before_the_environment() {
        let env = [A, O, ("SNAPHOOK_HOOK_MODEL", "openai/from-env")];
        let all = |wanted, setting| chosen(wanted, setting, &env);
        assert_eq!(
            all(Some("anthropic/mine"), json!("openai/set")),
            format!("anthropic {A_URL} mine")
        );
        assert_eq!(
            all(None, json!("anthropic/set")),
            format!("anthropic {A_URL} set")
        );
        assert_eq!(all(None, json!(null)), format!("openai {O_URL} from-env"));
        let routed = [A, O, ("SNAPHOOK_HOOK_MODEL", "openai/claude-x")];
        assert_eq!(
            chosen(None, json!(null), &routed),
            format!("openai {O_URL} claude-x")
        );
        assert_eq!(
            chosen(None, json!(null), &[O]),
            format!("openai {O_URL} {}", Provider::OpenAi.default_model())
        );
        assert_eq!(
            chosen(None, json!(null), &[A, O]),
            format!("anthropic {A_URL} {}", Provider::Anthropic.default_model())
        );
    }

    #[test]
    fn a_bare_name_finds_its_provider() {
        for (wanted, setting, expected) in [
            (
                "haiku",
                json!("openai/gpt-x"),
                format!("anthropic {A_URL} claude-haiku-5-5"),
            ),
            (
                "gpt-x",
                json!("anthropic/claude-x"),
                format!("openai {O_URL} gpt-x"),
            ),
            (
                "mystery",
                json!("openai/gpt-x"),
                format!("openai {O_URL} mystery"),
            ),
            ("mystery", json!(null), format!("anthropic {A_URL} mystery")),
            (
                "claude-x",
                json!({"baseUrl": "http://localhost:1/v1"}),
                "openai http://localhost:1/v1 claude-x".to_owned(),
            ),
            (
                "anthropic/claude-x",
                json!({"baseUrl": "http://localhost:1/v1"}),
                format!("anthropic {A_URL} claude-x"),
            ),
        ] {
            assert_eq!(chosen(Some(wanted), setting, &[A, O]), expected, "{wanted}");
        }
    }

    #[test]
    fn a_server_of_ones_own_needs_no_key_but_a_name() {
        let url = ("OPENAI_BASE_URL", "http://localhost:11434/v1/");
        assert_eq!(
            chosen(Some("llama"), json!(null), &[url]),
            "openai http://localhost:11434/v1 llama"
        );
        assert!(chosen(None, json!(null), &[url]).starts_with("no model is chosen"));
        let set = json!({"baseUrl": "http://localhost:1", "keyVariable": "MINE", "model": "m"});
        assert!(chosen(None, set.clone(), &[O]).contains("set `MINE`"));
        let mine = ("MINE", "key");
        assert_eq!(chosen(None, set, &[mine]), "openai http://localhost:1 m");
        let bad = ("OPENAI_BASE_URL", "localhost");
        assert!(chosen(Some("llama"), json!(null), &[bad]).starts_with("`OPENAI_BASE_URL`"));
    }

    #[test]
    fn what_is_missing_is_named() {
        assert!(chosen(None, json!(null), &[]).contains("`ANTHROPIC_API_KEY` or `OPENAI_API_KEY`"));
        assert!(chosen(Some("claude-x"), json!(null), &[O]).contains("set `ANTHROPIC_API_KEY`"));
        assert!(chosen(Some("openai/x"), json!(null), &[A]).contains("set `OPENAI_API_KEY`"));
        let empty = ("OPENAI_API_KEY", " ");
        assert!(chosen(Some("gpt-x"), json!(null), &[empty]).contains("set `OPENAI_API_KEY`"));
        let odd = ("OPENAI_API_KEY", "two\nlines");
        let why = chosen(Some("gpt-x"), json!(null), &[odd]);
        assert!(
            why.contains("`OPENAI_API_KEY`") && !why.contains("lines"),
            "{why}"
        );
    }
}
