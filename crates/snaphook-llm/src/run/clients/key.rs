//! An API key, which is never printed.

use std::fmt;

use reqwest::header::HeaderValue;
use serde_json::Value;

use crate::run::language_model::ModelError;

/// The key to a model. It shows itself nowhere, and what comes back from the
/// server is rid of it.
#[derive(Clone, PartialEq, Eq)]
pub struct ModelKey(String);

/// The replacement of a key.
const HIDDEN: &str = "[key]";

/// A shorter text is a stand-in (`none`, `ollama`) for servers that want some
/// key: it hides nothing, and may be part of ordinary words.
const SHORTEST: usize = 8;

impl ModelKey {
    /// A key.
    ///
    /// # Errors
    /// When it is empty, or cannot be sent in a header.
    pub fn new(text: &str) -> Result<Self, ModelError> {
        match Self::read(text) {
            Ok(Some(key)) => Ok(key),
            Ok(None) => Err(ModelError::Setup("the key is empty".to_owned())),
            Err(why) => Err(ModelError::Setup(format!("the key {why}"))),
        }
    }

    /// A key, or `None` if there is only white space.
    pub(crate) fn read(text: &str) -> Result<Option<Self>, &'static str> {
        let text = text.trim();
        if !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err("is not a key: it must be one word of ASCII characters");
        }
        Ok((!text.is_empty()).then(|| Self(text.to_owned())))
    }

    /// A header's value: these words, and the key.
    pub(super) fn header(&self, words: &str) -> Option<HeaderValue> {
        let mut value = HeaderValue::from_str(&format!("{words}{}", self.0)).ok()?;
        value.set_sensitive(true);
        Some(value)
    }

    /// The text without the key.
    pub(super) fn hide(&self, text: &str) -> String {
        if self.0.len() < SHORTEST {
            return text.to_owned();
        }
        text.replace(&self.0, HIDDEN)
    }

    /// Hides the key in every string of a value.
    pub(super) fn hide_in(&self, value: &mut Value) {
        match value {
            Value::String(text) => {
                if text.contains(&self.0) {
                    *text = self.hide(text);
                }
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.hide_in(item)),
            Value::Object(fields) => fields.values_mut().for_each(|field| self.hide_in(field)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

impl fmt::Debug for ModelKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_key_shows_itself_nowhere() {
        let key = ModelKey::new(" sk-secret-123 ").unwrap();
        assert!(!format!("{key:?}").contains("secret"));
        assert!(!format!("{:?}", key.header("Bearer ")).contains("secret"));
        let mut value = json!({"a": ["your key sk-secret-123"], "b": 1});
        key.hide_in(&mut value);
        assert_eq!(value, json!({"a": ["your key [key]"], "b": 1}));
        let stand_in = ModelKey::new("none").unwrap();
        assert_eq!(stand_in.hide("none of it"), "none of it");
    }

    #[test]
    fn what_is_no_key_is_not_shown_either() {
        for text in ["", "  ", "sk secret", "sk\nsecret", "schlüssel"] {
            let error = ModelKey::new(text).unwrap_err().to_string();
            assert!(!error.contains("secret"), "{error}");
        }
    }
}
