//! Makes handlers of type `http`.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use crate::definition::HttpDef;
use reqwest::Certificate;
use snaphook_core::hook::Hook;
use snaphook_exec::{Handler, HandlerFactory, HandlerSettings, MakeError};

use super::clients::HookClients;
use super::handler::{HttpHandler, refusal};
use super::headers::Headers;
use super::resolve::{Resolver, SystemResolver};
use super::settings::{RequestLimits, SettingsError};
use super::target::RequestTarget;

/// Makes handlers for hooks of type `http`. They share their connections.
#[derive(Clone)]
pub struct HttpFactory {
    clients: Arc<HookClients>,
    limits: Result<RequestLimits, SettingsError>,
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
            clients: Arc::new(HookClients::new(resolver, certificates)),
            limits: Ok(RequestLimits::default()),
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

    fn handler(&self, def: &HttpDef) -> Result<HttpHandler, MakeError> {
        let target = RequestTarget::parse(&def.url).map_err(MakeError::unusable)?;
        // With settings that cannot be read, nothing is sent: no limit counts.
        let limits = self.limits.clone().unwrap_or_default();
        let headers = Headers::of(def, &limits).map_err(MakeError::unusable)?;
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
    fn make(&self, hook: &Hook) -> Result<Arc<dyn Handler>, MakeError> {
        match hook.handler.get::<HttpDef>() {
            Some(def) => Ok(Arc::new(self.handler(def)?)),
            None => Err(MakeError::other_kind(HttpDef::KIND, hook)),
        }
    }

    fn configured(&self, settings: &HandlerSettings) -> Option<Arc<dyn HandlerFactory>> {
        Some(Arc::new(Self {
            clients: Arc::clone(&self.clients),
            limits: RequestLimits::of(settings),
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
