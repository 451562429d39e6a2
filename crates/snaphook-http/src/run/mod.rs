//! What runs hooks of type `http`: it is behind the feature `client`, because it
//! brings an HTTP client and TLS.
//!
//! | module | holds |
//! |---|---|
//! | `factory` | what an embedder registers |
//! | `handler` | one hook, ready to be sent |
//! | `target`, `headers` | where to, and with what |
//! | `settings`, `pattern` | what the settings allow |
//! | `address`, `wrapped` | which addresses may be reached at all |
//! | `resolve` | from names to addresses that may be reached |
//! | `poster` | posts for others than hooks |
//! | `clients` | pooled connections |
//! | `exchange`, `cause` | the answer, and why there is none |

mod address;
mod cause;
mod clients;
mod exchange;
mod factory;
mod handler;
mod headers;
#[cfg(test)]
mod laws;
mod pattern;
mod poster;
mod resolve;
mod settings;
mod target;
mod wrapped;

pub(crate) use address::AddressKind;
pub use factory::{CertificateError, HttpFactory};
pub use poster::{HttpPoster, PostError};
pub use resolve::{LookupFuture, Resolver, SystemResolver};
pub(crate) use target::address_of;
