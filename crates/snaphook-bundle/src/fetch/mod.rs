//! Fetches bundles over HTTPS, as any web server, bundle server or content network serves
//! them: with `ETag`, and with long polling where the server can.

mod client;
mod error;
mod fetcher;

pub use error::FetchError;
pub use fetcher::{FetchedPolicy, PolicyFetcher};
