//! Hooks over HTTP: the input is posted as JSON, the answer is read like the
//! stdout of a command.
//!
//! ```
//! use std::sync::Arc;
//!
//! use snaphook::{Context, Engine};
//! use snaphook_http::HttpFactory;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let engine = Engine::builder()
//!     .context(Context::from_process())
//!     .handler("http", Arc::new(HttpFactory::new()))
//!     .settings_json(r#"{ "hooks": { "PreToolUse": [ { "hooks": [ {
//!         "type": "http",
//!         "url": "http://localhost:8080/guard",
//!         "headers": { "Authorization": "Bearer $GUARD_TOKEN" },
//!         "allowedEnvVars": ["GUARD_TOKEN"],
//!         "onFailure": "block" } ] } ] } }"#)
//!     .build()?;
//! assert!(engine.findings().is_empty());
//! # Ok(())
//! # }
//! ```
//!
//! # What it does not do
//!
//! - It follows no redirect, keeps no cookie, and asks for no compression.
//! - It goes through no proxy. `HTTP_PROXY` and its like are not looked at, not
//!   in the process's environment and not in the host's: behind a proxy, nobody
//!   could say which address is reached.
//! - It reaches no link-local address, no metadata service of a cloud, and,
//!   where the settings say so, no private network. Names are judged by the
//!   addresses that are connected to (see [`Resolver`]).
//! - It puts no variable into a header but those that the hook and the settings
//!   both allow, and takes them from the host's [`Surroundings`] alone.
//! - Its errors show no query, no password and no header's value.
//!
//! It keeps no time either: the engine ends a call by dropping it, and with it
//! goes the connection.
//!
//! [`Surroundings`]: snaphook_exec::Surroundings
//!
//! | module | holds |
//! |---|---|
//! | `kind`, `factory` | what an embedder registers |
//! | `handler` | one hook, ready to be sent |
//! | `target`, `headers` | where to, and with what |
//! | `settings`, `pattern` | what the settings allow |
//! | `resolve` | from names to addresses that may be reached |
//! | `clients` | pooled connections |
//! | `exchange`, `cause` | the answer, and why there is none |

mod cause;
mod clients;
mod exchange;
mod factory;
mod handler;
mod headers;
mod kind;
mod pattern;
mod resolve;
mod settings;
mod target;

pub use factory::{CertificateError, HttpFactory};
pub use kind::HttpKind;
pub use resolve::{Lookup, Resolver, SystemResolver};
