//! Listens for HTTP, for `snaphook serve` and `snaphook mcp-proxy`: loopback only unless
//! the host permits more, a token, nothing for web pages, and a bound on everything that a
//! stranger may occupy.
//!
//! | module | holds |
//! |---|---|
//! | `listener` | [`LocalListener`]: binds, accepts, lets requests in, ends |
//! | `options` | [`ListenOptions`], [`ListenError`] |
//! | `access` | decides from its headers whether a request is let in |
//! | `hosts` | [`HostNames`]: the names of a listener |
//! | `token` | [`BearerToken`] |
//! | `half_open` | [`HalfOpenConnections`]: connections that were not let in yet |
//! | `body`, `read_budget` | the body of a request, within a [`ReadBudget`] |

mod access;
mod body;
mod half_open;
mod hosts;
mod listener;
mod options;
mod read_budget;
mod token;

pub use body::{BodyError, is_json, read_body};
pub use half_open::{HalfOpenConnection, HalfOpenConnections};
pub use hosts::HostNames;
pub use listener::{ListenerStop, LocalListener};
pub use options::{ListenError, ListenOptions};
pub use read_budget::ReadBudget;
pub use token::{BearerToken, InvalidToken};
