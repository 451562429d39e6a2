//! The files that updates are written into.
//!
//! Of several settings folders the one that has the file is taken, else the one
//! that is there, else the usual one.

use std::path::{Path, PathBuf};

use snaphook_core::permission::Destination;
use snaphook_settings::Places;

use crate::links::follow_links;

/// The settings file of every destination that the engine has a place for.
#[derive(Debug, Clone, Default)]
pub(crate) struct Destinations(Option<Places>);

impl Destinations {
    pub(crate) fn of(places: Option<&Places>) -> Self {
        Self(places.cloned())
    }

    /// Whether it is kept longer than its session.
    pub(crate) fn has(&self, destination: Destination) -> bool {
        self.file(destination).is_some()
    }

    /// The file that a change for this destination is written into.
    pub(crate) fn file(&self, destination: Destination) -> Option<PathBuf> {
        self.0.as_ref()?.file_to_change(destination.scope())
    }

    /// Whether the file of a project leads out of it, by a symlink: what is
    /// granted for one project would hold wherever that leads.
    pub(crate) fn leads_away(&self, destination: Destination, file: &Path) -> bool {
        let of_project = matches!(
            destination,
            Destination::LocalSettings | Destination::ProjectSettings
        );
        let project = self.0.as_ref().and_then(|places| places.project.as_deref());
        let Some(project) = project.filter(|_| of_project) else {
            return false;
        };
        let real = |path: &Path| {
            std::path::absolute(path)
                .ok()
                .and_then(|path| follow_links(&path))
        };
        match (real(project), real(file)) {
            (Some(project), Some(file)) => !file.starts_with(project),
            _ => true,
        }
    }
}
