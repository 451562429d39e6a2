//! Posts to where hooks may post, for others than hooks: the same client, the same
//! addresses that are refused.

use std::sync::Arc;

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

use super::address::AddressKind;
use super::clients::{ClientKind, HookClients};
use super::exchange::{Exchange, ExchangeError};
use super::resolve::SystemResolver;
use super::target::RequestTarget;

/// Why nothing was posted, or it was not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PostError(String);

/// Posts bodies; follows no redirect and reaches no metadata service.
#[derive(Clone)]
pub struct HttpPoster(Arc<HookClients>);

impl HttpPoster {
    /// Nothing is connected before the first post.
    #[must_use]
    pub fn new() -> Self {
        Self(Arc::new(HookClients::new(
            Arc::new(SystemResolver),
            Vec::new(),
        )))
    }

    /// Posts a body. Any status but 2xx is an error.
    ///
    /// # Errors
    /// When the address may not be reached, or the server does not take the body.
    pub async fn post(
        &self,
        url: &str,
        headers: &[(&str, String)],
        body: Vec<u8>,
    ) -> Result<(), PostError> {
        let failed = |why: &dyn std::fmt::Display| PostError(why.to_string());
        let target = RequestTarget::parse(url).map_err(|error| failed(&error))?;
        // A name is judged when it is resolved.
        if let Some(address) = target.address()
            && let Some(refusal) = AddressKind::of(address).refusal(true)
        {
            return Err(failed(&format_args!("{address} is {refusal}")));
        }
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            let name = HeaderName::try_from(*name).map_err(|error| failed(&error))?;
            let mut value = HeaderValue::try_from(value).map_err(|error| failed(&error))?;
            value.set_sensitive(true);
            map.insert(name, value);
        }
        let kind = ClientKind {
            https: target.is_https(),
            private_networks: true,
        };
        let client = self.0.get(kind).await.map_err(|error| failed(&error))?;
        let exchange = Exchange {
            client,
            target: &target,
            headers: map,
            body,
            private_networks: true,
        };
        match exchange.run().await {
            // What it says to a body that it took does not matter.
            Ok(_) | Err(ExchangeError::NotAnObject(_) | ExchangeError::Compressed) => Ok(()),
            Err(error) => Err(failed(&format_args!("{target}: {error}"))),
        }
    }
}

impl Default for HttpPoster {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for HttpPoster {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("HttpPoster")
    }
}
