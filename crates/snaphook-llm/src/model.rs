//! Whom the name of a language model means: the providers that hooks can ask
//! directly, and what their variables and models are called.

/// A provider of language models, and with it a wire format: every compatible
/// server is reached under the same name, at another address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Provider {
    /// The Anthropic Messages API.
    Anthropic,
    /// The OpenAI chat completions API.
    OpenAi,
}

impl Provider {
    /// Every provider.
    pub const ALL: &[Self] = &[Self::Anthropic, Self::OpenAi];

    /// The name that is before the slash of `provider/model`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Anthropic => "anthropic",
            Self::OpenAi => "openai",
        }
    }

    /// The provider of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let mut all = Self::ALL.iter().copied();
        all.find(|provider| provider.as_str() == name)
    }

    /// The variable that holds its key.
    #[must_use]
    pub fn key_variable(self) -> &'static str {
        match self {
            Self::Anthropic => "ANTHROPIC_API_KEY",
            Self::OpenAi => "OPENAI_API_KEY",
        }
    }

    /// The variable that names another address.
    #[must_use]
    pub fn base_variable(self) -> &'static str {
        match self {
            Self::Anthropic => "ANTHROPIC_BASE_URL",
            Self::OpenAi => "OPENAI_BASE_URL",
        }
    }

    /// Its own address.
    #[must_use]
    pub fn base_url(self) -> &'static str {
        match self {
            Self::Anthropic => "https://api.anthropic.com",
            Self::OpenAi => "https://api.openai.com/v1",
        }
    }

    /// The model that is asked where nobody names one: small and quick, since
    /// an agent waits for it.
    #[must_use]
    pub fn default_model(self) -> &'static str {
        match self {
            Self::Anthropic => "claude-haiku-5-5",
            Self::OpenAi => "gpt-6-luna",
        }
    }

    /// The provider whose models have such names.
    #[must_use]
    pub fn of_model(name: &str) -> Option<Self> {
        let begins = |words: &[&str]| words.iter().any(|word| name.starts_with(word));
        if begins(&["claude-"]) || full_name(name) != name {
            Some(Self::Anthropic)
        } else if begins(&["gpt-", "chatgpt-"]) {
            Some(Self::OpenAi)
        } else {
            None
        }
    }
}

/// Takes `provider/model` apart. The text before the slash may also be part
/// of a name (`meta-llama/Llama-3.3-70B`).
///
/// ```
/// use snaphook_llm::model::{Provider, split};
///
/// assert_eq!(split("openai/gpt-6"), (Some(Provider::OpenAi), "gpt-6"));
/// assert_eq!(split("meta-llama/Llama-3"), (None, "meta-llama/Llama-3"));
/// ```
#[must_use]
pub fn split(model: &str) -> (Option<Provider>, &str) {
    let model = model.trim();
    let parts = model.split_once('/');
    let known = parts.and_then(|(first, rest)| Some((Provider::named(first)?, rest)));
    match known {
        Some((provider, name)) => (Some(provider), name),
        None => (None, model),
    }
}

/// The full name of a model that agents' settings call by one word.
#[must_use]
pub fn full_name(name: &str) -> &str {
    match name {
        "haiku" => "claude-haiku-5-5",
        "sonnet" => "claude-sonnet-5-5",
        "opus" => "claude-opus-5",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_their_provider_where_they_can() {
        for (name, provider) in [
            ("claude-haiku-5-5", Some(Provider::Anthropic)),
            ("haiku", Some(Provider::Anthropic)),
            ("gpt-6-luna", Some(Provider::OpenAi)),
            ("llama3.2", None),
            ("", None),
        ] {
            assert_eq!(Provider::of_model(name), provider, "{name}");
        }
        for provider in Provider::ALL {
            assert_eq!(
                Provider::of_model(provider.default_model()),
                Some(*provider)
            );
            assert_eq!(Provider::named(provider.as_str()), Some(*provider));
        }
    }

    #[test]
    fn only_a_provider_is_split_off() {
        assert_eq!(
            split(" openai/anthropic/claude-x "),
            (Some(Provider::OpenAi), "anthropic/claude-x")
        );
        assert_eq!(split("openai"), (None, "openai"));
    }
}
