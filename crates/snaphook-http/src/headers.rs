//! The headers of a hook: what it says, with its variables.
//!
//! Values may be secrets: no error shows one.

use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, USER_AGENT};
use snaphook_core::http::{HeaderTemplate, Part};
use snaphook_core::kind::HttpDef;
use snaphook_exec::Surroundings;

use crate::settings::Limits;

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
pub(crate) struct Headers(Vec<(HeaderName, Vec<Piece>)>);

#[derive(Debug, Clone)]
enum Piece {
    Text(String),
    /// A variable that the hook and the settings allow. Any other is nothing.
    Variable(String),
}

/// Why a hook's headers cannot be sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum HeaderError {
    #[error("`{}` is no name of a header", .0.escape_debug())]
    Name(String),
    #[error("the header `{0}` is not for hooks to set; leave it out")]
    Made(HeaderName),
    #[error(
        "the value of the header `{0}` has a character that no header may have, such as a line break"
    )]
    Value(HeaderName),
    #[error("the variable `{1}` in the header `{0}` is not text")]
    NotText(HeaderName, String),
}

impl Headers {
    pub(crate) fn of(def: &HttpDef, limits: &Limits) -> Result<Self, HeaderError> {
        let mut headers = Vec::with_capacity(def.headers.len());
        for (name, value) in &def.headers {
            let name = HeaderName::from_bytes(name.as_bytes())
                .map_err(|_| HeaderError::Name(name.clone()))?;
            if MADE.contains(&name.as_str()) {
                return Err(HeaderError::Made(name));
            }
            let pieces = pieces(value, def, limits);
            for piece in &pieces {
                if let Piece::Text(text) = piece {
                    valid(&name, text)?;
                }
            }
            headers.push((name, pieces));
        }
        Ok(Self(headers))
    }

    /// The headers of one call, with the variables of this world.
    pub(crate) fn fill(&self, world: &Surroundings) -> Result<HeaderMap, HeaderError> {
        let mut map = HeaderMap::with_capacity(self.0.len() + 3);
        map.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        map.insert(ACCEPT, HeaderValue::from_static("application/json"));
        map.insert(USER_AGENT, HeaderValue::from_static(AGENT));
        for (name, pieces) in &self.0 {
            let mut value = String::new();
            for piece in pieces {
                match piece {
                    Piece::Text(text) => value.push_str(text),
                    Piece::Variable(variable) => {
                        let Some(held) = world.var(variable) else {
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

fn pieces(value: &str, def: &HttpDef, limits: &Limits) -> Vec<Piece> {
    let allowed =
        |name: &String| def.allowed_env_vars.contains(name) && limits.allows_variable(name);
    let template = HeaderTemplate::parse(value);
    let parts = template.parts().iter();
    parts
        .filter_map(|part| match part {
            Part::Text(text) => Some(Piece::Text(text.clone())),
            Part::Variable(name, _) if allowed(name) => Some(Piece::Variable(name.clone())),
            Part::Variable(..) => None,
        })
        .collect()
}

fn valid(name: &HeaderName, text: &str) -> Result<HeaderValue, HeaderError> {
    let value = HeaderValue::from_bytes(text.as_bytes());
    let mut value = value.map_err(|_| HeaderError::Value(name.clone()))?;
    value.set_sensitive(true);
    Ok(value)
}
