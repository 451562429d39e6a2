//! A kind of handlers that the host brings is known as those are that snaphook brings.

use snaphook::prelude::*;
use std::sync::Arc;

use snaphook::answer::Response;
use snaphook::hook::{HandlerDef, Hook};
use snaphook::kind::{
    Definition, FieldError, FieldValues, Key, KindName, KindNeeds, KindSpec, ValueType,
};
use snaphook::{
    Answer, Call, Engine, FactoryParts, Handler, HandlerFactory, HandlerKind, Input, MakeError,
    RunFuture,
};

/// `{"type": "office-hours", "from": 9, "to": 17}`: denies outside of them.
#[derive(Debug, Clone, Copy)]
struct OfficeHours;

#[derive(Debug, Clone)]
struct HoursDef {
    from: u32,
    to: u32,
}

const NAME: KindName = KindName::new("office-hours");
const HOUR: ValueType = ValueType::Integer { least: 0, most: 24 };

impl Definition for HoursDef {
    fn kind(&self) -> KindName {
        NAME
    }

    fn to_json(&self) -> serde_json::Map<String, serde_json::Value> {
        [("from", self.from), ("to", self.to)]
            .into_iter()
            .map(|(key, hour)| (key.to_owned(), hour.into()))
            .collect()
    }

    fn summary(&self) -> std::borrow::Cow<'_, str> {
        format!("{} to {}", self.from, self.to).into()
    }
}

impl KindSpec for OfficeHours {
    fn name(&self) -> KindName {
        NAME
    }

    fn about(&self) -> &'static str {
        "Denies outside of office hours."
    }

    fn keys(&self) -> &'static [Key] {
        const KEYS: &[Key] = &[
            Key::new("from", HOUR, "The first hour.").needed(),
            Key::new("to", HOUR, "The hour after the last.").needed(),
        ];
        KEYS
    }

    fn needs(&self) -> KindNeeds {
        KindNeeds::NETWORK
    }

    fn define(&self, fields: &FieldValues) -> Result<HandlerDef, FieldError> {
        let hour = |key| fields.integer(key).unwrap_or_default();
        let (from, to) = (hour("from"), hour("to"));
        if from > to {
            return Err(FieldError {
                key: "to",
                code: "hours-reversed",
                message: "`to` comes before `from`".to_owned(),
                help: None,
            });
        }
        Ok(HoursDef { from, to }.into())
    }

    fn example(&self) -> &'static str {
        r#"{ "type": "office-hours", "from": 9, "to": 17 }"#
    }
}

impl HandlerKind for OfficeHours {
    fn spec(&self) -> Arc<dyn KindSpec> {
        Arc::new(*self)
    }

    fn factory(&self, _: &FactoryParts) -> Option<Arc<dyn HandlerFactory>> {
        Some(Arc::new(*self))
    }
}

impl HandlerFactory for OfficeHours {
    fn make(&self, hook: &Hook) -> Result<Arc<dyn Handler>, MakeError> {
        match hook.handler.get::<HoursDef>() {
            Some(def) => Ok(Arc::new(def.clone())),
            None => Err(MakeError::other_kind(NAME, hook)),
        }
    }
}

impl Handler for HoursDef {
    fn run(&self, call: Call) -> RunFuture<'_> {
        Box::pin(async move {
            let hour = call.input.input().fields().value("hour");
            let hour = hour.and_then(|hour| hour.as_u64()).unwrap_or_default();
            match (u64::from(self.from)..u64::from(self.to)).contains(&hour) {
                true => Response::Silence,
                false => Response::Answer(Box::new(Answer::deny("the office is closed"))),
            }
        })
    }
}

fn engine(event: &str, hook: &str) -> Engine {
    Engine::builder()
        .kind(OfficeHours)
        .settings_json(format!(
            r#"{{"hooks": {{"{event}": [{{"hooks": [{hook}]}}]}}}}"#
        ))
        .build()
        .unwrap()
}

fn codes(engine: &Engine) -> Vec<&'static str> {
    engine.findings().iter().map(|found| found.code).collect()
}

#[tokio::test]
async fn a_hosts_kind_runs() {
    let engine = engine("PreToolUse", OfficeHours.example());
    assert_eq!(codes(&engine), [""; 0]);
    for (hour, blocked) in [(9, false), (22, true)] {
        let input = format!(
            r#"{{"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {{}}, "hour": {hour}}}"#
        );
        let outcome = engine.execute(Input::parse(&input).unwrap()).await;
        assert_eq!(outcome.blocked, blocked, "{hour}");
    }
}

#[test]
fn the_keys_of_a_hosts_kind_are_checked() {
    for (hook, code) in [
        (r#"{"type": "office-hours", "from": 9}"#, "missing-field"),
        (
            r#"{"type": "office-hours", "from": "9", "to": 17}"#,
            "wrong-type",
        ),
        (
            r#"{"type": "office-hours", "from": 9, "to": 25}"#,
            "wrong-type",
        ),
        (
            r#"{"type": "office-hours", "from": 9, "to": 8}"#,
            "hours-reversed",
        ),
        (
            r#"{"type": "office-hours", "from": 9, "to": 17, "form": 8}"#,
            "unknown-key",
        ),
    ] {
        assert_eq!(codes(&engine("PreToolUse", hook)), [code], "{hook}");
    }
}

#[test]
fn a_hosts_kind_may_run_on_every_event() {
    let engine = engine("SessionStart", OfficeHours.example());
    assert_eq!(codes(&engine), [""; 0]);
}

#[test]
fn a_hosts_kind_is_among_the_kinds_of_its_engine() {
    let engine = engine("PreToolUse", OfficeHours.example());
    let mut names = snaphook::kinds().names();
    assert!(!names.contains(&NAME.to_string()));
    names.push(NAME.to_string());
    assert_eq!(engine.kinds().names(), names);
}

#[cfg(not(feature = "http"))]
#[test]
fn a_kind_that_was_not_built_says_which_feature_it_needs() {
    let engine = engine(
        "PreToolUse",
        r#"{"type": "http", "url": "http://localhost:1"}"#,
    );
    let told = &engine.diagnostics()[0].message;
    assert!(told.contains("build it with the feature `http`"), "{told}");
}

#[test]
fn every_example_is_read_without_a_finding() {
    for kind in snaphook::kinds().iter() {
        let engine = engine("PreToolUse", kind.example());
        assert_eq!(codes(&engine), [""; 0], "{}", kind.name());
    }
}
