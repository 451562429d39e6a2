//! Sessions: hooks that are added, hooks that run once, what is remembered.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;
use snaphook::{Answer, FunctionHook, Input, KeptVariable};

use crate::common::*;

fn block_stop() -> FunctionHook {
    FunctionHook::new("Stop", "block", |_| async { Answer::block("go on") })
}

#[tokio::test]
async fn session_hooks_come_after_configured_ones_in_the_order_added() {
    let engine = engine_with(&[json!({"command": "cat >/dev/null", "name": "configured"})]);
    let session = engine.session("a");
    let quiet = |name: &str| FunctionHook::new("PreToolUse", name, |_| async {});
    session.add_function_unchecked(quiet("one"));
    let two = session.add_function_unchecked(quiet("two"));
    session
        .add_hook(
            "PreToolUse",
            Some("Bash"),
            &json!({"command": "cat >/dev/null # three", "name": "three"}),
        )
        .unwrap();
    session.add_function_unchecked(quiet("elsewhere").matcher("Write"));
    let names = |outcome: &snaphook::Outcome| {
        let names: Vec<_> = outcome
            .hooks
            .iter()
            .map(|entry| entry.name.clone())
            .collect();
        names.join(" ")
    };
    let outcome = run(&session, call(0)).await;
    assert_eq!(names(&outcome), "configured one two three");
    assert_eq!(
        serde_json::to_value(outcome.hooks[1].scope).unwrap(),
        "session"
    );
    assert!(session.remove_hook(&two));
    assert!(!session.remove_hook(&two));
    assert_eq!(names(&run(&session, call(0)).await), "configured one three");
    // Another session, also a subagent's, sees none of them.
    assert_eq!(
        names(&run(&session.child("b"), call(0)).await),
        "configured"
    );
    session.clear_hooks();
    assert_eq!(names(&run(&session, call(0)).await), "configured");
}

