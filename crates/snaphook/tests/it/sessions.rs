//! Sessions: hooks that are added, hooks that run once, hooks that nobody
//! waits for, and what is left behind when it is over (nothing).

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::json;
use snaphook::{Answer, Engine, FunctionHook, Input, Session, SessionNotice};

use crate::common::*;

fn stop() -> Input {
    Input::parse(r#"{"hook_event_name":"Stop","stop_hook_active":false}"#).unwrap()
}

fn block_stop() -> FunctionHook {
    FunctionHook::new("Stop", "block", |_| async { Answer::block("go on") })
}

async fn run(session: &Session, input: Input) -> snaphook::Outcome {
    tokio::time::timeout(HANG, session.execute(input))
        .await
        .expect("the dispatch hangs")
}

async fn next(session: &Session) -> SessionNotice {
    tokio::time::timeout(HANG, session.next_notice())
        .await
        .expect("no notice comes")
}

fn background(hook: serde_json::Value) -> Engine {
    engine_with(&[hook])
}

#[tokio::test]
async fn session_hooks_come_after_configured_ones_in_the_order_added() {
    let engine = engine_with(&[json!({"command": "cat >/dev/null", "name": "configured"})]);
    let session = engine.session("a");
    let quiet = |name: &str| FunctionHook::new("PreToolUse", name, |_| async {});
    session.add_function(quiet("one"));
    let two = session.add_function(quiet("two"));
    session
        .add_hook(
            "PreToolUse",
            Some("Bash"),
            &json!({"command": "cat >/dev/null # three", "name": "three"}),
        )
        .unwrap();
    session.add_function(quiet("elsewhere").matcher("Write"));
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
        (json!({"type": "comand", "command": "x"}), "no hook type"),
        (
            json!({"type": "http", "url": "http://localhost"}),
            "cannot run hooks of type",
        ),
        (json!({"command": "x", "if": "Bash(git"}), "cannot be read"),
    ] {
        let error = session
            .add_hook("PreToolUse", None, &definition)
            .unwrap_err();
        assert!(error.contains(expected), "{error}");
    }
}

#[tokio::test]
async fn the_same_id_is_the_same_session_while_somebody_holds_it() {
    let engine = builder().build().unwrap();
    let session = engine.session("a");
    session.add_function(block_stop());
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
    session.add_function_then(block_stop(), |_| panic!("a block is no success"));
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
        Some("it was to run once, and has run")
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
async fn a_background_hook_does_not_make_the_agent_wait_and_is_heard_later() {
    let (_folder, file) = folder();
    let go = file("go");
    let answer = r#"{"systemMessage":"to the user","decision":"block","hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"to the model"}}"#;
    let steps = [format!("wait:{}", go.display()), format!("say:{answer}")];
    let steps: Vec<_> = steps.iter().map(String::as_str).collect();
    let session =
        background(fake_with(&steps, json!({"async": true, "name": "slow"}))).session("a");
    let outcome = run(&session, call(0)).await;
    assert_eq!(statuses(&outcome), ["background"]);
    assert!(!outcome.blocked && session.drain_notices().is_empty());
    std::fs::write(&go, "").unwrap();
    let notices = [next(&session).await, next(&session).await];
    assert_eq!(
        [&*notices[0].text, &*notices[1].text],
        ["to the model", "to the user"]
    );
    assert!(
        notices
            .iter()
            .all(|notice| !notice.wake && notice.name == "slow")
    );
    assert_eq!(notices[0].event.as_str(), "PreToolUse");
}

#[tokio::test]
async fn exit_2_wakes_the_model_only_for_a_hook_that_says_so() {
    let rewake = json!({"asyncRewake": true, "rewakeMessage": "The build broke:", "rewakeSummary": "build failed"});
    let session = background(fake_with(&["warn:line 3", "exit:2"], rewake)).session("a");
    run(&session, call(0)).await;
    let notice = next(&session).await;
    assert_eq!(notice.text, "The build broke:\nline 3");
    assert!(notice.wake);
    assert_eq!(notice.summary.as_deref(), Some("build failed"));

    let stdout = json!({"asyncRewake": true});
    let session = background(fake_with(&["say:on stdout", "exit:2"], stdout)).session("a");
    run(&session, call(0)).await;
    assert_eq!(next(&session).await.text, "on stdout");

    let session = background(fake_with(&["warn:x", "exit:2"], json!({"async": true}))).session("a");
    run(&session, call(0)).await;
    assert!(session.end(HANG).await.is_empty());
}

#[tokio::test]
async fn a_first_line_detaches_a_hook_and_only_its_rest_is_the_answer() {
    let (_folder, file) = folder();
    let go = file("go");
    let answer =
        r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"later"}}"#;
    // Both lines in one write, and a line that waits in between.
    for first in [
        "say:{\"async\": true}\nmore",
        "say:{\"async\": true, \"asyncTimeout\": 50}",
    ] {
        let _ = std::fs::remove_file(&go);
        let steps = [
            first.to_owned(),
            format!("wait:{}", go.display()),
            format!("say:{answer}"),
        ];
        let steps: Vec<_> = steps.iter().map(String::as_str).collect();
        let session = background(fake(&steps)).session("a");
        let outcome = run(&session, call(0)).await;
        assert_eq!(statuses(&outcome), ["background"]);
        std::fs::write(&go, "").unwrap();
        let notices = session.end(HANG).await;
        let texts: Vec<_> = notices.iter().map(|notice| notice.text.as_str()).collect();
        // With "more" in front the rest is text, which PreToolUse does not take.
        assert_eq!(
            texts,
            if first.contains("more") {
                vec![]
            } else {
                vec!["later"]
            }
        );
    }
}

