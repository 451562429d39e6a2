//! The seam to an engine of policies.

use snaphook_rules::facts::FactScope;

use super::folder::PolicyFile;
use super::spec::PolicySpec;
use super::verdict::PolicyVerdict;

/// Why policies say nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PolicyError {
    /// The folder cannot be read.
    #[error("failed to read the policies in {folder}: {why}")]
    Folder {
        /// The folder.
        folder: String,
        /// Why.
        why: String,
    },
    /// A policy does not parse.
    #[error("the policy {file} cannot be used: {why}")]
    Policy {
        /// The file.
        file: String,
        /// Why.
        why: String,
    },
    /// A request has no answer.
    #[error("the policies have no answer: {0}")]
    Evaluation(String),
    /// The policies look at something that cannot be known.
    #[error("the policies look at {0}, and part of it cannot be known")]
    Unknown(String),
}

/// Policies that are ready to be asked.
pub(super) trait LoadedPolicies: Send + Sync {
    /// What they say of an event.
    fn decide(&self, scope: &FactScope<'_>) -> Result<PolicyVerdict, PolicyError>;

    /// The facts that they look at and of which something is not known.
    fn unknown(&self, scope: &FactScope<'_>) -> Vec<String>;
}

/// What `check` finds in the files of a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PolicyFinding {
    pub(super) is_error: bool,
    pub(super) message: String,
}

impl PolicySpec {
    /// The endings of the files that count.
    pub(super) fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Cedar => &["cedar", "cedarschema"],
            Self::Rego => &["rego", "json"],
        }
    }

    /// Parses the files.
    pub(super) fn load(self, files: &[PolicyFile]) -> Result<Box<dyn LoadedPolicies>, PolicyError> {
        // Unused in a build without engines.
        let _ = files;
        match self {
            #[cfg(feature = "cedar")]
            Self::Cedar => super::cedar::load(files),
            #[cfg(feature = "rego")]
            Self::Rego => super::rego::load(files),
            #[cfg(not(all(feature = "cedar", feature = "rego")))]
            _ => Err(PolicyError::Evaluation(
                "this build has no such engine".to_owned(),
            )),
        }
    }

    /// Whether this program can run it.
    pub(super) fn is_built(self) -> bool {
        match self {
            Self::Cedar => cfg!(feature = "cedar"),
            Self::Rego => cfg!(feature = "rego"),
        }
    }

    /// Looks for what is wrong in files that parse.
    pub(super) fn validate(self, files: &[PolicyFile]) -> Vec<PolicyFinding> {
        let _ = files;
        match self {
            #[cfg(feature = "cedar")]
            Self::Cedar => super::cedar::validate(files),
            _ => Vec::new(),
        }
    }
}
