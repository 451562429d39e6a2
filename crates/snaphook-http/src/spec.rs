//! The kind `http` as everybody knows it: its name, its keys, its lints.

use snaphook_core::hook::HandlerDef;
use snaphook_core::kind::{
    FieldError, FieldValues, Key, KindFinding, KindName, KindNeeds, KindSpec, LintSubject,
};

use crate::definition::HttpDef;
use crate::keys::{KEYS, SETTINGS_KEYS};
use crate::lint;

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

    fn needs(&self) -> KindNeeds {
        KindNeeds::NETWORK
    }

    fn define(&self, fields: &FieldValues) -> Result<HandlerDef, FieldError> {
        Ok(HandlerDef::new(HttpDef {
            url: fields.required("url"),
            headers: fields.pairs("headers"),
            allowed_env_vars: fields.strings("allowedEnvVars").unwrap_or_default(),
        }))
    }

    fn lint(&self, subject: &LintSubject<'_>) -> Vec<KindFinding> {
        lint::check(subject)
    }

    fn example(&self) -> &'static str {
        r#"{ "type": "http", "url": "https://hooks.example.com/guard" }"#
    }

    fn feature(&self) -> Option<&'static str> {
        Some("http")
    }
}
