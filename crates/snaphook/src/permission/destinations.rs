//! The files that updates are written into.
//!
//! Of several settings folders the one that has the file is taken, else the one
//! that is there, else the usual one.

use std::path::PathBuf;

use snaphook_core::permission::Destination;
use snaphook_settings::Places;

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
}
