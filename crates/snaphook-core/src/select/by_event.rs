//! The hooks of each event.
//!
//! An event of the table knows its row, so that its hooks are found without
//! looking at its name.

use std::collections::HashMap;

use super::index::SeededHasher;
use super::set::EventHooks;
use crate::event::{Event, EventName, EventSpec};

/// Hooks by event.
#[derive(Debug, Default)]
pub(super) struct ByEvent {
    hooks: Vec<EventHooks>,
    by_name: HashMap<EventName, usize, SeededHasher>,
    rows: Option<Rows>,
    /// The hooks of every event that is not in the table and has none of its own.
    any_other: Option<usize>,
}

/// For each row of a table, where the hooks of its event are.
#[derive(Debug)]
struct Rows {
    table: &'static [EventSpec],
    hooks: Vec<Option<usize>>,
}

impl ByEvent {
    /// The hooks of this event, made if there are none.
    pub(super) fn entry(&mut self, event: &Event) -> &mut EventHooks {
        let next = self.hooks.len();
        let at = *self.by_name.entry(event.name().clone()).or_insert(next);
        if at == next {
            self.hooks.push(EventHooks::default());
        }
        &mut self.hooks[at]
    }

    /// The hooks of every event that has none of its own and is in no table, made
    /// if there are none.
    pub(super) fn any_other(&mut self) -> &mut EventHooks {
        let at = *self.any_other.get_or_insert(self.hooks.len());
        if at == self.hooks.len() {
            self.hooks.push(EventHooks::default());
        }
        &mut self.hooks[at]
    }

    /// Notes the rows of the table that the events of this set are from.
    pub(super) fn note_rows(&mut self, table: &'static [EventSpec]) {
        let hooks = |row: &EventSpec| self.by_name.get(&EventName::Known(row.name)).copied();
        self.rows = Some(Rows {
            table,
            hooks: table.iter().map(hooks).collect(),
        });
    }

    #[inline]
    pub(super) fn get(&self, event: &Event) -> Option<&EventHooks> {
        let at = match (&self.rows, event.row()) {
            (Some(rows), Some((table, row))) if std::ptr::eq(rows.table, table) => rows.hooks[row]?,
            _ => self.by_name.get(event.name()).copied().or(self.any_other)?,
        };
        self.hooks.get(at)
    }

    /// A bit for each row of the table whose event has hooks; all of them where
    /// there are too many rows for that.
    pub(super) fn occupied(&self) -> u64 {
        match &self.rows {
            Some(rows) if rows.hooks.len() <= 64 => {
                let places = rows.hooks.iter().enumerate();
                let taken = places.filter(|(_, hooks)| hooks.is_some());
                taken.fold(0, |bits, (row, _)| bits | 1 << row)
            }
            _ => u64::MAX,
        }
    }

    pub(super) fn all(&self) -> &[EventHooks] {
        &self.hooks
    }

    pub(super) fn all_mut(&mut self) -> &mut [EventHooks] {
        &mut self.hooks
    }
}
