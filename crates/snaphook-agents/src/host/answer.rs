//! A hook's answer in the agent's keys, as a canonical answer. Whatever denies counts,
//! whatever stands beside it; any other value that does not fit is a failure.

use serde_json::value::RawValue;
use serde_json::{Map, Value};
use snaphook_core::Severity;
use snaphook_core::diagnostic::Diagnostic;
use snaphook_core::dialect::UnreadableAnswer;
use snaphook_core::event::OnBlock;
use snaphook_core::input::{Fields, Input};

use super::call::native_call;
use super::set::every_at;
use super::spec::HostSpec;
use crate::agent::AgentSpec;
use crate::contract::{Ability, EventContract};

/// What is needed to read an answer.
pub(super) struct AnswerReader<'a> {
    pub(super) agent: &'static AgentSpec,
    pub(super) spec: &'a HostSpec,
    pub(super) row: Option<&'static EventContract>,
    pub(super) event: &'a str,
    pub(super) on_block: OnBlock,
    pub(super) input: Option<&'a Input>,
}

/// An answer that was read.
#[derive(Default)]
pub(super) struct CanonicalAnswer {
    /// The canonical object.
    pub(super) object: Fields,
    /// Whether it denies or blocks.
    pub(super) denies: bool,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// The decision of an answer: of several the strictest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum StrictestDecision {
    Allow,
    Ask,
    Deny,
}

