//! Hooks that ask a person while they run.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex};

use serde_json::json;
use snaphook::{ApprovalReply, Approver, Engine, Question};

use crate::common::*;

/// Answers by a list, and remembers what it was asked.
struct Scripted {
    replies: Mutex<Vec<ApprovalReply>>,
    asked: Mutex<Vec<Question>>,
}

impl Approver for Scripted {
    fn ask(&self, question: Question) -> Pin<Box<dyn Future<Output = ApprovalReply> + Send + '_>> {
        self.asked.lock().unwrap().push(question);
        let mut replies = self.replies.lock().unwrap();
        let reply = if replies.is_empty() {
            ApprovalReply::Cancelled
        } else {
            replies.remove(0)
        };
        Box::pin(async move { reply })
    }
}

/// Asks once, and blocks with whatever line comes back.
const ASKS: &str = r#"read -r event
echo '{"type":"prompt_request","id":"q1","message":"Really?","options":[{"key":"y","label":"Yes","description":"do it"},{"key":"n","label":"No"}]}'
read -r reply || reply=closed
echo "$reply" >&2; exit 2"#;

fn engine(
    command: &str,
    interactive: bool,
    replies: Vec<ApprovalReply>,
) -> (Engine, Arc<Scripted>) {
    let approver = Arc::new(Scripted {
        replies: Mutex::new(replies),
        asked: Mutex::default(),
    });
    let settings = json!({"hooks": {"PreToolUse": [{"hooks": [
        {"name": "asks", "command": command, "interactive": interactive, "timeout": 30}]}]}});
    let engine = builder()
        .settings_json(settings.to_string())
        .approver(approver.clone())
        .build()
        .unwrap();
    (engine, approver)
}

#[tokio::test]
async fn a_question_goes_to_the_approver_and_its_reply_comes_back() {
    let (engine, approver) = engine(ASKS, true, vec![ApprovalReply::Selected("y".to_owned())]);
    let outcome = fire(&engine, call(0)).await;
    assert_eq!(
        outcome.block_reason.as_deref(),
        Some(r#"{"type":"prompt_response","id":"q1","selected":"y"}"#)
    );
    let asked = approver.asked.lock().unwrap();
    assert_eq!(asked.len(), 1);
    assert_eq!(
        (asked[0].hook.as_str(), asked[0].message.as_str()),
        ("asks", "Really?")
    );
    assert_eq!(asked[0].about.as_deref(), Some("Bash: ls"));
    assert_eq!(asked[0].options[0].description.as_deref(), Some("do it"));
    assert_eq!(
        outcome.hooks[0].stdout, None,
        "a question is not part of the answer"
    );
}

#[tokio::test]
async fn no_answer_and_an_answer_that_was_not_offered_are_cancelled() {
    for replies in [vec![], vec![ApprovalReply::Selected("maybe".to_owned())]] {
        let (engine, _) = engine(ASKS, true, replies);
        let outcome = fire(&engine, call(0)).await;
        assert_eq!(
            outcome.block_reason.as_deref(),
            Some(r#"{"type":"prompt_response","id":"q1","cancelled":true}"#)
        );
    }
}

#[tokio::test]
async fn without_an_approver_a_question_is_cancelled_at_once() {
    let settings =
        json!({"hooks": {"PreToolUse": [{"hooks": [{"command": ASKS, "interactive": true}]}]}});
    let engine = builder()
        .settings_json(settings.to_string())
        .build()
        .unwrap();
    let outcome = fire(&engine, call(0)).await;
    assert!(outcome.block_reason.as_ref().unwrap().contains("cancelled"));
}

#[tokio::test]
async fn stdin_is_closed_at_once_for_a_hook_that_does_not_say_it_asks() {
    let (engine, approver) = engine(ASKS, false, vec![ApprovalReply::Selected("y".to_owned())]);
    let outcome = fire(&engine, call(0)).await;
    assert_eq!(outcome.block_reason.as_deref(), Some("closed"));
    assert!(approver.asked.lock().unwrap().is_empty());
}

#[tokio::test]
async fn questions_are_answered_in_order_and_garbage_is_ignored() {
    let command = r#"read -r event
echo 'not json'; echo '{"type":"prompt_request"}'; echo '{"type":"other"}'
for id in 1 2 3; do
  echo '{"type":"prompt_request","id":'$id',"message":"m","options":[{"key":"a"},{"key":"b"}]}'
done
read -r zero; read -r one; read -r two; read -r three
echo "$zero $one $two $three" >&2; exit 2"#;
    let replies = ["a", "b", "a"]
        .map(|key| ApprovalReply::Selected(key.to_owned()))
        .to_vec();
    let (engine, approver) = engine(command, true, replies);
    let outcome = fire(&engine, call(0)).await;
    let reason = outcome.into_merged().block_reason.unwrap();
    let expected = r#"{"type":"prompt_response","id":null,"cancelled":true} {"type":"prompt_response","id":1,"selected":"a"} {"type":"prompt_response","id":2,"selected":"b"} {"type":"prompt_response","id":3,"selected":"a"}"#;
    assert_eq!(reason, expected);
    let ids: Vec<_> = approver
        .asked
        .lock()
        .unwrap()
        .iter()
        .map(|q| q.id.clone())
        .collect();
    assert_eq!(ids, ["1", "2", "3"]);
}

#[tokio::test]
async fn a_hook_that_does_not_wait_for_its_reply_does_not_hang() {
    let command = r#"read -r event
echo '{"type":"prompt_request","id":"q","message":"m","options":[{"key":"a"}]}'
echo '{"systemMessage":"went on"}'"#;
    struct SilentApprover;
    impl Approver for SilentApprover {
        fn ask(&self, _: Question) -> Pin<Box<dyn Future<Output = ApprovalReply> + Send + '_>> {
            Box::pin(std::future::pending())
        }
    }
    let settings =
        json!({"hooks": {"PreToolUse": [{"hooks": [{"command": command, "interactive": true}]}]}});
    let engine = builder()
        .settings_json(settings.to_string())
        .approver(Arc::new(SilentApprover))
        .build()
        .unwrap();
    let outcome = fire(&engine, call(0)).await;
    assert_eq!(outcome.system_messages, ["went on"]);
}

#[tokio::test]
async fn a_person_who_never_answers_is_bound_by_the_timeout() {
    struct SilentApprover;
    impl Approver for SilentApprover {
        fn ask(&self, _: Question) -> Pin<Box<dyn Future<Output = ApprovalReply> + Send + '_>> {
            Box::pin(std::future::pending())
        }
    }
    let settings = json!({"hooks": {"PreToolUse": [{"hooks": [
        {"command": ASKS, "interactive": true, "timeout": 0.5, "onFailure": "block"}]}]}});
    let engine = builder()
        .settings_json(settings.to_string())
        .approver(Arc::new(SilentApprover))
        .build()
        .unwrap();
    let outcome = fire(&engine, call(0)).await;
    assert_eq!(statuses(&outcome), ["timedOut"]);
    assert!(outcome.blocked);
}

#[tokio::test]
async fn a_large_input_reaches_an_interactive_hook_whole() {
    let command = r#"input=$(head -n 1 | wc -c); echo "$input" >&2; exit 2"#;
    let (engine, _) = engine(command, true, vec![]);
    let input = call(2 * 1024 * 1024);
    let length = input.fields().to_line().len() + 1;
    let outcome = fire(&engine, input).await;
    assert_eq!(
        outcome.block_reason.as_ref().unwrap().trim(),
        length.to_string()
    );
}
