//! Events by name.

use snaphook_core::event::{EVENTS, EventSpec, nearest};

/// There is no event of this name. (Events of a host's own have no schema: their
/// inputs hold what the host likes.)
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no event `{name}`")]
pub struct UnknownEvent {
    name: String,
}

impl UnknownEvent {
    /// The event that was probably meant.
    #[must_use]
    pub fn near(&self) -> Option<&'static str> {
        nearest(&self.name, EVENTS.iter().map(|spec| spec.name))
    }
}

/// The row of an event.
pub(crate) fn row(name: &str) -> Result<&'static EventSpec, UnknownEvent> {
    let found = EVENTS.iter().find(|spec| spec.name == name);
    found.ok_or_else(|| UnknownEvent {
        name: name.to_owned(),
    })
}
