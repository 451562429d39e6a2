//! Events: points in an agent's life at which hooks may run.
//!
//! [`EVENTS`] is the one table of them; everything that depends on the event
//! (dispatch, what a block does, which fields are honoured, timeouts, checks,
//! docs) reads a row of it and nothing else.

mod name;
mod near;
mod output;
mod spec;
mod table;
mod unknown;

pub use name::{Event, EventName};
pub use near::nearest;
pub use output::{
    OUTPUT_FIELDS, OutputField, OutputFields, OutputType, UNIVERSAL_FIELDS, UniversalField,
};
pub use spec::{
    BlockWording, EventBudget, EventSpec, FieldSpec, MatchesOn, MissingScript, OnBlock,
    OnGuardFailure, TextRole,
};
pub use table::{CUSTOM, EVENTS};
pub use unknown::UnknownEvent;