impl AnswerReader<'_> {
    /// Reads an answer.
    pub(super) fn read(&self, object: &Fields) -> Result<CanonicalAnswer, UnreadableAnswer> {
        let form = &self.spec.answer;
        let mut problems = Vec::new();
        self.check_keys(object, &mut problems);
        let mut decision = self.decision(object, &mut problems);
        let cancels = self.flag(object, form.cancel, true, &mut problems);
        if cancels {
            decision = Some(StrictestDecision::Deny);
        }
        let mut stops = self.flag(object, form.go_on, false, &mut problems);
        stops |= cancels && self.row.is_some_and(|row| row.can(Ability::Stop));
        let keeps_prompt = self.event == "UserPromptSubmit" && form.stop_reason.is_empty();
        if stops && keeps_prompt {
            (decision, stops) = (Some(StrictestDecision::Deny), false);
        }
        let reason = self.text(object, form.reason, &mut problems);
        let follow_up = self.text(object, form.follow_up, &mut problems);
        let denies = decision == Some(StrictestDecision::Deny);
        let mut answer = CanonicalAnswer {
            denies: denies || follow_up.is_some(),
            ..CanonicalAnswer::default()
        };
        let mut top = Map::new();
        let mut own = Map::new();
        let put = |object: &mut Map<String, Value>, key: &str, value: Option<String>| {
            if let Some(value) = value {
                object.insert(key.to_owned(), value.into());
            }
        };
        let replaces = denies && self.replaces_output();
        match decision {
            Some(StrictestDecision::Deny) if replaces => {}
            Some(StrictestDecision::Deny) => self.deny(&mut top, &mut own, reason.clone()),
            Some(StrictestDecision::Ask) if self.event == "PreToolUse" => {
                own.insert("permissionDecision".to_owned(), "ask".into());
                put(&mut own, "permissionDecisionReason", reason.clone());
            }
            Some(StrictestDecision::Allow) if self.grants() => self.allow(&mut own, reason.clone()),
            _ => {}
        }
        if let Some(text) = follow_up {
            top.insert("decision".to_owned(), "block".into());
            top.insert("reason".to_owned(), text.into());
        }
        if stops {
            top.insert("continue".to_owned(), false.into());
            let why = self.text(object, form.stop_reason, &mut problems);
            put(&mut top, "stopReason", why);
        }
        let message = self.text(object, form.message, &mut problems);
        put(&mut top, "systemMessage", message);
        let context = self.text(object, form.context, &mut problems);
        put(&mut own, "additionalContext", context);
        let mut fields = fields_of(top);
        let mut own = fields_of(own);
        if !denies {
            self.take_input(object, &mut own, &mut fields, &mut answer, &mut problems);
        }
        let output = form.output.iter().flat_map(|place| every_at(object, place));
        if let Some(output) = output.last() {
            set(&mut own, "updatedToolOutput", &output);
        } else if replaces {
            set(&mut own, "updatedToolOutput", &reason.unwrap_or_default());
        }
        if own.keys().next().is_some() {
            set(&mut own, "hookEventName", self.event);
            set(&mut fields, "hookSpecificOutput", &own);
        }
        answer.object = fields;
        match problems.as_slice() {
            [] => Ok(answer),
            [first, ..] if answer.denies => {
                answer.diagnostics.push(warning(
                    "invalid-answer",
                    format!("{first}; what denies counts, the rest is dropped"),
                ));
                Ok(answer)
            }
            [first, ..] => Err(UnreadableAnswer(first.clone())),
        }
    }

    /// Refuses the name of another event, and unknown keys where the agent is strict.
    fn check_keys(&self, object: &Fields, problems: &mut Vec<String>) {
        const NAME: &str = "hookSpecificOutput.hookEventName";
        let native = self.row.map_or(self.event, |row| row.native);
        let is_own = |raw: &RawValue| {
            let name: Result<String, _> = serde_json::from_str(raw.get());
            name.is_ok_and(|name| name == native || name == self.event)
        };
        if let Some(other) = every_at(object, NAME).iter().find(|raw| !is_own(raw)) {
            problems.push(format!(
                "`{NAME}` must be \"{native}\", not {}",
                shown(other)
            ));
        }
        let Some(known) = self.spec.answer.strict else {
            return;
        };
        let mut keys = object.keys();
        if let Some(key) = keys.find(|key| !known.contains(key)) {
            let title = self.agent.title;
            problems.push(format!(
                "the answer has the unknown key `{key}`, for which {title} refuses the whole answer"
            ));
        }
    }

    fn decision(&self, object: &Fields, problems: &mut Vec<String>) -> Option<StrictestDecision> {
        let words = &self.spec.answer.words;
        let mut strictest = None;
        for place in self.spec.answer.decision {
            for raw in every_at(object, place) {
                // Of an object with fields of its own, these are places themselves.
                if raw.get().starts_with('{') {
                    continue;
                }
                let word: Option<String> = serde_json::from_str(raw.get()).ok();
                let is = |list: &[&str]| word.as_deref().is_some_and(|word| list.contains(&word));
                let decision = if is(words.deny) {
                    StrictestDecision::Deny
                } else if is(words.ask) {
                    StrictestDecision::Ask
                } else if is(words.allow) {
                    StrictestDecision::Allow
                } else {
                    let known = [words.allow, words.ask, words.deny].concat().join(", ");
                    problems.push(format!(
                        "`{place}` must be one of {known}, not {}",
                        shown(&raw)
                    ));
                    continue;
                };
                strictest = strictest.max(Some(decision));
            }
        }
        strictest
    }

    /// Whether a flag at one of these places has this value.
    fn flag(
        &self,
        object: &Fields,
        places: &[&str],
        wanted: bool,
        problems: &mut Vec<String>,
    ) -> bool {
        let mut found = false;
        for (place, raw) in places_of(object, places) {
            match raw.get() {
                "true" => found |= wanted,
                "false" => found |= !wanted,
                _ => problems.push(format!(
                    "`{place}` must be true or false, not {}",
                    shown(&raw)
                )),
            }
        }
        found
    }

    /// The text at the first of these places that has one.
    fn text(&self, object: &Fields, places: &[&str], problems: &mut Vec<String>) -> Option<String> {
        let mut text = None;
        for (place, raw) in places_of(object, places) {
            match serde_json::from_str::<String>(raw.get()) {
                Ok(own) if own.trim().is_empty() => {}
                Ok(own) => text = text.or(Some(own)),
                Err(_) => problems.push(format!("`{place}` must be a string, not {}", shown(&raw))),
            }
        }
        text
    }

    fn replaces_output(&self) -> bool {
        self.spec.deny_replaces_output && self.event == "PostToolUse"
    }

    /// Whether the agent takes an allow for a grant here.
    fn grants(&self) -> bool {
        self.row.is_some_and(|row| row.can(Ability::Grant))
    }

    fn deny(
        &self,
        top: &mut Map<String, Value>,
        own: &mut Map<String, Value>,
        reason: Option<String>,
    ) {
        if self.on_block == OnBlock::DenyRequest {
            let mut decision = Map::new();
            decision.insert("behavior".to_owned(), "deny".into());
            if let Some(reason) = reason {
                decision.insert("message".to_owned(), reason.into());
            }
            own.insert("decision".to_owned(), decision.into());
            return;
        }
        top.insert("decision".to_owned(), "block".into());
        if let Some(reason) = reason {
            top.insert("reason".to_owned(), reason.into());
        }
    }

    fn allow(&self, own: &mut Map<String, Value>, reason: Option<String>) {
        if self.on_block == OnBlock::DenyRequest {
            let mut decision = Map::new();
            decision.insert("behavior".to_owned(), "allow".into());
            own.insert("decision".to_owned(), decision.into());
        } else if self.event == "PreToolUse" {
            own.insert("permissionDecision".to_owned(), "allow".into());
            if let Some(reason) = reason {
                own.insert("permissionDecisionReason".to_owned(), reason.into());
            }
        }
    }

    /// A rewritten input, back under canonical keys. One that has no canonical form denies:
    /// the call as it was is not what the hook wants to run.
    fn take_input(
        &self,
        object: &Fields,
        own: &mut Fields,
        top: &mut Fields,
        answer: &mut CanonicalAnswer,
        problems: &mut Vec<String>,
    ) {
        let Some((place, raw)) = places_of(object, self.spec.answer.input).pop() else {
            return;
        };
        let Ok(mut native) = Fields::parse(raw.get()) else {
            problems.push(format!("`{place}` must be an object, not {}", shown(&raw)));
            return;
        };
        let input = self.input.map(Input::fields);
        let tool = input.and_then(|input| input.text("tool_name"));
        let given = input.and_then(|input| input.fields("tool_input"));
        let (Some(tool), Some(given)) = (tool, given) else {
            set(own, "updatedInput", &native);
            return;
        };
        let Ok(call) = native_call(self.agent, self.event, &tool, &given) else {
            return;
        };
        if self.spec.answer.input_is_merged {
            native.fill(&call.input);
        }
        match call.canonical_input(&tool, native) {
            Some(input) if self.on_block == OnBlock::DenyRequest => {
                let mut decision = own.fields("decision").unwrap_or_default();
                set(&mut decision, "updatedInput", &input);
                set(own, "decision", &decision);
            }
            Some(input) => set(own, "updatedInput", &input),
            None => {
                let reason = format!(
                    "the hook wants to run `{}` with another input that has no form as a single {tool} call: {}",
                    call.name,
                    shown(&raw)
                );
                set(top, "decision", "block");
                set(top, "reason", &reason);
                answer.denies = true;
            }
        }
    }
}

