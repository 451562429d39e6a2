//! The turn helpers: what each place of an agent loop fires, and what it gives
//! back. `places` has a row for every place; the other files are about what a
//! place has beside that.

mod endings;
mod models;
mod places;
mod subagents;
mod world;

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use snaphook::event::EVENTS;
use snaphook::input::CommonFields;
use snaphook::turn::AgentHooks;
use snaphook::{Answer, EngineBuilder, FunctionHook};

use crate::common::builder;

/// The inputs that were fired, in order.
#[derive(Clone, Default)]
pub(super) struct SeenInputs(Arc<Mutex<Vec<Value>>>);

impl SeenInputs {
    /// Notes the input of every event, and is nobody's hook's.
    fn watch(&self, mut builder: EngineBuilder) -> EngineBuilder {
        for event in EVENTS {
            let seen = self.clone();
            let note = FunctionHook::new(event.name, "watch", move |call| {
                let input = serde_json::to_value(call.input.fields()).unwrap();
                seen.0.lock().unwrap().push(input);
                async {}
            });
            builder = builder.function(note.internal());
        }
        builder
    }

    /// What was fired since the last time.
    pub(super) fn take(&self) -> Vec<Value> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }

    /// The one input that was fired since the last time.
    pub(super) fn one(&self) -> Value {
        let mut all = self.take();
        assert_eq!(all.len(), 1, "{all:?}");
        all.remove(0)
    }
}

/// The common fields of the agent in these tests.
pub(super) fn common() -> CommonFields {
    CommonFields::new("session", std::env::temp_dir().to_string_lossy())
}

/// A whole input: the event's own fields after the common ones.
pub(super) fn input(event: &str, own: Value) -> Value {
    let mut input = json!({
        "session_id": "session",
        "transcript_path": "",
        "cwd": std::env::temp_dir().to_string_lossy(),
        "hook_event_name": event,
    });
    for (key, value) in own.as_object().unwrap() {
        input[key] = value.clone();
    }
    input
}

/// An agent with these hooks, and what it fires.
pub(super) fn watched(builder: EngineBuilder) -> (AgentHooks, SeenInputs) {
    let seen = SeenInputs::default();
    let engine = seen.watch(builder).build().unwrap();
    (AgentHooks::new(&engine, common()), seen)
}

/// An agent with one function, named `hook`, that always gives this answer.
pub(super) fn answering(event: &str, answer: Answer) -> AgentHooks {
    let hook = FunctionHook::new(event, "hook", move |_| std::future::ready(answer.clone()));
    watched(builder().function(hook)).0
}

/// An agent with one hook: a process that prints this answer as JSON.
pub(super) fn saying(event: &str, answer: &Value) -> AgentHooks {
    let hook = crate::common::fake_with(&[&format!("say:{answer}")], json!({"name": "hook"}));
    let settings = json!({"hooks": {event: [{"hooks": [hook]}]}});
    watched(builder().settings_json(settings.to_string())).0
}

/// What belongs into `hookSpecificOutput`, as a whole answer.
pub(super) fn specific(event: &str, mut fields: Value) -> Value {
    fields["hookEventName"] = event.into();
    json!({"hookSpecificOutput": fields})
}
