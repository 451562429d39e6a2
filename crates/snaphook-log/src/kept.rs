//! An outcome as a log would have it: what is compared with a record must have gone
//! the same way.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use serde_json::Value;
use snaphook_core::input::Input;
use snaphook_core::outcome::Outcome;
use snaphook_core::secret::Redaction;

use crate::keep::{Origin, keep};
use crate::queue::Pending;

/// An outcome of this input as a log keeps it: without secrets, and not too long.
#[must_use]
pub fn as_kept(input: &Input, outcome: &Outcome, redaction: &Redaction) -> Value {
    let pending = Pending {
        origin: Arc::new(Origin {
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
    // As whoever reads the log does once more.
    redaction.value(&mut value);
    value
}
