//! A policy bundle as settings see it: a machine's managed settings say where it comes
//! from, and the host brings what reads the one that is kept here.
//!
//! This crate knows neither archives nor signatures: a [`PolicyReader`] gives it texts
//! of settings that were verified, or the reason why there are none.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::setting::Setting;

/// What happens while a bundle is stale, or there has never been one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OnStale {
    /// What is there stays in force, and every outcome says so.
    #[default]
    Keep,
    /// Every event is blocked.
    Block,
}

impl OnStale {
    /// The words of settings.
    pub const WORDS: &'static [&'static str] = &["keep", "block"];

    pub(crate) fn named(word: &str) -> Option<Self> {
        match word {
            "keep" => Some(Self::Keep),
            "block" => Some(Self::Block),
            _ => None,
        }
    }
}

/// `policySource`: where a policy bundle comes from, and who signs it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PolicySource {
    /// The address of the bundle.
    pub url: String,
    /// The address of a bundle that is only watched.
    pub observe_url: Option<String>,
    /// The public keys, by their ids.
    pub keys: BTreeMap<String, String>,
    /// Seconds between two requests.
    pub poll_seconds: u32,
    /// Seconds after which the bundle is stale; 0 for never.
    pub max_staleness: u32,
    /// What this machine is.
    pub labels: BTreeMap<String, String>,
    /// What happens while the bundle is stale.
    pub on_stale: OnStale,
}

impl PolicySource {
    /// The address without what may be secret in it.
    #[must_use]
    pub fn shown_url(&self) -> String {
        snaphook_core::shown_url(&self.url)
    }
}

/// A `policySource` as written, or why it cannot be used: then nothing may run without
/// the policy that it means.
pub type WrittenPolicySource = Setting<Result<Arc<PolicySource>, String>>;

/// The settings of one verified bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyFiles {
    /// What the bundle calls itself.
    pub revision: String,
    /// The folder with its files: `CLAUDE_PLUGIN_ROOT` of its hooks.
    pub root: PathBuf,
    /// Its settings files and their texts, in the order in which they merge.
    pub settings: Vec<(PathBuf, String)>,
}

/// What is known of the policy of this machine.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PolicyReading {
    /// The bundle in force.
    pub in_force: Option<PolicyFiles>,
    /// The bundle that is only watched.
    pub observed: Option<PolicyFiles>,
    /// Why every event must be blocked, if it must.
    pub block: Option<String>,
    /// What people must know about it.
    pub warnings: Vec<String>,
}

/// Reads a file; what it gives is what counts while these settings are loaded.
pub type ReadPolicyFile<'a> = dyn FnMut(&Path) -> io::Result<Arc<[u8]>> + 'a;

/// Reads the bundle that is kept on this machine.
pub trait PolicyReader: fmt::Debug + Send + Sync {
    /// What is in force of this source now. Every file whose change matters is read by
    /// `read`, so that a reload sees one state.
    fn read(&self, source: &PolicySource, read: &mut ReadPolicyFile<'_>) -> PolicyReading;
}

/// A reader of bundles in a list of places; two are equal if they are the same one.
#[derive(Debug, Clone)]
pub struct SharedPolicyReader(Arc<dyn PolicyReader>);

impl SharedPolicyReader {
    /// Shares a reader.
    #[must_use]
    pub fn new(reader: Arc<dyn PolicyReader>) -> Self {
        Self(reader)
    }

    pub(crate) fn reader(&self) -> &dyn PolicyReader {
        &*self.0
    }
}

impl PartialEq for SharedPolicyReader {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for SharedPolicyReader {}
