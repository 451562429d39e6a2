//! The record of what installing changed: so that uninstalling can restore the bytes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use snaphook_files::{Access, replace};

use super::read::read_text;
use crate::error::InstallError;

/// What is known of a file that was changed.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct FileRecord {
    /// For whom: agents with their scopes.
    pub(crate) owners: Vec<String>,
    /// The text before; none if there was no file.
    pub(crate) original: Option<String>,
    /// The digest of what was written.
    pub(crate) written: String,
    /// Folders that were made for it, the outermost first.
    #[serde(default)]
    pub(crate) folders: Vec<PathBuf>,
}

/// Every file that was changed, in a file of the state folder.
#[derive(Debug, Clone, Default)]
pub struct Ledger {
    file: Option<PathBuf>,
    pub(crate) files: BTreeMap<PathBuf, FileRecord>,
}

#[derive(Default, Serialize, Deserialize)]
struct StoredLedger {
    version: u32,
    files: BTreeMap<PathBuf, FileRecord>,
}

impl Ledger {
    /// Reads the record. One that is missing or cannot be read is empty: then
    /// uninstalling removes only the entries.
    #[must_use]
    pub fn read(file: Option<PathBuf>) -> Self {
        let text = file.as_deref().and_then(|file| read_text(file).ok()?);
        let stored: Option<StoredLedger> = text.and_then(|text| serde_json::from_str(&text).ok());
        Self {
            file,
            files: stored.unwrap_or_default().files,
        }
    }

    /// The file of the record.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Whether a file is as it was written.
    pub(crate) fn is_untouched(&self, path: &Path, text: &str) -> bool {
        let record = self.files.get(path);
        record.is_some_and(|record| record.written == digest(text))
    }

    /// Writes the record, readable by its owner only: configurations may hold secrets.
    pub(crate) fn write(&self) -> Result<(), InstallError> {
        let Some(file) = &self.file else {
            return Ok(());
        };
        let failed = |error| InstallError::io("write", file, error);
        let stored = StoredLedger {
            version: 1,
            files: self.files.clone(),
        };
        let text = serde_json::to_vec_pretty(&stored).unwrap_or_default();
        replace(file, &text, Access::Private).map_err(failed)
    }
}

pub(crate) fn digest(text: &str) -> String {
    let hash = Sha256::digest(text.as_bytes());
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}
