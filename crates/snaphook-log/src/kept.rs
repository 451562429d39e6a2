//! An outcome as the log would store it: what is compared with a record must be processed
//! in the same way.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use serde_json::Value;
use snaphook_core::input::Input;
use snaphook_core::outcome::Outcome;
use snaphook_redact::Redaction;

use crate::keep::{RecordOrigin, keep};
use crate::queue::PendingRecord;

/// An outcome of this input as a log keeps it: without secrets, and not too long.
#[must_use]
pub fn as_kept(input: &Input, outcome: &Outcome, redaction: &Redaction) -> Value {
    let pending = PendingRecord {
        origin: Arc::new(RecordOrigin {
            number: 0,
            source: String::new(),
            project: None,
        }),
        started: SystemTime::UNIX_EPOCH,
        took: Duration::ZERO,
        dialect: "",
        input: input.clone(),
        outcome: Some(outcome.clone()),
    };
    let kept = keep(&pending, redaction).outcome;
    let mut value = kept
        .and_then(|outcome| serde_json::from_str(outcome.get()).ok())
        .unwrap_or_default();
    // A reader of the log redacts again in the same way.
    redaction.value(&mut value);
    value
}
