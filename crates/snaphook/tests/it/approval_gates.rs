//! Approval gates elsewhere have let calls pass that nobody approved: by an unknown word of
//! decision, by an approval that was lost when a session was resumed, and by calls that ran at
//! once. None of these may pass here.

use std::collections::HashSet;
use std::pin::Pin;
use std::sync::{Arc, Mutex};

use futures_util::future::join_all;
use serde_json::{Value, json};
use snaphook::gate::Gate;
use snaphook::input::CommonFields;
use snaphook::permission::CallDecision;
use snaphook::prelude::*;
use snaphook::{ApprovalReply, Approver, Question, ToolCall};

use crate::common::builder;

type Reply = Pin<Box<dyn Future<Output = ApprovalReply> + Send>>;

/// A person who answers by a function, and every question.
struct Person<F> {
    answer: F,
    asked: Mutex<Vec<Question>>,
}

impl<F: Fn(&Question) -> Reply + Send + Sync> Approver for Person<F> {
    fn ask(&self, question: Question) -> Pin<Box<dyn Future<Output = ApprovalReply> + Send + '_>> {
        let reply = (self.answer)(&question);
        self.asked.lock().unwrap().push(question);
        reply
    }
}

fn person<F: Fn(&Question) -> Reply + Send + Sync>(answer: F) -> Arc<Person<F>> {
    let asked = Mutex::default();
    Arc::new(Person { answer, asked })
}

fn says(word: &str) -> Reply {
    let reply = ApprovalReply::Selected(word.to_owned());
    Box::pin(async move { reply })
}

fn common() -> CommonFields {
    CommonFields::new("session", std::env::temp_dir().to_string_lossy())
}

fn call() -> ToolCall {
    ToolCall::new("Bash", json!({"command": "make deploy"}))
}

#[tokio::test]
async fn an_unknown_word_of_decision_allows_nothing() {
    for word in [
        "approve", "approved", "yes", "ok", "true", "ALLOW", "allow ", "", "y",
    ] {
        let person = person(move |_| says(word));
        let engine = builder().approver(person.clone()).build().unwrap();
        let decision = engine.authorize(&common(), call()).await;
        assert_eq!(decision.decision, CallDecision::Deny, "{word}");
        assert_eq!(person.asked.lock().unwrap().len(), 1);
    }
    // Nor does one in the answer of a hook: a guard has failed, and the others said nothing.
    let answers = |event: &str, own: Value, policy: &str| {
        let output = json!({"hookSpecificOutput": own});
        let hook =
            json!({"command": format!("cat >/dev/null; echo '{output}'"), "onFailure": policy});
        let settings = json!({"hooks": {event: [{"hooks": [hook]}]}});
        builder()
            .settings_json(settings.to_string())
            .build()
            .unwrap()
    };
    for policy in ["block", "continue"] {
        for word in ["approve", "Allow", "alow"] {
            let own = json!({"hookEventName": "PreToolUse", "permissionDecision": word});
            let engine = answers("PreToolUse", own, policy);
            let decision = engine.authorize(&common(), call()).await;
            assert_eq!(decision.decision, CallDecision::Deny, "{policy} {word}");
            let own = json!({"hookEventName": "PermissionRequest", "decision": {"behavior": word}});
            let engine = answers("PermissionRequest", own, policy);
            let decision = engine.authorize(&common(), call()).await;
            assert_eq!(decision.decision, CallDecision::Deny, "{policy} {word}");
        }
    }
}

#[tokio::test]
async fn a_resumed_session_asks_again() {
    let folder = tempfile::tempdir().unwrap();
    let with = |approver: Arc<dyn Approver>| {
        let context = snaphook::Context::from_process().state_dir(folder.path());
        let engine = snaphook::Engine::builder().context(context);
        engine.approver(approver).build().unwrap()
    };
    // The person has not answered when the agent ends.
    let silent = person(|_| Box::pin(std::future::pending()));
    let first = with(silent.clone());
    {
        let session = first.session("session");
        let common = common();
        let waiting = session.authorize(&common, call());
        tokio::select! {
            _ = waiting => panic!("nobody answered"),
            () = async { while silent.asked.lock().unwrap().is_empty() { tokio::task::yield_now().await } } => {}
        }
    }
    first.shutdown(std::time::Duration::ZERO).await;
    // The same call of the same session: the question is asked anew, and no is no.
    let denies = person(|_| says("deny"));
    let second = with(denies.clone());
    let decision = second.session("session").authorize(&common(), call()).await;
    assert_eq!(decision.decision, CallDecision::Deny);
    assert_eq!(denies.asked.lock().unwrap().len(), 1);
    // An approval of one call is none of the next.
    let allows = person(|_| says("allow"));
    let third = with(allows.clone());
    for _ in 0..2 {
        let decision = third.session("session").authorize(&common(), call()).await;
        assert_eq!(decision.decision, CallDecision::Allow);
    }
    assert_eq!(allows.asked.lock().unwrap().len(), 2);
}

#[tokio::test]
async fn calls_at_once_are_each_asked_about() {
    let even = person(|question| {
        let input = question.tool_input.as_ref().unwrap();
        let number = input["number"].as_u64().unwrap();
        says(if number % 2 == 0 { "allow" } else { "deny" })
    });
    let engine = builder().build().unwrap();
    let gate = Gate::new(engine.session("session"), common())
        .with_permissions()
        .approver(even.clone());
    let ran = Mutex::new(HashSet::new());
    let (gate, ran) = (&gate, &ran);
    let calls = (0..50_u64).map(|number| async move {
        let run = |input: snaphook::json::Json| async move {
            ran.lock()
                .unwrap()
                .insert(input["number"].as_u64().unwrap());
            Ok::<_, std::io::Error>(json!("done"))
        };
        gate.execute("Deploy", json!({"number": number}), run).await
    });
    join_all(calls).await;
    assert_eq!(even.asked.lock().unwrap().len(), 50);
    assert_eq!(*ran.lock().unwrap(), (0..50).step_by(2).collect());
}
