//! The outcome of one event.

use std::num::NonZeroU64;
use std::ops::{Deref, DerefMut};

use serde::{Serialize, Serializer};

use super::entry::HookEntry;
use super::merged::MergedEffects;
use crate::diagnostic::{Diagnostic, Severity};
use crate::event::{Event, EventName, EventSpec};
use crate::merge::BlockedBy;

static NOTHING: MergedEffects = MergedEffects::NOTHING;

/// The outcome of one event: what became of each hook, and what they said,
/// merged. Serialised, it is the JSON that `snaphook fire --json` prints: what is
/// absent was not said.
///
/// What the hooks said is in [`MergedEffects`], whose fields can be used as if they were
/// the outcome's own: `outcome.block_reason`. On most events nobody says
/// anything, and then there is nothing to keep.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Outcome {
    /// The event's canonical name.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub event: EventName,
    /// The operation must not go on. (A blocked Stop: the agent must.)
    pub blocked: bool,
    /// False: the agent stops.
    #[serde(rename = "continue")]
    pub go_on: bool,
    /// What they said, if any of them did.
    #[serde(flatten, serialize_with = "of_merged")]
    #[cfg_attr(feature = "schema", schemars(with = "MergedEffects"))]
    merged: Option<Box<MergedEffects>>,
    /// Remarks about definitions and answers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub diagnostics: Vec<Diagnostic>,
    /// One entry per hook, in configured order.
    pub hooks: Vec<HookEntry>,
    /// Wall time, in milliseconds.
    pub duration_ms: f64,

    /// The number of the dispatch in its engine, by which progress and late
    /// answers speak of it; `None` if no hook was chosen.
    #[serde(skip)]
    pub dispatch: Option<NonZeroU64>,
    /// The event's row: the words for the model come from it.
    #[serde(skip)]
    pub(crate) spec: &'static EventSpec,
}

fn of_merged<S: Serializer>(
    merged: &Option<Box<MergedEffects>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    merged.as_deref().unwrap_or(&NOTHING).serialize(serializer)
}

impl Deref for Outcome {
    type Target = MergedEffects;

    fn deref(&self) -> &MergedEffects {
        self.merged.as_deref().unwrap_or(&NOTHING)
    }
}

impl DerefMut for Outcome {
    fn deref_mut(&mut self) -> &mut MergedEffects {
        self.merged.get_or_insert_default()
    }
}

impl Outcome {
    /// The outcome of an event on which no hook said anything: go on.
    #[inline]
    #[must_use]
    pub fn go_on(event: &Event) -> Self {
        Self {
            event: event.name().clone(),
            spec: event.spec(),
            blocked: false,
            go_on: true,
            merged: None,
            diagnostics: Vec::new(),
            hooks: Vec::new(),
            duration_ms: 0.0,
            dispatch: None,
        }
    }

    /// Whether no hook said anything: only their entries are there.
    #[must_use]
    pub fn is_silent(&self) -> bool {
        self.merged.is_none()
    }

    /// What the hooks said, by itself.
    #[must_use]
    pub fn into_merged(self) -> MergedEffects {
        self.merged.map(|merged| *merged).unwrap_or_default()
    }

    /// The outcome of an event that could not be fired: no hook looked at it,
    /// so it counts as blocked.
    #[must_use]
    pub fn not_fired(event: &Event, why: &str) -> Self {
        let reason = format!("no hook could run: {why}");
        let mut outcome = Self::go_on(event);
        outcome.blocked = true;
        outcome.block_reason = Some(reason.clone());
        outcome.blocked_by = Some(BlockedBy::Failure);
        outcome.diagnostics = vec![Diagnostic::new(Severity::Error, "not-fired", reason)];
        outcome
    }

    /// Takes the block back: the operation goes on. What was said stays in the
    /// hooks' entries.
    pub fn unblock(&mut self) {
        self.blocked = false;
        self.block_reason = None;
        self.blocked_by = None;
        self.decided_by.clear();
        self.blocks.clear();
    }

    /// The exit status that `snaphook fire` gives: 2 when blocked, else 0.
    #[must_use]
    pub fn exit_status(&self) -> u8 {
        if self.blocked { 2 } else { 0 }
    }
}
