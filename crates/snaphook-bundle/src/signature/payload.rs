//! What is signed: the name and the digest of every file, and nothing beside them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::document;
use crate::archive::FileTree;
use crate::error::BundleError;
use crate::hash::digest_of;

const ALGORITHM: &str = "SHA-256";

/// The list of files that a signature is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SignedPayload {
    /// The files.
    pub(crate) files: Vec<SignedFile>,
    /// The id of the key, as older versions of Open Policy Agent look for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) keyid: Option<String>,
}

/// One file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SignedFile {
    pub(crate) name: String,
    pub(crate) hash: String,
    pub(crate) algorithm: String,
}

impl SignedPayload {
    /// What is to be signed of these files.
    pub(crate) fn of(files: &FileTree, keyid: Option<&str>) -> Result<Self, BundleError> {
        let signed = files.iter().filter(|(name, _)| *name != document::NAME);
        let signed = signed.map(|(name, content)| {
            Ok(SignedFile {
                name: name.clone(),
                hash: digest_of(name, content)?,
                algorithm: ALGORITHM.to_owned(),
            })
        });
        Ok(Self {
            files: signed.collect::<Result<_, BundleError>>()?,
            keyid: keyid.map(str::to_owned),
        })
    }

    /// Holds files to it: all of them, no others, and with this content.
    pub(crate) fn check(&self, files: &FileTree) -> Result<(), BundleError> {
        let wrong = |message: String| Err(BundleError::Content(message));
        let mut signed = BTreeMap::new();
        for file in &self.files {
            if file.algorithm != ALGORITHM {
                let algorithm = file.algorithm.escape_debug();
                return wrong(format!("`{}` has a digest by {algorithm}", file.name));
            }
            if signed.insert(&*file.name, &*file.hash).is_some() {
                return wrong(format!("`{}` was signed twice", file.name));
            }
        }
        for (name, content) in files.iter().filter(|(name, _)| *name != document::NAME) {
            match signed.remove(&**name) {
                None => return wrong(format!("`{name}` was not signed")),
                Some(hash) if hash == digest_of(name, content)? => {}
                Some(_) => return wrong(format!("`{name}` was changed after it was signed")),
            }
        }
        match signed.keys().next() {
            Some(name) => wrong(format!("`{name}` was signed and is missing")),
            None => Ok(()),
        }
    }
}
