//! The labels of metrics. Clients cannot make the label sets grow: a custom event is
//! `custom`, and a hook that a session added is `session`.

use std::fmt::Write;

use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue, LabelValueEncoder};
use snaphook::event::EventName;
use snaphook::hook::{HookId, Scope};
use snaphook::outcome::HookEntry;

/// An event of the table, or `custom`.
pub(super) fn event_label(event: &EventName) -> &'static str {
    match event {
        EventName::Known(name) => name,
        _ => "custom",
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct EventLabels {
    pub(super) event: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct DispatchLabels {
    pub(super) event: &'static str,
    pub(super) result: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct HookLabels {
    pub(super) event: &'static str,
    pub(super) hook: HookLabel,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct RunLabels {
    pub(super) event: &'static str,
    pub(super) hook: HookLabel,
    pub(super) status: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct DecisionLabels {
    pub(super) decision: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct RequestLabels {
    pub(super) method: &'static str,
    pub(super) code: CodeLabel,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct TransportLabels {
    pub(super) transport: &'static str,
}

/// The id of a configured hook. (A name may be a whole command.)
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum HookLabel {
    Configured(HookId),
    Session,
}

impl HookLabel {
    pub(super) fn of(entry: &HookEntry) -> Self {
        match entry.scope {
            Scope::Session => Self::Session,
            _ => Self::Configured(entry.id.clone()),
        }
    }
}

impl EncodeLabelValue for HookLabel {
    fn encode(&self, encoder: &mut LabelValueEncoder<'_>) -> Result<(), std::fmt::Error> {
        match self {
            Self::Configured(id) => encoder.write_str(id.as_str()),
            Self::Session => encoder.write_str("session"),
        }
    }
}

/// The error code of an answer, or `ok`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum CodeLabel {
    Ok,
    Error(i64),
}

impl EncodeLabelValue for CodeLabel {
    fn encode(&self, encoder: &mut LabelValueEncoder<'_>) -> Result<(), std::fmt::Error> {
        match self {
            Self::Ok => encoder.write_str("ok"),
            Self::Error(code) => write!(encoder, "{code}"),
        }
    }
}
