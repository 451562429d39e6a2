//! What the runner tells `tracing`, in the names of [`observe`](snaphook_core::observe).

use snaphook_core::Diagnostic;
use snaphook_core::answer::{Failure, FailureKind};
use snaphook_core::event::Event;
use snaphook_core::outcome::Status;
use tracing::{debug, warn};

use crate::callback::Callback;
use snaphook_core::observe::TARGET;
use snaphook_core::observe::field::{CALLBACK, CODE, ERROR, EVENT, GROUP, STATUS};

/// A callback gave no answer.
pub(crate) fn failed(event: &Event, group: usize, callback: &Callback, failure: &Failure) {
    let status = match failure.kind {
        FailureKind::Failed => Status::Failed,
        FailureKind::TimedOut => Status::TimedOut,
        FailureKind::Cancelled => Status::Cancelled,
    };
    warn!(
        target: TARGET,
        message = "callback failed",
        { EVENT } = event.as_str(),
        { GROUP } = group,
        { CALLBACK } = &*callback.name,
        { STATUS } = status.as_str(),
        { ERROR } = failure.message.as_str(),
    );
}

/// A callback was not called: its group's time was up.
pub(crate) fn skipped(event: &Event, group: usize, callback: &Callback) {
    warn!(
        target: TARGET,
        message = "callback skipped",
        { EVENT } = event.as_str(),
        { GROUP } = group,
        { CALLBACK } = &*callback.name,
        { STATUS } = Status::Skipped.as_str(),
        { ERROR } = "the time of its group was up",
    );
}

/// Nobody can know whether a group's matcher accepts the value.
pub(crate) fn not_known(event: &Event, group: usize) {
    warn!(
        target: TARGET,
        message = "group skipped",
        { EVENT } = event.as_str(),
        { GROUP } = group,
        { STATUS } = Status::Skipped.as_str(),
        { ERROR } = "its matcher failed, or the value to match is not a string",
    );
}

/// Parts of an answer have no effect.
pub(crate) fn dropped(event: &Event, callback: &str, notes: &[Diagnostic]) {
    for note in notes {
        debug!(
            target: TARGET,
            message = "answer noted",
            { EVENT } = event.as_str(),
            { CALLBACK } = callback,
            { CODE } = note.code,
        );
    }
}
