//! From a dispatch to its record: without secrets, and not too long.

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::value::RawValue;
use serde_json::{Map, Value};
use snaphook_core::input::Input;
use snaphook_core::json::Json;
use snaphook_core::outcome::{HookEntry, Outcome};
use snaphook_redact::{Redaction, repeats_members};

use crate::cut::{cut_long, cut_outcome, drop_last_words};
use crate::queue::PendingRecord;
use crate::record::{LogRecord, LoggedDecision};

/// What a recorder knows of every dispatch that it is told of.
#[derive(Debug, Clone)]
pub(crate) struct RecordOrigin {
    /// Which recorder it is.
    pub(crate) number: u64,
    pub(crate) source: String,
    pub(crate) project: Option<String>,
}

/// What is kept of a dispatch.
pub(crate) fn keep(pending: &PendingRecord, redaction: &Redaction) -> LogRecord {
    let origin = &*pending.origin;
    let mut kept = KeptDispatch {
        redaction,
        redacted: false,
        cut: false,
    };
    let input = kept.input(&pending.input);
    let outcome = pending
        .outcome
        .as_ref()
        .map(|outcome| kept.outcome(outcome));
    let fields = pending.input.fields();
    let field = |key: &str| fields.text(key).map(|text| kept.short(&text));
    LogRecord {
        id: None,
        time: milliseconds(pending.started),
        source: origin.source.clone(),
        session: field("session_id").unwrap_or_default(),
        event: kept.short(pending.input.event().as_str()),
        tool: field("tool_name"),
        project: origin.project.as_deref().map(|path| kept.short(path)),
        dialect: pending.dialect.to_owned(),
        decision: pending
            .outcome
            .as_ref()
            .map_or(LoggedDecision::Abandoned, LoggedDecision::of),
        duration_us: i64::try_from(pending.took.as_micros()).unwrap_or(i64::MAX),
        redacted: kept.redacted,
        cut: kept.cut,
        input,
        outcome,
    }
}

/// The entry of a hook that was over later.
pub(crate) fn keep_entry(entry: &HookEntry, redaction: &Redaction) -> Value {
    let mut entry = serde_json::to_value(entry).unwrap_or_default();
    drop_last_words(&mut entry);
    redaction.value(&mut entry);
    cut_long(&mut entry);
    entry
}

struct KeptDispatch<'a> {
    redaction: &'a Redaction,
    redacted: bool,
    cut: bool,
}

impl KeptDispatch<'_> {
    /// A text that others are found by.
    fn short(&self, text: &str) -> String {
        // Half a secret would no longer be known.
        let mut text = text.to_owned();
        self.redaction.text(&mut text);
        text.chars().take(1000).collect()
    }

    fn input(&mut self, input: &Input) -> Box<RawValue> {
        let line = input.fields().to_line();
        let line = String::from_utf8_lossy(&line).into_owned();
        let read = Json::read(&line);
        let written = read.unwrap_or_else(|_| self.readable(input, line.as_bytes()).into());
        let mut value = written.as_value().clone();
        // Of a member that occurs twice the value has only the last.
        let line = Some(line).filter(|line| !repeats_members(line, &value));
        let found = self.redaction.value(&mut value);
        let cut = cut_long(&mut value);
        self.redacted |= found > 0;
        self.cut |= cut;
        // As it was written, where nothing had to go.
        let as_it_was = line.filter(|_| found == 0 && !self.cut);
        match as_it_was.map(RawValue::from_string) {
            Some(Ok(raw)) => raw,
            _ => raw(&written.changed_to(value)),
        }
    }

    /// The fields that can be read, where not all can.
    fn readable(&mut self, input: &Input, line: &[u8]) -> Value {
        self.cut = true;
        let raw: BTreeMap<String, &RawValue> = serde_json::from_slice(line).unwrap_or_default();
        let fields = raw.into_keys().map(|key| {
            let value = input.fields().value(&key);
            let value = value.unwrap_or_else(|| "[not kept: it cannot be read]".into());
            (key, value)
        });
        Value::Object(fields.collect::<Map<_, _>>())
    }

    fn outcome(&mut self, outcome: &Outcome) -> Box<RawValue> {
        let text = serde_json::to_string(outcome).unwrap_or_default();
        let written = Json::read(&text)
            .unwrap_or_else(|_| serde_json::to_value(outcome).unwrap_or_default().into());
        let mut value = written.as_value().clone();
        // First: what is taken out changes the lengths by which a cut is known.
        drop_last_words(&mut value);
        self.redacted |= self.redaction.value(&mut value) > 0;
        self.cut |= cut_outcome(&mut value);
        raw(&written.changed_to(value))
    }
}

fn raw(value: &Json) -> Box<RawValue> {
    // A value always has a JSON form.
    serde_json::value::to_raw_value(value).unwrap_or_default()
}

fn milliseconds(time: SystemTime) -> i64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