#[tokio::test]
async fn a_definition_that_cannot_work_is_refused() {
    let session = builder().build().unwrap().session("a");
    for (definition, expected) in [
        (
            json!({"type": "comand", "command": "x"}),
            "did you mean `command`?",
        ),
        (
            json!({"type": "function", "command": "x"}),
            "unknown hook type",
        ),
        (
            json!({"command": "x", "if": "Bash(git"}),
            "invalid condition",
        ),
    ] {
        let error = session
            .add_hook("PreToolUse", None, &definition)
            .unwrap_err()
            .to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[tokio::test]
async fn the_same_id_is_the_same_session_while_somebody_holds_it() {
    let engine = builder().build().unwrap();
    let session = engine.session("a");
    session.add_function_unchecked(block_stop());
    assert!(run(&engine.session("a"), stop()).await.blocked);
    drop(session);
    assert!(
        !run(&engine.session("a"), stop()).await.blocked,
        "it ended with its last handle"
    );
}

#[tokio::test]
async fn a_success_is_told() {
    let session = builder().build().unwrap().session("a");
    let told = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&told);
    let quiet = FunctionHook::new("Stop", "quiet", |_| async {});
    session.add_function_then(quiet, move |entry| {
        assert_eq!(entry.name, "quiet");
        count.fetch_add(1, Ordering::SeqCst);
    });
    session.add_function_then(block_stop(), |_| panic!("a block is not a success"));
    run(&session, stop()).await;
    run(&session, stop()).await;
    assert_eq!(told.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn once_means_one_success_in_a_session() {
    let (_folder, file) = folder();
    let marker = file("ready");
    let command = format!("[ -e '{}' ] || exit 1", marker.display());
    let engine = engine_with(&[json!({"command": command, "once": true})]);
    let session = engine.session("a");
    assert_eq!(
        statuses(&run(&session, call(0)).await),
        ["failed"],
        "a failure keeps it"
    );
    std::fs::write(&marker, "").unwrap();
    assert_eq!(statuses(&run(&session, call(0)).await), ["success"]);
    let outcome = run(&session, call(0)).await;
    assert_eq!(statuses(&outcome), ["skipped"]);
    assert_eq!(
        outcome.hooks[0].skip_reason,
        Some("it runs once, and has run")
    );
    assert_eq!(
        statuses(&run(&engine.session("b"), call(0)).await),
        ["success"]
    );
}

#[tokio::test]
async fn a_stop_goes_through_after_so_many_blocks_in_a_row() {
    let session = builder()
        .function(block_stop())
        .build()
        .unwrap()
        .session("a");
    for _ in 0..8 {
        assert!(run(&session, stop()).await.blocked);
    }
    let ninth = run(&session, stop()).await;
    assert!(!ninth.blocked && ninth.block_reason.is_none());
    assert_eq!(ninth.diagnostics[0].code, "stop-cap");
    assert_eq!(
        statuses(&ninth),
        ["blocked"],
        "its answer stands in its entry"
    );
    // A tool call starts the count anew.
    run(&session, call(0)).await;
    assert!(run(&session, stop()).await.blocked);
}

#[tokio::test]
async fn settings_move_the_cap_or_take_it_away() {
    let session = |cap: u32| {
        let settings = json!({ "stopHookBlockCap": cap }).to_string();
        let builder = builder().settings_json(settings).function(block_stop());
        builder.build().unwrap().session("a")
    };
    let two = session(2);
    let blocked = [
        run(&two, stop()).await.blocked,
        run(&two, stop()).await.blocked,
        run(&two, stop()).await.blocked,
    ];
    assert_eq!(blocked, [true, true, false]);
    let none = session(0);
    for _ in 0..20 {
        assert!(run(&none, stop()).await.blocked);
    }
}

#[tokio::test]
async fn what_runs_is_shown_while_it_runs() {
    let (_folder, file) = folder();
    let go = file("go");
    let steps = ["say:ready".to_owned(), format!("wait:{}", go.display())];
    let steps: Vec<_> = steps.iter().map(String::as_str).collect();
    let engine = engine_with(&[fake_with(
        &steps,
        json!({"statusMessage": "checking", "name": "slow"}),
    )]);
    let mut progress = engine.subscribe();
    let session = engine.session("a");
    let mut status = session.status();
    assert!(status.borrow_and_update().is_empty());
    let watch = async {
        until_said(&mut progress, "ready").await;
        let now = status.borrow_and_update().clone();
        assert_eq!(now.len(), 1);
        assert_eq!(
            (now[0].name.as_str(), now[0].status_message.as_deref()),
            ("slow", Some("checking"))
        );
        std::fs::write(&go, "").unwrap();
    };
    tokio::join!(run(&session, call(0)), watch);
    assert!(status.borrow().is_empty());
}

#[tokio::test]
async fn an_intent_is_remembered() {
    let session = builder().build().unwrap().session("a");
    assert_eq!(session.intent(), None);
    session.set_intent(Some("refactor".to_owned()));
    assert_eq!(session.clone().intent().as_deref(), Some("refactor"));
    session.set_intent(None);
    assert_eq!(session.intent(), None);
}

fn session_start() -> Input {
    Input::parse(r#"{"hook_event_name":"SessionStart","source":"startup"}"#).unwrap()
}

#[tokio::test]
async fn what_a_hook_writes_into_its_environment_file_is_the_sessions() {
    let settings = json!({"hooks": {
        "SessionStart": [{"hooks": [
            {"command": "echo 'export A=\"one two\"' >> \"$CLAUDE_ENV_FILE\"; echo 'P=$PATH:/x' >> \"$SNAPHOOK_ENV_FILE\""},
            {"command": "echo B=2 > \"$CLAUDE_ENV_FILE\"; echo 'touch /tmp/never' >> \"$CLAUDE_ENV_FILE\"; echo A=last >> \"$CLAUDE_ENV_FILE\""},
        ]}],
        "Stop": [{"hooks": [{"command": "echo \"$A-$B-${CLAUDE_ENV_FILE-none}\" >&2; exit 2"}]}],
    }});
    let temp = tempfile::tempdir().unwrap();
    let context = snaphook::Context::from_process()
        .project_dir(std::env::temp_dir())
        .temp_dir(temp.path());
    let engine = builder()
        .context(context)
        .settings_json(settings.to_string())
        .build()
        .unwrap();
    let session = engine.session("a");
    let outcome = run(&session, session_start()).await;
    assert_eq!(statuses(&outcome), ["success", "success"]);
    assert_eq!(outcome.diagnostics[0].code, "env-file-line");
    assert!(
        outcome.diagnostics[0].message.starts_with("line 2 "),
        "{outcome:?}"
    );
    assert_eq!(session.env()["A"], "last", "in configured order");
    assert!(session.env()["P"].ends_with(":/x") && session.env()["P"].len() > 3);
    let outcome = run(&session, stop()).await;
    assert_eq!(outcome.block_reason.as_deref(), Some("last-2-none"));
    assert!(engine.session("b").env().is_empty());
    assert_eq!(
        std::fs::read_dir(temp.path()).unwrap().count(),
        0,
        "the files are gone"
    );
}

#[tokio::test]
async fn what_is_to_be_watched_is_remembered_and_replaced() {
    let watch = |paths: &[&str]| {
        let paths: Vec<_> = paths.iter().map(|path| (*path).to_owned()).collect();
        let mut answer = Answer::default();
        answer.watch_paths = Some(paths);
        answer
    };
    let session = builder().build().unwrap().session("a");
    let first = watch(&["/a", "/b"]);
    let id = session.add_function_unchecked(FunctionHook::new("SessionStart", "w", move |_| {
        let first = first.clone();
        async move { first }
    }));
    run(&session, session_start()).await;
    assert_eq!(session.watched(), ["/a", "/b"]);
    run(&session, stop()).await;
    assert_eq!(
        session.watched().len(),
        2,
        "an event that says nothing changes nothing"
    );
    session.remove_hook(&id);
    let none = watch(&[]);
    session.add_function_unchecked(FunctionHook::new("SessionStart", "n", move |_| {
        let none = none.clone();
        async move { none }
    }));
    run(&session, session_start()).await;
    assert!(session.watched().is_empty());
}

#[tokio::test]
async fn a_session_can_be_kept_and_taken_up_again() {
    let engine = engine_with(&[json!({"command": "true", "once": true})]);
    let session = engine.session("a");
    run(&session, call(0)).await;
    session.set_intent(Some("x".to_owned()));
    let kept = serde_json::to_string(&session.memory()).unwrap();
    drop(session);
    let session = engine.session("a");
    session.remember(serde_json::from_str(&kept).unwrap());
    assert_eq!(statuses(&run(&session, call(0)).await), ["skipped"]);
    assert_eq!(session.intent().as_deref(), Some("x"));
}

#[tokio::test]
async fn long_texts_go_with_the_session() {
    let state = tempfile::tempdir().unwrap();
    let context = snaphook::Context::from_process().state_dir(state.path());
    let long = FunctionHook::new("Stop", "long", |_| async {
        Answer::block("x".repeat(20_000))
    });
    let engine = builder().context(context).function(long).build().unwrap();
    let session = engine.session("test");
    let input = json!({"hook_event_name": "Stop", "session_id": "test"});
    let outcome = run(&session, Input::parse(&input.to_string()).unwrap()).await;
    let file = std::path::PathBuf::from(&outcome.spilled[0].path);
    assert!(file.exists());
    session.end(HANG).await;
    assert!(!file.exists());
}

#[tokio::test]
async fn an_environment_file_that_became_a_pipe_does_not_hang() {
    let settings = json!({"hooks": {"SessionStart": [{"hooks": [
        {"command": "rm \"$CLAUDE_ENV_FILE\"; mkfifo \"$CLAUDE_ENV_FILE\""}]}]}});
    let engine = builder()
        .settings_json(settings.to_string())
        .build()
        .unwrap();
    assert_eq!(statuses(&fire(&engine, session_start()).await), ["success"]);
}

#[test]
fn a_slow_process_does_not_take_back_what_a_faster_one_remembered() {
    let memory = |stops: u32, env: &[(&str, &str)]| snaphook::SessionMemory {
        blocked_stops: stops,
        env: env
            .iter()
            .map(|(n, v)| ((*n).to_owned(), KeptVariable::Old((*v).to_owned())))
            .collect(),
        ..Default::default()
    };
    let before = memory(0, &[("A", "1"), ("B", "1")]);
    let mut kept = memory(3, &[("A", "2"), ("B", "1")]);
    kept.take_changes(&before, memory(0, &[("A", "1"), ("B", "9")]));
    assert_eq!(kept, memory(3, &[("A", "2"), ("B", "9")]));
}