/// Every value at these places, with its place.
fn places_of<'p>(object: &Fields, places: &[&'p str]) -> Vec<(&'p str, Box<RawValue>)> {
    let at = |place: &&'p str| {
        let place = *place;
        let every = every_at(object, place).into_iter();
        every.map(move |raw| (place, raw)).collect::<Vec<_>>()
    };
    places.iter().flat_map(at).collect()
}

fn fields_of(object: Map<String, Value>) -> Fields {
    Fields::from_value(&Value::Object(object)).unwrap_or_default()
}

/// Sets a value that was read as JSON, or a text: that cannot fail.
fn set<T: serde::Serialize + ?Sized>(fields: &mut Fields, key: &str, value: &T) {
    let _ = fields.set(key, value);
}

fn shown(raw: &RawValue) -> String {
    const MOST: usize = 80;
    let text: String = raw.get().chars().take(MOST).collect();
    let rest = if text.len() < raw.get().len() {
        "…"
    } else {
        ""
    };
    format!("{text}{rest}")
}

pub(super) fn warning(code: &'static str, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Severity::Warning, code, message)
}

/// The answer as the text of a canonical hook.
pub(super) fn printed(object: &Fields) -> String {
    if object.keys().next().is_none() {
        return String::new();
    }
    String::from_utf8_lossy(&object.to_line()).into_owned()
}
