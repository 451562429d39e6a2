//! From names to addresses, and no further than they may be reached.
//!
//! The addresses are judged here, between resolving and connecting, and the
//! client connects to what is left: nothing is resolved a second time, so a
//! name cannot show one address to the check and another to the connection.

use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::pin::Pin;
use std::sync::Arc;

use super::address::{AddressKind, AddressRefusal};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use tokio::sync::oneshot;

/// What looking up a name gives.
pub type LookupFuture = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>>;

/// Finds the addresses of names. What it finds is judged like any other
/// address.
pub trait Resolver: Send + Sync {
    /// Looks up the addresses of a host.
    fn resolve(&self, host: &str) -> LookupFuture;
}

/// Asks the operating system.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemResolver;

impl Resolver for SystemResolver {
    fn resolve(&self, host: &str) -> LookupFuture {
        let host = host.to_owned();
        let (tell, told) = oneshot::channel();
        // The system's look-up cannot be cancelled and may take half a minute.
        // A thread of its own holds up nobody: a runtime waits for its own.
        let thread = std::thread::Builder::new().name("snaphook-dns".to_owned());
        let started = thread.spawn(move || {
            let found = (host.as_str(), 0).to_socket_addrs();
            let addresses = found.map(|found| found.map(|address| address.ip()).collect());
            // Nobody may wait any more.
            let _ = tell.send(addresses);
        });
        Box::pin(async move {
            started?;
            told.await.map_err(io::Error::other)?
        })
    }
}

/// Why a name leads nowhere.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NameError {
    #[error("the name `{0}` was not found: {1}")]
    NotFound(String, io::Error),
    #[error("the name `{0}` has no address")]
    NoAddress(String),
    #[error("the name `{host}` leads to {address}, {refusal}")]
    Refused {
        host: String,
        address: IpAddr,
        refusal: AddressRefusal,
    },
}

/// A resolver that returns only addresses which hooks may reach.
pub(crate) struct CheckingResolver {
    pub(crate) resolver: Arc<dyn Resolver>,
    pub(crate) private_networks: bool,
}

impl CheckingResolver {
    async fn judge(
        host: String,
        found: LookupFuture,
        private_networks: bool,
    ) -> Result<Addrs, NameError> {
        let found = match found.await {
            Ok(found) => found,
            Err(error) => return Err(NameError::NotFound(host, error)),
        };
        let mut refused = None;
        let mut allowed = Vec::with_capacity(found.len());
        for address in found {
            match AddressKind::of(address).refusal(private_networks) {
                // The client puts the URL's port in the place of 0.
                None => allowed.push(SocketAddr::new(address, 0)),
                Some(refusal) => {
                    refused.get_or_insert((address, refusal));
                }
            }
        }
        match (allowed.is_empty(), refused) {
            (false, _) => Ok(Box::new(allowed.into_iter())),
            (true, None) => Err(NameError::NoAddress(host)),
            (true, Some((address, refusal))) => Err(NameError::Refused {
                host,
                address,
                refusal,
            }),
        }
    }
}

impl Resolve for CheckingResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let host = name.as_str().to_owned();
        let found = self.resolver.resolve(&host);
        let judged = Self::judge(host, found, self.private_networks);
        Box::pin(async move { Ok(judged.await?) })
    }
}
