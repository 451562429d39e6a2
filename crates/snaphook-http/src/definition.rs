//! What one hook of type `http` posts to, and with which headers.

use std::borrow::Cow;

use serde_json::{Map, Value, json};
use snaphook_core::kind::{Definition, KindName, object};
use snaphook_core::shown_url;

/// Posts the input to an HTTP endpoint.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct HttpDef {
    /// Where to.
    pub url: String,
    /// Header names and values, with `$VAR` still in them.
    pub headers: Vec<(String, String)>,
    /// The variables that may be put into headers.
    pub allowed_env_vars: Vec<String>,
}

impl HttpDef {
    /// Its kind.
    pub const KIND: KindName = KindName::new("http");
}

impl Definition for HttpDef {
    fn kind(&self) -> KindName {
        Self::KIND
    }

    fn to_json(&self) -> Map<String, Value> {
        let Self {
            url,
            headers,
            allowed_env_vars,
        } = self;
        object(json!({
            "url": url,
            "headers": headers,
            "allowedEnvVars": allowed_env_vars,
        }))
    }

    fn identity_keys(&self) -> Option<&'static [&'static str]> {
        Some(&["url"])
    }

    fn summary(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.url)
    }

    fn name(&self) -> Cow<'_, str> {
        Cow::Owned(shown_url(&self.url))
    }

    fn texts_with_files(&self) -> Vec<String> {
        Vec::new()
    }
}
