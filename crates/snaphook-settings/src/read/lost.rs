//! Entries that could not be loaded, and what that means for the file's
//! permissions.
//!
//! An entry of PreToolUse or PermissionRequest may have been the guard of what
//! the same file allows. Until it can be loaded, the file allows nothing; what it
//! denies and asks about holds.

use snaphook_core::Severity;
use snaphook_core::event::Event;

use super::file::FileReader;
use crate::node::Node;

/// The events whose hooks guard tool calls.
const GUARDED: [&str; 2] = ["PreToolUse", "PermissionRequest"];

impl FileReader<'_> {
    /// Notes an entry of this event that cannot be loaded.
    pub(super) fn note_lost(&mut self, event: &Event, node: &Node) {
        if GUARDED.contains(&event.as_str()) {
            self.note_lost_somewhere(node);
        }
    }

    /// Notes an entry of which nobody can say on which event it was to run.
    pub(super) fn note_lost_somewhere(&mut self, node: &Node) {
        self.lost.get_or_insert_with(|| node.span.clone());
    }

    /// Takes back what the file allows, where one of its guards may be missing.
    pub(super) fn suspend_permissions(&mut self) {
        let Some(lost) = self.lost.clone() else {
            return;
        };
        let lost = self.settings.source.at(lost);
        let permissions = &mut self.settings.permissions;
        if let Some(place) = permissions.suspend(lost.line) {
            self.find(
                Severity::Error,
                place,
                "allows-nothing",
                format!(
                    "allow rules of this file are ignored: line {} has an entry that cannot be loaded and may be a guard",
                    lost.line
                ),
                Some("correct or remove the entry; deny and ask rules of this file still apply".to_owned()),
            );
        }
    }
}
