//! When a server was asked last, and what came of it: by this, and by nothing else, a
//! machine knows how old its policy may be.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use snaphook_settings::PolicySource;

use super::layout::BundleStore;
use super::slot::BundleSlot;
use crate::error::StoreError;

/// What is known of the servers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct FetchState {
    /// Each address.
    pub(crate) sources: BTreeMap<String, SourceState>,
}

/// What is known of one address. It is kept by its digest: an address may hold a secret.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct SourceState {
    /// When its bundle was known to be the newest, in seconds since 1970.
    pub(crate) checked_at: Option<i64>,
    /// The `ETag` of the bundle that was taken.
    pub(crate) etag: Option<String>,
    /// The digest of that bundle; none for one that is not for this machine.
    pub(crate) digest: Option<String>,
    /// The labels and keys by which it was judged.
    pub(crate) judged_by: Option<String>,
    /// Why the last request brought nothing that counts.
    pub(crate) problem: Option<String>,
    /// When that was.
    pub(crate) problem_at: Option<i64>,
}

/// What came of one request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FetchNote {
    /// The server gave its bundle, or said that it is the same as before.
    Checked {
        /// The `ETag` it gave, unless the bundle is the same as before.
        etag: Option<String>,
        /// The digest of the bundle, if it is kept here.
        digest: Option<String>,
    },
    /// It gave nothing that counts.
    Failed(String),
}

impl BundleStore {
    /// Notes what came of a request to an address at this time.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn note(
        &self,
        source: &PolicySource,
        url: &str,
        now: i64,
        note: FetchNote,
    ) -> Result<(), StoreError> {
        let judged_by = judge_of(source);
        self.update_fetch_state(|state| {
            let source = state.sources.entry(key_of(url)).or_default();
            match note {
                FetchNote::Checked { etag, digest } => {
                    source.checked_at = Some(now);
                    source.problem = None;
                    source.problem_at = None;
                    if etag.is_some() {
                        source.etag = etag;
                        source.digest = digest;
                        source.judged_by = Some(judged_by);
                    }
                }
                FetchNote::Failed(problem) => {
                    source.problem = Some(problem);
                    source.problem_at = Some(now);
                }
            }
        })
    }

    /// The `ETag` of the bundle that this address gave, while the bundle would be judged
    /// as it was, and is kept here if it was taken.
    #[must_use]
    pub fn etag(&self, source: &PolicySource, url: &str) -> Option<String> {
        let known = self.source_state(url);
        let is_there = |digest: &str| {
            let kept = BundleSlot::ALL.into_iter().any(|slot| {
                let stored = self.stored(slot).ok().flatten();
                stored.is_some_and(|stored| stored.digest == digest)
            });
            kept && self.archive(digest).is_file()
        };
        let still = match &known.digest {
            Some(digest) => is_there(digest),
            // Without any bundle in force it might be taken now.
            None => self
                .stored(BundleSlot::InForce)
                .is_ok_and(|stored| stored.is_some()),
        };
        let same = known.judged_by == Some(judge_of(source));
        known.etag.filter(|_| still && same)
    }

    pub(crate) fn source_state(&self, url: &str) -> SourceState {
        let mut state = self.fetch_state();
        state.sources.remove(&key_of(url)).unwrap_or_default()
    }
}

/// What decides about a bundle beside its own content.
fn judge_of(source: &PolicySource) -> String {
    let judge = format!("{:?}{:?}", source.labels, source.keys);
    crate::encoding::sha256_hex(judge.as_bytes())[..16].to_owned()
}

fn key_of(url: &str) -> String {
    crate::encoding::sha256_hex(url.as_bytes())[..16].to_owned()
}
