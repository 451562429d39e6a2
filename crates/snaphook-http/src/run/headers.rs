//! The headers of a hook: what it says, with its variables.
//!
//! Values may be secrets: no error shows one.

use std::ffi::OsStr;

use crate::definition::HttpDef;
use crate::template::{HeaderTemplate, TemplatePart};
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, USER_AGENT};

use super::settings::RequestLimits;

/// Headers that say how the message itself is sent, or to whom: they are made,
/// not chosen.
const MADE: &[&str] = &[
    "connection",
    "content-length",
    "expect",
    "host",
    "keep-alive",
    "proxy-authorization",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// Headers with variables still in them.
#[derive(Debug, Clone)]
pub(crate) struct Headers(Vec<(HeaderName, Vec<HeaderPiece>)>);

#[derive(Debug, Clone)]
enum HeaderPiece {
    Text(String),
    /// A variable that the hook and the settings allow. Any other is nothing.
    Variable(String),
}

/// Why a hook's headers cannot be sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum HeaderError {
    #[error("`{}` is not a valid header name", .0.escape_debug())]
    Name(String),
    #[error("hooks cannot set the header `{0}`; remove it")]
    Made(HeaderName),
    #[error("the value of the header `{0}` has an invalid character, such as a line break")]
    Value(HeaderName),
    #[error("the variable `{1}` in the header `{0}` is not text")]
    NotText(HeaderName, String),
}

impl Headers {
    pub(crate) fn of(def: &HttpDef, limits: &RequestLimits) -> Result<Self, HeaderError> {
        let mut headers = Vec::with_capacity(def.headers.len());
        for (name, value) in &def.headers {
            let name = HeaderName::from_bytes(name.as_bytes())
                .map_err(|_| HeaderError::Name(name.clone()))?;
            if MADE.contains(&name.as_str()) {
                return Err(HeaderError::Made(name));
            }
            let pieces = pieces(value, def, limits);
            for piece in &pieces {
                if let HeaderPiece::Text(text) = piece {
                    valid(&name, text)?;
                }
            }
            headers.push((name, pieces));
        }
        Ok(Self(headers))
    }

    /// The headers of one call. `var` is the value of a variable.
    pub(crate) fn fill<'v>(
        &self,
        var: impl Fn(&str) -> Option<&'v OsStr>,
    ) -> Result<HeaderMap, HeaderError> {
        let mut map = HeaderMap::with_capacity(self.0.len() + 3);
        map.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        map.insert(ACCEPT, HeaderValue::from_static("application/json"));
        map.insert(USER_AGENT, HeaderValue::from_static(AGENT));
        for (name, pieces) in &self.0 {
            let mut value = String::new();
            for piece in pieces {
                match piece {
                    HeaderPiece::Text(text) => value.push_str(text),
                    HeaderPiece::Variable(variable) => {
                        let Some(held) = var(variable) else {
                            continue;
                        };
                        let Some(text) = held.to_str() else {
                            return Err(HeaderError::NotText(name.clone(), variable.clone()));
                        };
                        value.push_str(text);
                    }
                }
            }
            map.insert(name.clone(), valid(name, &value)?);
        }
        Ok(map)
    }
}

const AGENT: &str = concat!("snaphook/", env!("CARGO_PKG_VERSION"));

fn pieces(value: &str, def: &HttpDef, limits: &RequestLimits) -> Vec<HeaderPiece> {
    let allowed =
        |name: &String| def.allowed_env_vars.contains(name) && limits.allows_variable(name);
    let template = HeaderTemplate::parse(value);
    let parts = template.parts().iter();
    parts
        .filter_map(|part| match part {
            TemplatePart::Text(text) => Some(HeaderPiece::Text(text.clone())),
            TemplatePart::Variable(name, _) if allowed(name) => {
                Some(HeaderPiece::Variable(name.clone()))
            }
            TemplatePart::Variable(..) => None,
        })
        .collect()
}

fn valid(name: &HeaderName, text: &str) -> Result<HeaderValue, HeaderError> {
    let value = HeaderValue::from_bytes(text.as_bytes());
    let mut value = value.map_err(|_| HeaderError::Value(name.clone()))?;
    value.set_sensitive(true);
    Ok(value)
}
