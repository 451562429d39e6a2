//! Makes a bundle from a folder: every file of it goes below `snaphook/`, unless its name
//! begins with a dot.

use std::fs;
use std::path::Path;

use snaphook_core::kind::Kinds;

use crate::archive::{FileTree, check_name, write};
use crate::bundle::PolicyBundle;
use crate::encoding::sha256_hex;
use crate::error::BundleError;
use crate::manifest::{BundleManifest, BundleMetadata, NAME, PolicyMetadata, ROOT};
use crate::signature::{self, BundleSigner, SignatureDocument, SignedPayload};

/// Makes bundles.
#[derive(Debug, Clone)]
pub struct BundleBuilder {
    revision: String,
    metadata: PolicyMetadata,
}

impl BundleBuilder {
    /// A bundle of this revision.
    #[must_use]
    pub fn new(revision: impl Into<String>, metadata: PolicyMetadata) -> Self {
        Self {
            revision: revision.into(),
            metadata,
        }
    }

    /// Packs a folder and signs it; gives the archive.
    ///
    /// # Errors
    /// When a file cannot be part of a bundle, or the settings cannot be used.
    pub fn build(
        &self,
        folder: &Path,
        kinds: &Kinds,
        signer: &dyn BundleSigner,
    ) -> Result<Vec<u8>, BundleError> {
        let mut files = FileTree::new();
        collect(folder, ROOT, &mut files)?;
        let manifest = BundleManifest {
            revision: self.revision.clone(),
            roots: vec![ROOT.to_owned()],
            metadata: BundleMetadata {
                snaphook: self.metadata.clone(),
                ..BundleMetadata::default()
            },
            others: serde_json::Map::new(),
        };
        manifest.check()?;
        let broken = |error: serde_json::Error| BundleError::Manifest(error.to_string());
        let text = serde_json::to_vec_pretty(&manifest).map_err(broken)?;
        files.insert(NAME.to_owned(), text.into());
        // What nobody could load must not be signed.
        let unsigned = PolicyBundle::of(files, String::new(), String::new())?;
        unsigned.read_settings(kinds)?;
        let mut files = unsigned.files().clone();
        let payload = SignedPayload::of(&files, signer.key_id())?;
        let document = SignatureDocument::sign(&payload, signer)?;
        let text = serde_json::to_vec(&document).map_err(broken)?;
        files.insert(signature::NAME.to_owned(), text.into());
        let archive = write(&files).map_err(|error| BundleError::Archive(error.to_string()))?;
        // What was made must be readable by those who get it.
        let read = crate::archive::read(&archive)?;
        PolicyBundle::of(read, sha256_hex(&archive), String::new())?;
        Ok(archive)
    }
}

fn collect(folder: &Path, prefix: &str, files: &mut FileTree) -> Result<(), BundleError> {
    for entry in fs::read_dir(folder).map_err(BundleError::file(folder))? {
        let entry = entry.map_err(BundleError::file(folder))?;
        let path = entry.path();
        let file_name = entry.file_name();
        let Some(file_name) = file_name.to_str() else {
            return Err(BundleError::Name {
                name: file_name.to_string_lossy().into_owned(),
                reason: "it is not UTF-8 text",
            });
        };
        if file_name.starts_with('.') {
            continue;
        }
        let name = format!("{prefix}/{file_name}");
        check_name(&name)?;
        let kind = entry.file_type().map_err(BundleError::file(&path))?;
        if kind.is_dir() {
            collect(&path, &name, files)?;
        } else if kind.is_file() {
            let content = fs::read(&path).map_err(BundleError::file(&path))?;
            files.insert(name, content.into());
        } else {
            let kind = match kind.is_symlink() {
                true => "a symbolic link",
                false => "not a plain file",
            };
            return Err(BundleError::EntryKind { name, kind });
        }
    }
    Ok(())
}
