//! The clients that all http hooks share, each made when it is first needed.
//!
//! There is one for each set of rules that its connections were made under, so
//! that none is used again under stricter ones; and `http` has its own, which
//! need not read the system's certificates.
//!
//! Nothing of the process's environment is used: no proxy, no cookies. (Where
//! the system keeps its certificates is looked up by the system's own rules;
//! on Unix these include `SSL_CERT_FILE` and `SSL_CERT_DIR`.)

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Certificate, Client};

use super::cause::causes;
use super::resolve::{CheckingResolver, Resolver};

/// How long an idle connection is kept.
const IDLE: Duration = Duration::from_secs(30);
/// How many of them to one host.
const IDLE_PER_HOST: usize = 16;

/// The properties by which clients are cached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ClientKind {
    pub(crate) https: bool,
    pub(crate) private_networks: bool,
}

/// Why there is no client.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ClientError {
    #[error("TLS cannot be set up: {0}")]
    Tls(String),
    #[error("the runtime is shutting down")]
    ShuttingDown,
}

pub(crate) struct HookClients {
    pub(crate) resolver: Arc<dyn Resolver>,
    pub(crate) certificates: Vec<Certificate>,
    made: Mutex<HashMap<ClientKind, Client>>,
}

impl HookClients {
    pub(crate) fn new(resolver: Arc<dyn Resolver>, certificates: Vec<Certificate>) -> Self {
        Self {
            resolver,
            certificates,
            made: Mutex::new(HashMap::new()),
        }
    }

    /// The client of this kind.
    pub(crate) async fn get(self: &Arc<Self>, kind: ClientKind) -> Result<Client, ClientError> {
        if let Some(client) = self.lock().get(&kind) {
            return Ok(client.clone());
        }
        if !kind.https {
            return self.make(kind);
        }
        // Reading the system's certificates takes a while; hooks that run
        // beside this one shall not wait for it.
        let clients = Arc::clone(self);
        let made = tokio::task::spawn_blocking(move || clients.make(kind)).await;
        made.unwrap_or(Err(ClientError::ShuttingDown))
    }

    /// Lets go of every connection that is not in use.
    pub(crate) fn close(&self) {
        self.lock().clear();
    }

    fn make(&self, kind: ClientKind) -> Result<Client, ClientError> {
        let client = self.build(kind)?;
        Ok(self.lock().entry(kind).or_insert(client).clone())
    }

    fn build(&self, kind: ClientKind) -> Result<Client, ClientError> {
        // What is switched off may be on in a program that builds the client
        // with more features.
        let builder = Client::builder()
            .tls_backend_rustls()
            .http1_only()
            .no_proxy()
            .no_gzip()
            .no_brotli()
            .no_deflate()
            .no_zstd()
            .referer(false)
            .redirect(Policy::none())
            .retry(reqwest::retry::never())
            .pool_idle_timeout(IDLE)
            .pool_max_idle_per_host(IDLE_PER_HOST)
            .dns_resolver(CheckingResolver {
                resolver: Arc::clone(&self.resolver),
                private_networks: kind.private_networks,
            });
        let builder = if kind.https {
            builder.tls_certs_merge(self.certificates.clone())
        } else {
            builder.tls_certs_only([])
        };
        builder.build().map_err(|error| {
            let root = causes(&error).last().map(ToString::to_string);
            ClientError::Tls(root.unwrap_or_else(|| error.to_string()))
        })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<ClientKind, Client>> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
