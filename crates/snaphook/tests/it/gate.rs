//! The tool gate: what it runs, in which order, and what it gives back.

use snaphook::prelude::*;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use snaphook::gate::{
    Gate, GatedCall, HookFailure, Permit, PostHook, PreHook, RequireIntent, ToolCall, ToolResult,
    ask_first, log_tool_input,
};
use snaphook::input::CommonFields;
use snaphook::json::Json;
use snaphook::tool::{ToolClass, ToolClasses};
use snaphook::{Answer, ApprovalReply, Approver, Engine, FunctionHook, Question};
use tokio::sync::{Notify, mpsc};

use crate::common::{HANG, fake};

pub(crate) fn common() -> CommonFields {
    CommonFields::new("session", std::env::temp_dir().to_string_lossy())
}

pub(crate) fn gate_of(engine: &Engine) -> Gate {
    Gate::new(engine.session("session"), common())
}

fn bare_gate() -> Gate {
    gate_of(&Engine::builder().build().unwrap())
}

/// A tool that gives back what it got.
pub(crate) async fn echo(tool_input: Json) -> Result<Json, std::io::Error> {
    Ok(tool_input)
}

/// Texts in the order in which they were noted.
#[derive(Clone, Default)]
pub(crate) struct Notes(Arc<Mutex<Vec<String>>>);

impl Notes {
    pub(crate) fn add(&self, note: impl Into<String>) {
        self.0.lock().unwrap().push(note.into());
    }

    pub(crate) fn all(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }

    pub(crate) fn pre(&self, name: &'static str) -> PreHook {
        let notes = self.clone();
        PreHook::new(name, move |_| {
            notes.add(format!("pre {name}"));
            async {}
        })
    }

    pub(crate) fn post(&self, name: &'static str) -> PostHook {
        let notes = self.clone();
        PostHook::new(name, move |done| {
            notes.add(format!("post {name} {}", done.result.as_str()));
            async {}
        })
    }
}

fn refused(gated: &GatedCall) -> (&str, &str) {
    match &gated.result {
        ToolResult::Denied(refusal) => (&refusal.by, &refusal.reason),
        other => panic!("not refused: {other:?}"),
    }
}

#[tokio::test]
async fn hooks_run_in_the_order_of_registration_around_the_tool() {
    let notes = Notes::default();
    let gate = bare_gate()
        .pre(notes.pre("one"))
        .post(notes.post("three"))
        .pre(notes.pre("two"))
        .post(notes.post("four"));
    let ran = notes.clone();
    let gated = gate
        .execute("Read", json!({"file_path": "/x"}), |tool_input| {
            ran.add("tool");
            echo(tool_input)
        })
        .await;
    assert_eq!(gated.result.value(), Some(&json!({"file_path": "/x"})));
    assert_eq!(gated.id.get_version_num(), 7);
    assert_eq!(
        notes.all(),
        [
            "pre one",
            "pre two",
            "tool",
            "post three done",
            "post four done"
        ]
    );
}

#[tokio::test]
async fn a_refusal_ends_the_row_and_is_the_tools_result() {
    let notes = Notes::default();
    let gate = bare_gate()
        .pre(PreHook::new("no", |_| async { Permit::deny("not today") }))
        .pre(notes.pre("later"))
        .post(notes.post("always"));
    let gated = gate
        .execute("Bash", json!({}), |_| async {
            panic!("a refused tool must not run") as Result<Value, String>
        })
        .await;
    assert_eq!(refused(&gated), ("no", "not today"));
    let for_model = gated.result_for_model();
    assert_eq!(
        (for_model.text.as_str(), for_model.is_error),
        ("not today", true)
    );
    assert_eq!(notes.all(), ["post always refused"]);
}

