//! What loading brought to light, by the event it concerns.

use std::collections::HashMap;

use snaphook_core::event::EventName;
use snaphook_core::{Diagnostic, Severity};
use snaphook_settings::Finding;

/// Diagnostics that every outcome of an event carries.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct LoadDiagnostics {
    of_all: Vec<Diagnostic>,
    of_event: HashMap<EventName, Vec<Diagnostic>>,
}

impl LoadDiagnostics {
    pub(super) fn add(&mut self, event: Option<EventName>, diagnostic: Diagnostic) {
        match event {
            Some(event) => self.of_event.entry(event).or_default().push(diagnostic),
            None => self.of_all.push(diagnostic),
        }
    }

    pub(super) fn add_finding(&mut self, finding: &Finding) {
        // Hints are for `check`; an outcome tells what does not work.
        if finding.severity > Severity::Hint {
            self.add(finding.event.clone(), finding.to_diagnostic());
        }
    }

    /// All of them, those of the whole first.
    pub(crate) fn all(&self) -> Vec<Diagnostic> {
        let of_events = self.of_event.values().flatten();
        self.of_all.iter().chain(of_events).cloned().collect()
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.of_all.is_empty() && self.of_event.is_empty()
    }

    pub(crate) fn for_event(&self, event: &EventName) -> Vec<Diagnostic> {
        let of_event = self.of_event.get(event).map(Vec::as_slice);
        self.of_all
            .iter()
            .chain(of_event.unwrap_or_default())
            .cloned()
            .collect()
    }
}
