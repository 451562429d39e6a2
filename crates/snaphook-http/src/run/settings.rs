//! What the settings say to all http hooks.
//!
//! | key | holds | absent |
//! |---|---|---|
//! | `allowedHttpHookUrls` | patterns; only URLs that fit one may be called | every URL may |
//! | `httpHookAllowedEnvVars` | names; only these may be put into headers, and only where the hook allows them too | what the hook allows |
//! | `httpHookPrivateNetworks` | whether private networks may be reached | they may |
//!
//! Each limits what hooks may do. So one that cannot be read is never passed
//! over: until it is corrected, every http hook fails. A project may limit them
//! further, and takes back nothing that others have limited.

use serde_json::Value;
use snaphook_exec::HandlerSettings;

use super::pattern::UrlPattern;

const URLS: &str = "allowedHttpHookUrls";
const VARIABLES: &str = "httpHookAllowedEnvVars";
const PRIVATE: &str = "httpHookPrivateNetworks";

/// What all http hooks are held to.
#[derive(Debug, Clone)]
pub(crate) struct RequestLimits {
    /// A URL must fit one pattern of every list.
    urls: Vec<Vec<UrlPattern>>,
    /// A variable must be in every list.
    variables: Vec<Vec<String>>,
    /// Whether private networks may be reached.
    pub(crate) private_networks: bool,
}

impl Default for RequestLimits {
    fn default() -> Self {
        Self {
            urls: Vec::new(),
            variables: Vec::new(),
            private_networks: true,
        }
    }
}

/// A setting that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{key}` must be {expected}, not {found}; until the settings are corrected, every http hook fails"
)]
pub(crate) struct SettingsError {
    key: String,
    expected: &'static str,
    found: String,
}

/// Why the settings do not let a URL be called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum UrlNotAllowed {
    #[error("`allowedHttpHookUrls` is empty, so no http hook may be called")]
    Nothing,
    #[error("the URL matches no pattern of `allowedHttpHookUrls`")]
    NoPattern,
}

impl RequestLimits {
    pub(crate) fn of(settings: &HandlerSettings) -> Result<Self, SettingsError> {
        let urls = texts(settings, URLS, "a list of URL patterns")?.into_iter();
        let parse = |patterns: Vec<String>| patterns.iter().map(|p| UrlPattern::parse(p)).collect();
        let mut private_networks = true;
        for value in values_of(settings, PRIVATE) {
            match value {
                Value::Bool(allowed) => private_networks &= *allowed,
                other => return Err(wrong(PRIVATE, "true or false", other)),
            }
        }
        Ok(Self {
            urls: urls.map(parse).collect(),
            variables: texts(settings, VARIABLES, "a list of names of variables")?,
            private_networks,
        })
    }

    /// Whether a URL may be called at all.
    pub(crate) fn check_url(&self, url: &reqwest::Url) -> Result<(), UrlNotAllowed> {
        let mut lists = self.urls.iter();
        if self.urls.iter().any(Vec::is_empty) {
            return Err(UrlNotAllowed::Nothing);
        }
        let fits = |patterns: &Vec<UrlPattern>| patterns.iter().any(|pattern| pattern.fits(url));
        match lists.all(fits) {
            true => Ok(()),
            false => Err(UrlNotAllowed::NoPattern),
        }
    }

    /// Whether a variable may be put into a header, where the hook allows it.
    pub(crate) fn allows_variable(&self, name: &str) -> bool {
        let mut lists = self.variables.iter();
        lists.all(|names| names.iter().any(|allowed| allowed == name))
    }
}

/// Every value that binds; `null` is the same as absent.
fn values_of<'a>(settings: &'a HandlerSettings, key: &str) -> Vec<&'a Value> {
    let values = settings.binding(key).into_iter();
    values.filter(|value| !value.is_null()).collect()
}

fn texts(
    settings: &HandlerSettings,
    key: &str,
    expected: &'static str,
) -> Result<Vec<Vec<String>>, SettingsError> {
    let lists = values_of(settings, key).into_iter().map(|value| {
        let items = value.as_array();
        let items = items.ok_or_else(|| wrong(key, expected, value))?;
        let texts = items.iter().map(|item| match item {
            Value::String(text) => Ok(text.clone()),
            other => Err(wrong(&format!("{key}[]"), "a string", other)),
        });
        texts.collect()
    });
    lists.collect()
}

fn wrong(key: &str, expected: &'static str, found: &Value) -> SettingsError {
    let found = match found {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    };
    SettingsError {
        key: key.to_owned(),
        expected,
        found: found.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use snaphook_core::hook::Authority;

    use super::*;

    #[test]
    fn a_project_limits_http_hooks_further_and_takes_no_limit_back() {
        let row = |level, key: &str, value| (level, key.to_owned(), value);
        let settings = HandlerSettings::of_levels(vec![
            row(Authority::User, URLS, json!(["https://a.example/*"])),
            row(Authority::User, VARIABLES, json!(["A"])),
            row(Authority::User, PRIVATE, json!(false)),
            row(Authority::Project, URLS, json!(["*"])),
            row(Authority::Project, VARIABLES, json!(["A", "SECRET"])),
            row(Authority::Project, PRIVATE, json!(true)),
        ]);
        let limits = RequestLimits::of(&settings).unwrap();
        let url = |text: &str| reqwest::Url::parse(text).unwrap();
        assert!(limits.check_url(&url("https://a.example/x")).is_ok());
        assert!(limits.check_url(&url("https://evil.example/x")).is_err());
        assert!(limits.allows_variable("A") && !limits.allows_variable("SECRET"));
        assert!(!limits.private_networks);
    }
}
