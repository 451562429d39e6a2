//! Rows of a dialect, made from the canonical ones.

use snaphook_core::event::{EVENTS, EventSpec};

/// The canonical rows of these events, each changed by `change`. Made once for
/// a dialect and kept as long as the program runs, like the table itself.
pub(crate) fn rows(
    names: impl IntoIterator<Item = &'static str>,
    change: impl Fn(EventSpec) -> EventSpec,
) -> &'static [EventSpec] {
    let canonical = |name| EVENTS.iter().find(|row| row.name == name).copied();
    let rows: Vec<EventSpec> = names
        .into_iter()
        .filter_map(canonical)
        .map(change)
        .collect();
    Box::leak(rows.into_boxed_slice())
}
