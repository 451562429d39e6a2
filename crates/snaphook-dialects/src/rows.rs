//! Rows of a dialect, made from the canonical ones.

use snaphook_core::event::{EVENTS, EventSpec, OnGuardFailure};

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

/// What a guard's failure does beside a block: where every event can be blocked,
/// only what is over already must be kept back.
pub(crate) fn on_guard_failure(row: &EventSpec) -> OnGuardFailure {
    match row.on_guard_failure {
        over @ (OnGuardFailure::WithholdOutput | OnGuardFailure::WithholdResponse) => over,
        _ => OnGuardFailure::AsExit2,
    }
}