#[tokio::test]
async fn configured_hooks_take_part_before_and_after() {
    let rewrite = r#"say:{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"ls -l"},"additionalContext":"long form"}}"#;
    let output = r#"say:{"decision":"block","reason":"too long","hookSpecificOutput":{"hookEventName":"PostToolUse","updatedToolOutput":"short","additionalContext":"cut"}}"#;
    let settings = json!({"hooks": {
        "PreToolUse": [{"matcher": "Bash", "hooks": [fake(&[rewrite])]}],
        "PostToolUse": [{"matcher": "Bash", "hooks": [{"name": "cutter", "command": fake(&[output])["command"], "args": [output]}]}],
        "PostToolUseFailure": [{"hooks": [fake(&[r#"say:{"decision":"block","reason":"try a shorter one"}"#])]}],
    }});
    let engine = crate::common::builder()
        .settings_json(settings.to_string())
        .build()
        .unwrap();
    let seen = Notes::default();
    let noted = seen.clone();
    let gate = gate_of(&engine).pre(PreHook::new("named", move |call| {
        noted.add(call.tool_input["command"].as_str().unwrap());
        async {}
    }));
    let gated = gate.execute("Bash", json!({"command": "ls"}), echo).await;
    assert_eq!(seen.all(), ["ls -l"]);
    assert_eq!(gated.result, ToolResult::Done(json!("short").into()));
    assert_eq!(gated.context, ["long form", "cut"]);
    assert_eq!(
        gated.result_for_model().text,
        "short\nPostToolUse: feedback on the tool call from cutter: too long\nlong form\ncut"
    );

    let failed = gate
        .execute("Bash", json!({}), |_| async { Err::<Value, _>("exit 1") })
        .await;
    let text = failed.result_for_model().text;
    assert!(text.starts_with("exit 1\nPostToolUseFailure: "), "{text}");
    assert!(text.contains("try a shorter one"), "{text}");
}

#[tokio::test]
async fn a_configured_deny_is_the_result_in_words_for_the_model() {
    let deny = FunctionHook::new("PreToolUse", "guard", |_| async { Answer::deny("no rm") });
    let engine = Engine::builder()
        .function(deny.matcher("Bash"))
        .build()
        .unwrap();
    let notes = Notes::default();
    let gate = gate_of(&engine)
        .pre(notes.pre("named"))
        .post(notes.post("always"));
    let gated = gate.execute("Bash", json!({"command": "rm x"}), echo).await;
    assert_eq!(refused(&gated), ("guard", "no rm"));
    assert_eq!(
        gated.result_for_model().text,
        "PreToolUse: the tool call was refused by guard: no rm"
    );
    assert_eq!(notes.all(), ["post always refused"]);
    let other = gate.execute("Read", json!({}), echo).await;
    assert!(other.result.value().is_some());
}

#[tokio::test]
async fn an_agent_that_is_to_stop_starts_no_tool() {
    let stop = FunctionHook::new("PreToolUse", "stopper", |_| async {
        Answer::stop("enough")
    });
    let engine = Engine::builder().function(stop).build().unwrap();
    let gated = gate_of(&engine).execute("Read", json!({}), echo).await;
    assert_eq!(refused(&gated).1, "enough");
    assert_eq!(gated.stop.as_deref(), Some("enough"));
}

#[tokio::test]
async fn hooks_of_the_session_take_part_too() {
    let engine = Engine::builder().build().unwrap();
    let gate = gate_of(&engine);
    let session = engine.session("session");
    let id = session.add_function_unchecked(FunctionHook::new("PreToolUse", "later", |_| async {
        Answer::deny("added at run time")
    }));
    let gated = gate.execute("Read", json!({}), echo).await;
    assert_eq!(refused(&gated).1, "added at run time");
    session.remove_hook(&id);
    assert!(
        gate.execute("Read", json!({}), echo)
            .await
            .result
            .value()
            .is_some()
    );
}

#[tokio::test]
async fn mcp_tools_pass_through_the_same_gate() {
    let seen = Notes::default();
    let noted = seen.clone();
    let watch = FunctionHook::new("PreToolUse", "watch", move |call| {
        let fields = call.input.fields();
        let text = |key: &str| fields.text(key).unwrap_or_default().into_owned();
        noted.add(format!("{} {}", text("tool_name"), text("mcp_server")));
        async {}
    });
    let output = FunctionHook::new("PostToolUse", "redact", |_| async {
        let mut answer = Answer::default();
        answer.updated_tool_output = Some(json!("redacted").into());
        answer
    });
    let engine = Engine::builder()
        .function(watch.matcher("mcp__memory__.*"))
        .function(output.matcher("mcp__memory__.*"))
        .build()
        .unwrap();
    let call = ToolCall::mcp("memory", "store", json!({"text": "secret"})).tool_use_id("call-9");
    let gated = gate_of(&engine).call(call, echo).await;
    assert_eq!(seen.all(), ["mcp__memory__store memory"]);
    assert_eq!(gated.result, ToolResult::Done(json!("redacted").into()));
}

#[tokio::test]
async fn a_decision_that_is_deferred_is_the_hosts() {
    let defer = FunctionHook::new("PreToolUse", "later", |_| async {
        let mut answer = Answer::allow();
        answer.permission = Some(snaphook::answer::PermissionDecision::Defer);
        answer.permission_reason = Some("not mine".to_owned());
        answer
    });
    let engine = Engine::builder().function(defer).build().unwrap();
    let gated = gate_of(&engine).execute("Read", json!({}), echo).await;
    assert_eq!(
        gated.result,
        ToolResult::Deferred(Some("not mine".to_owned()))
    );
}

/// Answers questions with a key, once it is told to.
struct Person {
    asked: mpsc::UnboundedSender<Question>,
    think: Arc<Notify>,
    key: &'static str,
}

impl Approver for Person {
    fn ask(&self, question: Question) -> Pin<Box<dyn Future<Output = ApprovalReply> + Send + '_>> {
        Box::pin(async move {
            self.asked.send(question).unwrap();
            self.think.notified().await;
            ApprovalReply::Selected(self.key.to_owned())
        })
    }
}

fn person(key: &'static str) -> (Arc<Person>, mpsc::UnboundedReceiver<Question>, Arc<Notify>) {
    let (asked, questions) = mpsc::unbounded_channel();
    let think = Arc::new(Notify::new());
    let person = Person {
        asked,
        think: Arc::clone(&think),
        key,
    };
    (Arc::new(person), questions, think)
}

#[tokio::test]
async fn an_approval_waits_for_a_person_and_holds_nothing_else_up() {
    let (person, mut questions, think) = person("allow");
    let gate = bare_gate()
        .approver(person)
        .pre(ask_first("approval", |call| &*call.tool == "Bash"));
    let waiting = gate.execute("Bash", json!({"command": "make  deploy"}), echo);
    let others = async {
        let question = questions.recv().await.unwrap();
        assert_eq!(question.about.as_deref(), Some("Bash: make deploy"));
        assert_eq!(question.hook, "approval");
        for _ in 0..100 {
            let done = gate.execute("Read", json!({}), echo).await;
            assert!(done.result.value().is_some());
        }
        think.notify_one();
    };
    let both = async { tokio::join!(waiting, others).0 };
    let gated = tokio::time::timeout(HANG, both).await.unwrap();
    assert!(gated.result.value().is_some());
}

#[tokio::test]
async fn without_a_yes_a_call_that_needs_approval_is_refused() {
    let (no, mut questions, think) = person("deny");
    think.notify_one();
    let asks = || ask_first("approval", |_| true);
    let gated = bare_gate()
        .approver(no)
        .pre(asks())
        .execute("Bash", json!({}), echo)
        .await;
    assert_eq!(refused(&gated).1, "the tool call was not approved");
    assert_eq!(questions.try_recv().unwrap().options.len(), 2);
    let nobody = bare_gate()
        .pre(asks())
        .execute("Bash", json!({}), echo)
        .await;
    assert!(refused(&nobody).1.contains("nobody to ask"));
}

#[tokio::test]
async fn a_hook_that_says_ask_asks_the_hooks_of_permission_requests_then_a_person() {
    let ask = || FunctionHook::new("PreToolUse", "careful", |_| async { Answer::ask("sure?") });
    let engine = Engine::builder().function(ask()).build().unwrap();
    let nobody = gate_of(&engine).execute("Bash", json!({}), echo).await;
    assert_eq!(refused(&nobody).0, "the approver");

    let (yes, mut questions, think) = person("allow");
    think.notify_one();
    let gated = gate_of(&engine)
        .approver(yes)
        .execute("Bash", json!({}), echo)
        .await;
    assert!(gated.result.value().is_some());
    assert_eq!(questions.try_recv().unwrap().message, "sure?");

    let settings = json!({"hooks": {"PermissionRequest": [{"hooks": [fake(&[
        r#"say:{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow","updatedInput":{"command":"ls"}}}}"#
    ])]}]}});
    let engine = crate::common::builder()
        .settings_json(settings.to_string())
        .function(ask())
        .build()
        .unwrap();
    let gated = gate_of(&engine).execute("Bash", json!({}), echo).await;
    assert_eq!(gated.result.value(), Some(&json!({"command": "ls"})));
}

#[tokio::test]
async fn mutating_tools_need_an_intent() {
    let engine = Engine::builder().build().unwrap();
    let gate = gate_of(&engine).with_shipped_hooks();
    let session = engine.session("session");
    for (tool, needs) in [
        ("Edit", true),
        ("Write", true),
        ("Bash", true),
        ("mcp__memory__store", true),
        ("Read", false),
        ("WebFetch", false),
        ("Agent", false),
    ] {
        session.set_intent(None);
        let without = gate.execute(tool, json!({}), echo).await;
        assert_eq!(
            matches!(without.result, ToolResult::Denied(_)),
            needs,
            "{tool}"
        );
        session.set_intent(Some("tidy up".to_owned()));
        let with = gate.execute(tool, json!({}), echo).await;
        assert!(with.result.value().is_some(), "{tool}");
    }
    session.set_intent(Some("  ".to_owned()));
    assert_eq!(
        refused(&gate.execute("Edit", json!({}), echo).await).0,
        "require_intent"
    );
}

#[tokio::test]
async fn the_host_says_what_is_mutating() {
    let classes = ToolClasses::default()
        .with("mcp__memory__recall", ToolClass::Read)
        .with("deploy", ToolClass::Execute);
    let gate = bare_gate().pre(RequireIntent::new(classes).hook());
    for (tool, needs) in [("mcp__memory__recall", false), ("deploy", true)] {
        let gated = gate.execute(tool, json!({}), echo).await;
        assert_eq!(
            matches!(gated.result, ToolResult::Denied(_)),
            needs,
            "{tool}"
        );
    }
}

#[tokio::test]
async fn the_log_hook_gives_the_input_with_the_id() {
    let lines = Notes::default();
    let written = lines.clone();
    let gate = bare_gate().pre(log_tool_input(move |record| {
        written.add(serde_json::to_string(record).unwrap());
    }));
    let gated = gate.execute("Read", json!({"file_path": "/x"}), echo).await;
    let mut line: Value = serde_json::from_str(&lines.all()[0]).unwrap();
    assert!(line["time_ms"].as_u64() > Some(0));
    line.as_object_mut().unwrap().remove("time_ms");
    assert_eq!(
        line,
        json!({"invocation": gated.id, "event": "PreToolUse", "session": "session", "tool": "Read", "payload": {"file_path": "/x"}})
    );
}

#[tokio::test]
async fn results_and_errors_go_where_the_host_wants_them() {
    let told = Notes::default();
    let (results, errors) = (told.clone(), told.clone());
    let gate = bare_gate()
        .results(Arc::new(move |id: uuid::Uuid, result: &ToolResult| {
            results.add(format!("{} {}", id.get_version_num(), result.as_str()));
        }))
        .errors(Arc::new(move |_: uuid::Uuid, failure: &HookFailure| {
            errors.add(failure.to_string())
        }))
        .pre(PreHook::new("pusher", |call| async move {
            call.context.push_result(&ToolResult::Deferred(None));
            Err::<(), _>("could not look")
        }));
    let gated = gate.execute("Read", json!({}), echo).await;
    assert!(gated.result.value().is_some());
    assert_eq!(
        told.all(),
        ["7 deferred", "pusher: could not look", "7 done"]
    );
    assert_eq!(gated.failures.len(), 1);
}

#[tokio::test]
async fn a_tool_call_through_the_gate_breaks_a_row_of_blocked_stops() {
    let settings = json!({"stopHookBlockCap": 1, "hooks": {}});
    let block = FunctionHook::new("Stop", "again", |_| async { Answer::block("more") });
    let engine = crate::common::builder()
        .settings_json(settings.to_string())
        .function(block)
        .build()
        .unwrap();
    let session = engine.session("session");
    let gate = gate_of(&engine);
    for _ in 0..3 {
        assert!(session.execute(crate::common::stop()).await.blocked);
        gate.execute("Read", json!({}), echo).await;
    }
    assert!(session.execute(crate::common::stop()).await.blocked);
    assert!(!session.execute(crate::common::stop()).await.blocked);
}
