//! The way out of a sandbox to the domains that are allowed: an HTTP proxy in the process
//! that runs the hook. The hook's network holds its listener and nothing else.
//!
//! | module | does |
//! |---|---|
//! | `address` | which addresses a name may lead to: none that is private |
//! | `head` | reads what a client asks for |
//! | `tunnel` | one connection |
//! | `server` | the listener, from the sandbox or of macOS |

mod address;
mod head;
mod server;
mod tunnel;

pub use address::AddressRule;
pub use server::SandboxProxy;
