//! Calls, hooks and people for the tests of permissions.

use snaphook::prelude::*;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use snaphook::input::CommonFields;
use snaphook::permission::{Behavior, Decision};
use snaphook::{ApprovalReply, Approver, Engine, EngineBuilder, FunctionHook, Question, ToolCall};

/// A person who gives one answer, and remembers what they were asked.
pub(crate) struct Person {
    answer: &'static str,
    pub(crate) asked: Mutex<Vec<Question>>,
}

impl Person {
    pub(crate) fn who_says(answer: &'static str) -> Arc<Self> {
        Arc::new(Self {
            answer,
            asked: Mutex::default(),
        })
    }

    pub(crate) fn questions(&self) -> Vec<Question> {
        self.asked.lock().unwrap().clone()
    }
}

impl Approver for Person {
    fn ask(&self, question: Question) -> Pin<Box<dyn Future<Output = ApprovalReply> + Send + '_>> {
        self.asked.lock().unwrap().push(question);
        let reply = ApprovalReply::Selected(self.answer.to_owned());
        Box::pin(async move { reply })
    }
}

/// A PreToolUse hook that answers with this JSON.
pub(crate) fn before(name: &str, specific: Value) -> FunctionHook {
    says(name, "PreToolUse", specific)
}

/// A PermissionRequest hook with this decision.
pub(crate) fn request(name: &str, decision: Value) -> FunctionHook {
    says(name, "PermissionRequest", json!({ "decision": decision }))
}

pub(crate) fn says(name: &str, event: &'static str, specific: Value) -> FunctionHook {
    FunctionHook::new(event, name, move |_| {
        let mut specific = specific.clone();
        specific["hookEventName"] = event.into();
        async move { json!({ "hookSpecificOutput": specific }) }
    })
}

pub(crate) fn bash(command: &str) -> ToolCall {
    ToolCall::new("Bash", json!({ "command": command }))
}

pub(crate) fn file(tool: &str, path: &str) -> ToolCall {
    ToolCall::new(tool, json!({ "file_path": path }))
}

pub(crate) fn common() -> CommonFields {
    CommonFields::new("session-1", "/repo")
}

pub(crate) fn in_mode(mode: &str) -> CommonFields {
    CommonFields {
        permission_mode: Some(mode.to_owned()),
        ..common()
    }
}

/// An engine with these rules.
pub(crate) fn rules(rules: &[(Behavior, &str)]) -> EngineBuilder {
    let list = |behavior: Behavior| -> Vec<&str> {
        let of = rules.iter().filter(|(one, _)| *one == behavior);
        of.map(|(_, rule)| *rule).collect()
    };
    let permissions = json!({
        "allow": list(Behavior::Allow),
        "ask": list(Behavior::Ask),
        "deny": list(Behavior::Deny),
    });
    Engine::builder().settings_json(json!({ "permissions": permissions }).to_string())
}

/// The stages of a decision and what each said, as text.
pub(crate) fn way(decision: &Decision) -> Vec<String> {
    let steps = decision.steps.iter();
    steps
        .map(|step| format!("{}: {:?}", step.stage.as_str(), step.result))
        .collect()
}