#[tokio::test]
async fn a_detached_hook_has_its_own_timeout_and_does_not_wake() {
    let engine = background(fake(&[
        "say:{\"async\": true, \"asyncTimeout\": 0.1}",
        "hang",
    ]));
    let mut progress = engine.subscribe();
    let session = engine.session("a");
    assert_eq!(statuses(&run(&session, call(0)).await), ["background"]);
    let finished = async {
        loop {
            if let snaphook::Progress::Finished { entry, .. } = progress.recv().await.unwrap() {
                return entry;
            }
        }
    };
    let entry = tokio::time::timeout(HANG, finished).await.unwrap();
    assert_eq!(entry.status.as_str(), "timedOut");
    assert!(session.end(HANG).await.is_empty());
}

#[tokio::test]
async fn outside_a_session_background_hooks_are_waited_for() {
    let answer = r#"say:{"systemMessage":"done"}"#;
    let engine = background(fake_with(&[answer], json!({"async": true})));
    let outcome = fire(&engine, call(0)).await;
    assert_eq!(statuses(&outcome), ["background"]);
    assert_eq!(outcome.notices.len(), 1);
    assert_eq!(outcome.notices[0].text, "done");
    let session_engine = builder()
        .settings_json(json!({"hooks": {"PreToolUse": [{"hooks": [fake_with(&[answer], json!({"async": true}))]}]}}).to_string())
        .force_sync(true)
        .build()
        .unwrap();
    let outcome = run(&session_engine.session("a"), call(0)).await;
    assert_eq!(
        outcome.notices.len(),
        1,
        "a host that must wait for everything"
    );
}

