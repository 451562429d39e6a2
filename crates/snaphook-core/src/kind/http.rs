//! Posts the input to an HTTP endpoint.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use super::definition::{Definition, object};
use super::key::{Key, Sample, ValueType};
use super::name::KindName;
use super::needs::Needs;
use super::spec::{FieldError, KindSpec};
use super::values::FieldValues;
use crate::hook::HandlerDef;

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
        Cow::Owned(crate::http::shown_url(&self.url))
    }

    fn texts_with_files(&self) -> Vec<String> {
        Vec::new()
    }
}

/// The kind `http`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Http;

impl KindSpec for Http {
    fn name(&self) -> KindName {
        HttpDef::KIND
    }

    fn about(&self) -> &'static str {
        "Posts the input to a URL; the answer is read like the stdout of a command."
    }

    fn keys(&self) -> &'static [Key] {
        KEYS
    }

    fn settings_keys(&self) -> &'static [Key] {
        SETTINGS_KEYS
    }

    fn needs(&self) -> Needs {
        Needs::NETWORK
    }

    fn define(&self, fields: &FieldValues) -> Result<HandlerDef, FieldError> {
        Ok(HandlerDef::new(HttpDef {
            url: fields.required("url"),
            headers: fields.pairs("headers"),
            allowed_env_vars: fields.strings("allowedEnvVars").unwrap_or_default(),
        }))
    }

    fn example(&self) -> &'static str {
        r#"{ "type": "http", "url": "https://hooks.example.com/guard" }"#
    }

    fn feature(&self) -> Option<&'static str> {
        Some("http")
    }
}

const STRINGS: ValueType = ValueType::List(&ValueType::String);

const KEYS: &[Key] = &[
    Key::new("url", ValueType::Url, "Where the input is posted to.")
        .needed()
        .such_as(&[Sample::String("https://hooks.example.com/guard")]),
    Key::new(
        "headers",
        ValueType::ByName(&ValueType::String),
        "Headers of the request; `$NAME` in a value is replaced, for variables in `allowedEnvVars`.",
    )
    .such_as(&[Sample::Pairs(&[("Authorization", "Bearer $GUARD_TOKEN")])]),
    Key::new(
        "allowedEnvVars",
        STRINGS,
        "Environment variables that may be put into headers.",
    )
    .such_as(&[Sample::Strings(&["GUARD_TOKEN"])]),
];

const SETTINGS_KEYS: &[Key] = &[
    Key::new(
        "allowedHttpHookUrls",
        ValueType::List(&ValueType::String),
        "The only URLs that http hooks may call, as patterns with `*`; an empty list allows none.",
    )
    .such_as(&[Sample::Strings(&["https://hooks.example.com/*"])]),
    Key::new(
        "httpHookAllowedEnvVars",
        ValueType::List(&ValueType::String),
        "The only environment variables that http hooks may put into headers.",
    ),
    Key::new(
        "httpHookPrivateNetworks",
        ValueType::Bool,
        "Whether http hooks may reach private networks. Loopback is always allowed.",
    )
    .or(Sample::Bool(true)),
];
