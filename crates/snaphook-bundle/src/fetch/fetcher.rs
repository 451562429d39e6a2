//! Asks the server of a source, and takes what it gives if it counts.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use reqwest::Client;
use snaphook_settings::PolicySource;

use super::client::{BundleAnswer, BundleResponse, client, get};
use super::error::FetchError;
use crate::encoding::sha256_hex;
use crate::error::StoreError;
use crate::rollout::MachineIdentity;
use crate::signature::TrustedKeys;
use crate::store::{BundleChecks, BundleStore, FetchNote, InstallOutcome};

/// What a request brought.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FetchedPolicy {
    /// What became of the bundle; `None` if it is the one that is known.
    pub outcome: Option<InstallOutcome>,
    /// Whether the server held the request: then the next one can follow at once.
    pub long_polled: bool,
}

/// Fetches the bundles of one source.
pub struct PolicyFetcher {
    source: Arc<PolicySource>,
    store: BundleStore,
    machine: MachineIdentity,
    checks: Arc<dyn BundleChecks>,
    clients: HashMap<String, Client>,
    /// Archives that were refused: their tests need not fail every minute.
    refused: HashMap<String, (String, String)>,
}

impl PolicyFetcher {
    /// A fetcher for a machine with this id.
    #[must_use]
    pub fn new(
        source: Arc<PolicySource>,
        store: BundleStore,
        machine_id: String,
        checks: Arc<dyn BundleChecks>,
    ) -> Self {
        let machine = MachineIdentity {
            id: machine_id,
            labels: source.labels.clone(),
        };
        Self {
            source,
            store,
            machine,
            checks,
            clients: HashMap::new(),
            refused: HashMap::new(),
        }
    }

    /// The source.
    #[must_use]
    pub fn source(&self) -> &Arc<PolicySource> {
        &self.source
    }

    /// Asks for the bundle in force, or for the one that is only watched. A server that
    /// can may hold the request this long.
    ///
    /// # Errors
    /// When nothing came that counts; that is kept in the store, too.
    pub async fn fetch(
        &mut self,
        observed: bool,
        wait: Duration,
    ) -> Result<FetchedPolicy, FetchError> {
        let url = match (&self.source.observe_url, observed) {
            (Some(url), true) => url.clone(),
            _ => self.source.url.clone(),
        };
        let fetched = self.fetch_from(&url, observed, wait).await;
        let note = match &fetched {
            Ok((_, note)) => note.clone(),
            Err(error) => FetchNote::Failed(error.to_string()),
        };
        let noted = self.store.note(&self.source, &url, now(), note);
        let (fetched, _) = fetched?;
        noted.map_err(|source| refused(&url, source))?;
        Ok(fetched)
    }

    async fn fetch_from(
        &mut self,
        url: &str,
        observed: bool,
        wait: Duration,
    ) -> Result<(FetchedPolicy, FetchNote), FetchError> {
        let client = match self.clients.get(url) {
            Some(client) => client.clone(),
            None => self
                .clients
                .entry(url.to_owned())
                .or_insert(client(url)?)
                .clone(),
        };
        let etag = self.store.etag(&self.source, url);
        let response = get(&client, url, etag.as_deref(), wait).await?;
        let BundleResponse {
            answer,
            long_polled,
        } = response;
        let (archive, etag) = match answer {
            BundleAnswer::Bundle { archive, etag } => (archive, etag),
            BundleAnswer::Unchanged => {
                let fetched = FetchedPolicy {
                    outcome: None,
                    long_polled,
                };
                let note = FetchNote::Checked {
                    etag: None,
                    digest: None,
                };
                return Ok((fetched, note));
            }
        };
        let outcome = self.install(url, archive, observed).await?;
        let digest = match &outcome {
            InstallOutcome::Installed(_, stored) | InstallOutcome::Same(_, stored) => {
                Some(stored.digest.clone())
            }
            InstallOutcome::NotForThisMachine(_) | InstallOutcome::Superseded(_) => None,
        };
        let note = FetchNote::Checked { etag, digest };
        let fetched = FetchedPolicy {
            outcome: Some(outcome),
            long_polled,
        };
        Ok((fetched, note))
    }

    async fn install(
        &mut self,
        url: &str,
        archive: Vec<u8>,
        observed: bool,
    ) -> Result<InstallOutcome, FetchError> {
        let digest = sha256_hex(&archive);
        if let Some((known, why)) = self.refused.get(url)
            && *known == digest
        {
            return Err(FetchError::RefusedBefore(why.clone()));
        }
        let (source, store) = (Arc::clone(&self.source), self.store.clone());
        let (machine, checks) = (self.machine.clone(), Arc::clone(&self.checks));
        let install = move || {
            let keys = TrustedKeys::read(&source.keys)?;
            store.install(&archive, &keys, &machine, observed, now(), &*checks)
        };
        let installed = tokio::task::spawn_blocking(install).await;
        let installed = installed.map_err(|error| FetchError::Client(error.to_string()))?;
        installed.map_err(|source| {
            // What the disk does not take now it may take later.
            let passing = matches!(source, StoreError::Store { .. });
            let error = refused(url, source);
            if !passing {
                let known = (digest, error.to_string());
                self.refused.insert(url.to_owned(), known);
            }
            error
        })
    }
}

fn refused(url: &str, source: StoreError) -> FetchError {
    FetchError::Refused {
        url: snaphook_core::shown_url(url),
        source,
    }
}

/// Seconds since 1970.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
    })
}