#[tokio::test]
async fn observe_returns_at_once_and_its_hooks_belong_to_the_session() {
    let (_folder, file) = folder();
    let pid = file("pid");
    let steps = [
        format!("pid:{}", pid.display()),
        "say:ready".to_owned(),
        "hang".to_owned(),
    ];
    let steps: Vec<_> = steps.iter().map(String::as_str).collect();
    let engine = background(fake(&steps));
    let mut progress = engine.subscribe();
    let session = engine.session("a");
    session.observe(call(0));
    until_said(&mut progress, "ready").await;
    // A new prompt cancels nothing; the session does.
    run(
        &session,
        Input::parse(r#"{"hook_event_name":"UserPromptSubmit","prompt":"x"}"#).unwrap(),
    )
    .await;
    assert!(is_alive(pid_in(&pid)));
    session.cancel();
    session.end(HANG).await;
    engine.shutdown(Duration::ZERO).await;
    assert!(!is_alive(pid_in(&pid)));
}

#[tokio::test]
async fn dropping_a_session_ends_its_background_hooks() {
    let (_folder, file) = folder();
    let pid = file("pid");
    let steps = [
        format!("pid:{}", pid.display()),
        "say:ready".to_owned(),
        "hang".to_owned(),
    ];
    let steps: Vec<_> = steps.iter().map(String::as_str).collect();
    let engine = background(fake_with(&steps, json!({"async": true})));
    let mut progress = engine.subscribe();
    let session = engine.session("a");
    run(&session, call(0)).await;
    until_said(&mut progress, "ready").await;
    drop(session);
    engine.shutdown(HANG).await;
    assert!(!is_alive(pid_in(&pid)));
}

#[tokio::test]
async fn what_runs_is_shown_while_it_runs() {
    let (_folder, file) = folder();
    let go = file("go");
    let steps = ["say:ready".to_owned(), format!("wait:{}", go.display())];
    let steps: Vec<_> = steps.iter().map(String::as_str).collect();
    let engine = background(fake_with(
        &steps,
        json!({"statusMessage": "checking", "name": "slow"}),
    ));
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

/// A thousand at once: the cap holds, all finish, each notice arrives once,
/// and nothing is left.
#[tokio::test(flavor = "multi_thread")]
async fn a_burst_of_background_hooks_loses_nothing() {
    const BURST: usize = 1000;
    let (_folder, file) = folder();
    let marks = file("marks");
    std::fs::create_dir(&marks).unwrap();
    // Each hook counts how many run beside it, then says its number.
    let command = format!(
        "read -r input; mkdir '{0}/'$$; ls '{0}' | wc -l >> '{1}'; rmdir '{0}/'$$; echo \"$input\" | sed 's/.*\"number\":\\([0-9]*\\).*/{{\"systemMessage\":\"\\1\"}}/'",
        marks.display(),
        file("counts").display()
    );
    let settings =
        json!({"hooks": {"Notification": [{"hooks": [{"command": command, "async": true}]}]}});
    let engine = builder()
        .settings_json(settings.to_string())
        .max_background(4)
        .build()
        .unwrap();
    let session = engine.session("a");
    for number in 0..BURST {
        let input = json!({"hook_event_name": "Notification", "number": number, "cwd": std::env::temp_dir()});
        let outcome = session
            .execute(Input::parse(&input.to_string()).unwrap())
            .await;
        assert_eq!(statuses(&outcome), ["background"]);
    }
    let mut seen = BTreeSet::new();
    for _ in 0..BURST {
        let text = next(&session).await.text;
        assert!(seen.insert(text.clone()), "{text} came twice");
    }
    assert!(session.end(HANG).await.is_empty());
    assert_eq!(std::fs::read_dir(&marks).unwrap().count(), 0);
    let most = std::fs::read_to_string(file("counts")).unwrap();
    let most = most
        .lines()
        .filter_map(|line| line.trim().parse::<usize>().ok())
        .max();
    assert!(most.is_some_and(|most| most <= 4), "{most:?} ran at once");
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
    let id = session.add_function(FunctionHook::new("SessionStart", "w", move |_| {
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
    session.add_function(FunctionHook::new("SessionStart", "n", move |_| {
        let none = none.clone();
        async move { none }
    }));
    run(&session, session_start()).await;
    assert!(session.watched().is_empty());
}

#[tokio::test]
async fn notices_are_a_stream() {
    use futures_util::StreamExt;
    let answer = r#"say:{"systemMessage":"one"}"#;
    let session = background(fake_with(&[answer], json!({"async": true}))).session("a");
    run(&session, call(0)).await;
    run(&session, call(0)).await;
    let heard: Vec<_> = session
        .notices()
        .take(2)
        .map(|notice| notice.text)
        .collect()
        .await;
    assert_eq!(heard, ["one", "one"]);
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
