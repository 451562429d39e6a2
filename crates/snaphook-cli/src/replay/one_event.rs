//! Replays one event.

use serde_json::Value;
use snaphook::input::Fields;
use snaphook::outcome::{HookEntry, Outcome, Status};
use snaphook::{CancellationToken, Engine, ExecuteOptions, Input};
use snaphook_log::compare::{CurrentHook, OutcomeChange, compare, compare_selection};
use snaphook_log::{LoggedBody, LoggedEvent, Redaction, as_kept};

use crate::log::OpenLog;

/// An event of the log with the input that hooks may get.
pub(crate) struct ReplayedEvent<'a> {
    input: Value,
    before: Option<Value>,
    redaction: &'a Redaction,
    redacted: bool,
    cut: bool,
}

/// The result of a replay.
pub(crate) struct ReplayResult {
    pub(crate) input: Value,
    pub(crate) before: Option<Value>,
    /// The outcome, if hooks ran.
    pub(crate) now: Option<Value>,
    /// The hooks that ran or would run.
    pub(crate) hooks: Vec<String>,
    pub(crate) changes: Vec<OutcomeChange>,
    pub(crate) redacted: bool,
    pub(crate) cut: bool,
    /// Why the event could not be replayed.
    pub(crate) failed: Option<String>,
}

impl<'a> ReplayedEvent<'a> {
    pub(crate) fn of(event: &LoggedEvent, body: &LoggedBody, log: &'a OpenLog) -> Self {
        let input = log.shown(&body.input);
        // The record's own marks are about the outcome, too, which no hook sees.
        let holds = |marks: &[&str]| holds(&input, marks);
        Self {
            redacted: event.redacted && holds(&["[redacted: "]),
            cut: event.cut && holds(&["[cut: ", "[not kept: "]),
            input,
            before: body.outcome.as_deref().map(|outcome| log.shown(outcome)),
            redaction: log.redaction(),
        }
    }

    /// The event with another input.
    pub(crate) fn with_input(mut self, input: Value) -> Self {
        self.input = input;
        (self.redacted, self.cut) = (false, false);
        self
    }

    /// Runs the hooks of the event.
    pub(crate) async fn fire(self, engine: &Engine, cancel: &CancellationToken) -> ReplayResult {
        let input = match self.read() {
            Ok(input) => input,
            Err(error) => return self.failed(error),
        };
        let today = self.today(engine, &input);
        let options = ExecuteOptions {
            cancel: Some(cancel.clone()),
            ..ExecuteOptions::default()
        };
        let outcome = engine.execute_with(input.clone(), options).await;
        // What hooks say now may hold secrets, too, and be as long as what was cut.
        let now = as_kept(&input, &outcome, self.redaction);
        let changes = match &self.before {
            Some(before) => compare(before, &now, &today),
            None => Vec::new(),
        };
        let entries = now["hooks"].as_array().into_iter().flatten();
        let hooks = entries
            .zip(&outcome.hooks)
            .filter(|(_, entry)| entry.participated());
        let hooks = hooks.filter_map(|(kept, _)| kept["name"].as_str().map(str::to_owned));
        let hooks = hooks.collect();
        self.replayed(Some(now), hooks, changes)
    }

    /// Finds the hooks that would take part.
    pub(crate) fn select(self, engine: &Engine) -> ReplayResult {
        let input = match self.read() {
            Ok(input) => input,
            Err(error) => return self.failed(error),
        };
        let today = self.today(engine, &input);
        let changes = match &self.before {
            Some(before) => compare_selection(before, &today),
            None => Vec::new(),
        };
        let running = today.into_iter().filter(|one| one.why_not.is_none());
        let hooks = running.map(|one| one.name).collect();
        self.replayed(None, hooks, changes)
    }

    /// The hooks of today's settings, called as a log would call them: a name may
    /// hold a secret, and is compared with one that no longer does.
    fn today(&self, engine: &Engine, input: &Input) -> Vec<CurrentHook> {
        let explanation = engine.explain(input);
        let mut outcome = Outcome::go_on(input.event());
        let hooks = explanation.hooks.iter();
        outcome.hooks = hooks
            .map(|explained| HookEntry::new(&explained.hook, Status::Success))
            .collect();
        let kept = as_kept(input, &outcome, self.redaction);
        let text = |place: usize, key: &str| {
            let text = kept["hooks"][place][key].as_str();
            text.unwrap_or_default().to_owned()
        };
        let hooks = explanation.hooks.iter().enumerate();
        hooks
            .map(|(place, explained)| CurrentHook {
                id: text(place, "id"),
                name: text(place, "name"),
                why_not: explained.why_not.as_ref().map(|why| {
                    let mut why = why.to_string();
                    self.redaction.text(&mut why);
                    why
                }),
            })
            .collect()
    }

    fn read(&self) -> Result<Input, String> {
        let fields = Fields::from_value(&self.input);
        let input = fields.and_then(Input::from_fields);
        input.map_err(|error| error.to_string())
    }

    fn failed(self, error: String) -> ReplayResult {
        let mut replayed = self.replayed(None, Vec::new(), Vec::new());
        replayed.failed = Some(error);
        replayed
    }

    fn replayed(
        self,
        now: Option<Value>,
        hooks: Vec<String>,
        changes: Vec<OutcomeChange>,
    ) -> ReplayResult {
        ReplayResult {
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

/// Whether one of these is anywhere in a value.
pub(super) fn holds(value: &Value, marks: &[&str]) -> bool {
    match value {
        Value::String(text) => marks.iter().any(|mark| text.contains(mark)),
        Value::Array(items) => items.iter().any(|item| holds(item, marks)),
        Value::Object(members) => members.values().any(|member| holds(member, marks)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}
