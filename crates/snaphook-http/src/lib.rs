//! Hooks over HTTP: the input is posted as JSON, the answer is read like the
//! stdout of a command.
//!
//! ```
//! use std::sync::Arc;
//!
//! use snaphook_core::hook::Scope;
//! use snaphook_core::kind::Kinds;
//! use snaphook_exec::{HandlerKind, Registry};
//! use snaphook_http::{HttpFactory, HttpKind};
//! use snaphook_settings::{LoadContext, parse};
//!
//! let settings = r#"{ "hooks": { "PreToolUse": [ { "hooks": [ {
//!     "type": "http",
//!     "url": "http://localhost:8080/guard",
//!     "headers": { "Authorization": "Bearer $GUARD_TOKEN" },
//!     "allowedEnvVars": ["GUARD_TOKEN"],
//!     "onFailure": "block" } ] } ] } }"#;
//! let mut loading = LoadContext::default().kinds(Kinds::new([HttpKind.spec()]));
//! let settings = parse("settings.json".as_ref(), settings, Scope::User, &mut loading)?;
//!
//! let registry = Registry::default();
//! registry.register("http", Arc::new(HttpFactory::new()));
//! assert!(registry.make(&settings.hooks[0]).is_ok());
//! # Ok::<(), snaphook_settings::LoadError>(())
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
//!   both allow, and takes them from the hook's own environment alone: what the
//!   host gives ([`Surroundings`]), and what settings and its session set.
//! - Its errors show no query, no password and no header's value.
//!
//! It keeps no time either: the engine ends a call by dropping it, and with it
//! goes the connection.
//!
//! [`Surroundings`]: snaphook_exec::Surroundings
//!
//! | module | holds |
//! |---|---|
//! | `kind` | [`HttpKind`]: the kind, for the list of those that an engine knows |
//! | `spec`, `keys` | how it is described: its name, its keys |
//! | `definition` | what one hook posts to |
//! | `lint` | what looks wrong in one |
//! | `template` | the value of a header, with its variables |
//! | `run` | what runs hooks, with the feature `client` |

mod definition;
mod keys;
mod kind;
mod lint;
#[cfg(feature = "client")]
mod run;
mod spec;
mod template;

pub use definition::HttpDef;
pub use kind::HttpKind;
#[cfg(feature = "client")]
pub use run::{
    CertificateError, HttpFactory, HttpPoster, LookupFuture, PostError, Resolver, SystemResolver,
};
pub use spec::Http;
