//! A bundle that counts: every file of it was held to a signature of a trusted key before
//! anything in it was looked at.

use std::path::Path;
use std::sync::Arc;

use snaphook_core::hook::Scope;
use snaphook_core::kind::Kinds;
use snaphook_settings::{LoadContext, Settings, parse};

use crate::archive::{self, FileTree};
use crate::encoding::sha256_hex;
use crate::error::BundleError;
use crate::manifest::{self, BundleManifest, ROOT};
use crate::signature::{self, TrustedKeys};
use crate::store::ensure_unpacked;

const SETTINGS: &str = "snaphook/settings/";
const TESTS: &str = "snaphook/tests/";
const EXTENSIONS: [&str; 3] = ["json", "yaml", "yml"];

/// A bundle whose every file was verified.
#[derive(Debug, Clone)]
pub struct PolicyBundle {
    manifest: BundleManifest,
    files: FileTree,
    digest: String,
    key: String,
}

impl PolicyBundle {
    /// Reads an archive, and holds it to a signature of one of these keys.
    ///
    /// # Errors
    /// When anything in it is not as it was signed, or is no part of a policy.
    pub fn verify(archive: &[u8], keys: &TrustedKeys) -> Result<Self, BundleError> {
        let files = archive::read(archive)?;
        let key = signature::verify(&files, keys)?;
        let bundle = Self::of(files, sha256_hex(archive), key)?;
        Ok(bundle)
    }

    /// Reads an archive without asking who signed it, to look at it.
    ///
    /// # Errors
    /// When it is not a bundle.
    pub fn read_unverified(archive: &[u8]) -> Result<Self, BundleError> {
        let files = archive::read(archive)?;
        Self::of(files, sha256_hex(archive), "nobody".to_owned())
    }

    /// Writes its files into a folder.
    ///
    /// # Errors
    /// When one cannot be written.
    pub fn unpack(&self, folder: &Path) -> Result<(), BundleError> {
        ensure_unpacked(self, folder).map_err(BundleError::file(folder))
    }

    /// A bundle of these files, whose signature was verified or is yet to be made.
    pub(crate) fn of(files: FileTree, digest: String, key: String) -> Result<Self, BundleError> {
        let content = files.get(manifest::NAME);
        let content =
            content.ok_or_else(|| BundleError::Manifest("the file is missing".to_owned()))?;
        let manifest = BundleManifest::read(content)?;
        for name in files.keys() {
            let own = [manifest::NAME, signature::NAME].contains(&&**name);
            if !own && !manifest.owns(name) {
                return Err(BundleError::Manifest(format!(
                    "`{name}` is in none of the `roots`"
                )));
            }
        }
        let bundle = Self {
            manifest,
            files,
            digest,
            key,
        };
        if bundle.settings()?.is_empty() {
            let message = format!("there is no settings file in `{SETTINGS}`");
            return Err(BundleError::Settings(message));
        }
        Ok(bundle)
    }

    /// What it says of itself.
    #[must_use]
    pub fn manifest(&self) -> &BundleManifest {
        &self.manifest
    }

    /// The SHA-256 of the archive.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The id of the key that signed it.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The files that are for snaphook, by their names below its root.
    pub fn own_files(&self) -> impl Iterator<Item = (&str, &Arc<[u8]>)> {
        self.files.iter().filter_map(|(name, content)| {
            let name = name.strip_prefix(ROOT)?.strip_prefix('/')?;
            Some((name, content))
        })
    }

    /// The texts of its settings files by their names below its root, in the order in
    /// which they merge.
    ///
    /// # Errors
    /// When one is not text.
    pub fn settings(&self) -> Result<Vec<(&str, &str)>, BundleError> {
        let is_settings = |name: &str| {
            let rest = name.strip_prefix(SETTINGS)?;
            let (_, extension) = rest.rsplit_once('.')?;
            (!rest.contains('/') && EXTENSIONS.contains(&extension)).then_some(())
        };
        let files = self.files.iter();
        let files = files.filter(|(name, _)| is_settings(name).is_some());
        let texts = files.map(|(name, content)| {
            let text = std::str::from_utf8(content)
                .map_err(|_| BundleError::Settings(format!("{name}: it is not UTF-8 text")))?;
            Ok((&name[ROOT.len() + 1..], text))
        });
        texts.collect()
    }

    /// Whether it has tests, which must pass before it is in force.
    #[must_use]
    pub fn has_tests(&self) -> bool {
        self.files.keys().any(|name| {
            let is_test = |ending: &str| name.ends_with(ending);
            name.starts_with(TESTS)
                && [".hooktest.json", ".hooktest.yaml"]
                    .into_iter()
                    .any(is_test)
        })
    }

    /// Reads its settings for a program that knows these kinds of handlers.
    ///
    /// # Errors
    /// When a file cannot be loaded, or names a source of policies itself: then its next
    /// version could come from elsewhere.
    pub fn read_settings(&self, kinds: &Kinds) -> Result<Vec<Settings>, BundleError> {
        let mut loading = LoadContext::default().kinds(kinds.clone());
        let mut read = Vec::new();
        for (name, text) in self.settings()? {
            let settings = parse(Path::new(name), text, Scope::Managed, &mut loading)
                .map_err(|error| BundleError::Settings(error.to_string()))?;
            if settings.switches.policy_source.is_some() {
                return Err(BundleError::Settings(format!(
                    "{name} has `policySource`, which only files of a machine may have"
                )));
            }
            read.push(settings);
        }
        Ok(read)
    }

    pub(crate) fn files(&self) -> &FileTree {
        &self.files
    }
}
