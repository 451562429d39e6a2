//! One event again.

use serde_json::Value;
use snaphook::input::Fields;
use snaphook::{CancellationToken, Engine, ExecuteOptions, Explanation, Input};
use snaphook_log::compare::{Candidate, Change, compare, compare_selection};
use snaphook_log::{Body, LoggedEvent, Redaction};

use crate::log::Opened;

/// An event of the log, as it may be used.
pub(super) struct Again<'a> {
    input: Value,
    before: Option<Value>,
    redaction: &'a Redaction,
    redacted: bool,
    cut: bool,
}

/// What came of it.
pub(super) struct Replayed {
    pub(super) input: Value,
    pub(super) before: Option<Value>,
    /// The outcome, where hooks were run.
    pub(super) now: Option<Value>,
    /// The hooks that ran, or would.
    pub(super) hooks: Vec<String>,
    pub(super) changes: Vec<Change>,
    pub(super) redacted: bool,
    pub(super) cut: bool,
    /// Why it could not be tried.
    pub(super) failed: Option<String>,
}

impl<'a> Again<'a> {
    pub(super) fn of(event: &LoggedEvent, body: &Body, log: &'a Opened) -> Self {
        Self {
            input: log.shown(&body.input),
            before: body.outcome.as_deref().map(|outcome| log.shown(outcome)),
            redaction: log.redaction(),
            redacted: event.redacted,
            cut: event.cut,
        }
    }

    /// Runs its hooks once more.
    pub(super) async fn fire(self, engine: &Engine, cancel: &CancellationToken) -> Replayed {
        let input = match self.read() {
            Ok(input) => input,
            Err(error) => return self.failed(error),
        };
        let explanation = engine.explain(&input);
        let options = ExecuteOptions {
            cancel: Some(cancel.clone()),
        };
        let outcome = engine.execute_with(input, options).await;
        let mut now = serde_json::to_value(&outcome).unwrap_or_default();
        // What hooks say now may hold secrets, too.
        self.redaction.value(&mut now);
        let why_not = |hook: &str| why_not(&explanation, hook);
        let changes = match &self.before {
            Some(before) => compare(before, &now, why_not),
            None => Vec::new(),
        };
        let hooks = outcome.hooks.iter().filter(|entry| entry.took_part());
        let hooks = hooks.map(|entry| entry.name.to_string()).collect();
        self.replayed(Some(now), hooks, changes)
    }

    /// Finds out who would take part.
    pub(super) fn select(self, engine: &Engine) -> Replayed {
        let input = match self.read() {
            Ok(input) => input,
            Err(error) => return self.failed(error),
        };
        let explanation = engine.explain(&input);
        let candidates: Vec<Candidate> = explanation
            .hooks
            .iter()
            .map(|explained| Candidate {
                name: explained.hook.name.to_string(),
                why_not: explained.why_not.as_ref().map(ToString::to_string),
            })
            .collect();
        let changes = match &self.before {
            Some(before) => compare_selection(before, &candidates),
            None => Vec::new(),
        };
        let running = candidates.into_iter().filter(|one| one.why_not.is_none());
        let hooks = running.map(|one| one.name).collect();
        self.replayed(None, hooks, changes)
    }

    fn read(&self) -> Result<Input, String> {
        let fields = Fields::from_value(&self.input);
        let input = fields.and_then(Input::from_fields);
        input.map_err(|error| error.to_string())
    }

    fn failed(self, error: String) -> Replayed {
        let mut replayed = self.replayed(None, Vec::new(), Vec::new());
        replayed.failed = Some(error);
        replayed
    }

    fn replayed(self, now: Option<Value>, hooks: Vec<String>, changes: Vec<Change>) -> Replayed {
        Replayed {
            input: self.input,
            before: self.before,
            now,
            hooks,
            changes,
            redacted: self.redacted,
            cut: self.cut,
            failed: None,
        }
    }
}

/// Why a hook of this name does not run.
fn why_not(explanation: &Explanation, name: &str) -> String {
    let mut named = explanation.hooks.iter();
    let found = named.find(|explained| *explained.hook.name == *name);
    match found.map(|explained| explained.why_not.as_ref()) {
        Some(Some(why)) => why.to_string(),
        Some(None) => "it was skipped".to_owned(),
        None => "no settings have it".to_owned(),
    }
}
