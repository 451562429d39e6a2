//! Makes handlers of type `http`.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use reqwest::Certificate;
use snaphook_core::hook::Hook;
use snaphook_core::kind::HttpDef;
use snaphook_exec::{Handler, HandlerFactory, HandlerSettings};

use crate::clients::Clients;
use crate::handler::{HttpHandler, refusal};
use crate::headers::Headers;
use crate::resolve::{Resolver, SystemResolver};
use crate::settings::{Limits, SettingsError};
use crate::target::Target;

/// Makes handlers for hooks of type `http`. They share their connections.
#[derive(Clone)]
pub struct HttpFactory {
    clients: Arc<Clients>,
    limits: Result<Limits, SettingsError>,
}

/// A certificate that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the certificate cannot be read: it must be in PEM form")]
#[non_exhaustive]
pub struct CertificateError;

impl Default for HttpFactory {
    fn default() -> Self {
        Self::new()
    }
}

impl HttpFactory {
    /// Names are resolved, and servers are trusted, as the system has it.
    #[must_use]
    pub fn new() -> Self {
        Self::with(Arc::new(SystemResolver), Vec::new())
    }

    fn with(resolver: Arc<dyn Resolver>, certificates: Vec<Certificate>) -> Self {
        Self {
            clients: Arc::new(Clients::new(resolver, certificates)),
            limits: Ok(Limits::default()),
        }
    }

    /// Resolves names in another way.
    #[must_use]
    pub fn resolver(self, resolver: Arc<dyn Resolver>) -> Self {
        Self::with(resolver, self.clients.certificates.clone())
    }

    /// Trusts the servers that these authorities vouch for, beside those that
    /// the system trusts. One or more certificates in PEM form.
    ///
    /// # Errors
    /// When there is no certificate in the text.
    pub fn trust_authorities(self, pem: &str) -> Result<Self, CertificateError> {
        let more = Certificate::from_pem_bundle(pem.as_bytes());
        let more = more
            .ok()
            .filter(|more| !more.is_empty())
            .ok_or(CertificateError)?;
        let mut certificates = self.clients.certificates.clone();
        certificates.extend(more);
        Ok(Self::with(Arc::clone(&self.clients.resolver), certificates))
    }

    fn handler(&self, def: &HttpDef) -> Result<HttpHandler, String> {
        let target = Target::parse(&def.url).map_err(|error| error.to_string())?;
        // With settings that cannot be read, nothing is sent: no limit counts.
        let limits = self.limits.clone().unwrap_or_default();
        let headers = Headers::of(def, &limits).map_err(|error| error.to_string())?;
        let refused = match &self.limits {
            Ok(limits) => refusal(&target, limits),
            Err(error) => Some(error.to_string()),
        };
        Ok(HttpHandler {
            target,
            headers,
            private_networks: limits.private_networks,
            refused,
            clients: Arc::clone(&self.clients),
        })
    }
}

impl HandlerFactory for HttpFactory {
    fn make(&self, hook: &Hook) -> Result<Arc<dyn Handler>, String> {
        match hook.handler.get::<HttpDef>() {
            Some(def) => Ok(Arc::new(self.handler(def)?)),
            None => Err(format!("a {} is no http hook", hook.handler.kind())),
        }
    }

    fn configured(&self, settings: &HandlerSettings) -> Option<Arc<dyn HandlerFactory>> {
        Some(Arc::new(Self {
            clients: Arc::clone(&self.clients),
            limits: Limits::of(settings),
        }))
    }

    fn carried_over(&self, settings: &HandlerSettings) -> Option<Arc<dyn HandlerFactory>> {
        self.configured(settings)
    }

    fn close(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        self.clients.close();
        Box::pin(std::future::ready(()))
    }
}

impl std::fmt::Debug for HttpFactory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HttpFactory")
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}
