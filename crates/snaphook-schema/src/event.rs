//! Events by name.

use snaphook_core::event::{EVENTS, EventSpec, UnknownEvent, nearest};

/// The row of an event. Events of a host's own have no schema: their inputs hold what
/// the host likes.
pub(crate) fn row(name: &str) -> Result<&'static EventSpec, UnknownEvent> {
    let found = EVENTS.iter().find(|spec| spec.name == name);
    found.ok_or_else(|| {
        let near = nearest(name, EVENTS.iter().map(|spec| spec.name));
        UnknownEvent::new(name, near)
    })
}
