//! What a host says about permissions.

use std::path::PathBuf;
use std::sync::Arc;

use snaphook_core::tool::{ToolClass, ToolClasses};

use super::classifier::Classifier;

/// What a host says about permissions, beside what settings say.
#[derive(Clone, Default)]
pub struct PermissionOptions {
    pub(crate) classes: ToolClasses,
    pub(crate) classifier: Option<Arc<dyn Classifier>>,
    pub(crate) bypass: bool,
    pub(crate) directories: Vec<PathBuf>,
}

impl PermissionOptions {
    /// Says what a tool of the host does: that decides what modes say of it.
    #[must_use]
    pub fn tool_class(mut self, tool: &str, class: ToolClass) -> Self {
        self.classes = self.classes.with(tool, class);
        self
    }

    /// Who judges calls in the mode `auto`, and knows which commands only read.
    #[must_use]
    pub fn classifier(mut self, classifier: Arc<dyn Classifier>) -> Self {
        self.classifier = Some(classifier);
        self
    }

    /// Says that the mode `bypassPermissions` is to be had: its user has agreed
    /// to that. Only then a hook may set it.
    #[must_use]
    pub fn bypass_available(mut self, available: bool) -> Self {
        self.bypass = available;
        self
    }

    /// Returns what each tool does, as far as the host said so.
    #[must_use]
    pub fn classes(&self) -> &ToolClasses {
        &self.classes
    }

    /// Returns the host's classifier.
    #[must_use]
    pub fn host_classifier(&self) -> Option<&Arc<dyn Classifier>> {
        self.classifier.as_ref()
    }

    /// Adds a working directory beside the session's own.
    #[must_use]
    pub fn directory(mut self, folder: impl Into<PathBuf>) -> Self {
        self.directories.push(folder.into());
        self
    }
}

impl std::fmt::Debug for PermissionOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PermissionOptions")
            .field("bypass", &self.bypass)
            .field("directories", &self.directories)
            .finish_non_exhaustive()
    }
}
