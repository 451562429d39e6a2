//! The runner: callbacks in a row, every answer in a list.

use std::future::pending;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use snaphook::answer::{Decision, PermissionDecision};
use snaphook::input::InputError;
use snaphook::runner::{Answered, CallbackAnswer};
use snaphook::{Answer, Group, Input, Runner, RunnerBuilder, RunnerError};
use tokio::time::sleep;
use tracing::Instrument;

use crate::recorder::Recorder;

fn call(tool: &str) -> Value {
    json!({"tool_name": tool, "tool_input": {}})
}

async fn fire(runner: &Runner, event: &str, input: Value) -> Vec<Answered> {
    runner.fire(event, input, None).await.unwrap()
}

/// Fires a call of Bash at these groups.
async fn answers(groups: impl IntoIterator<Item = Group>) -> Vec<Answered> {
    let on = |builder: RunnerBuilder, group| builder.on("PreToolUse", group);
    let runner = groups.into_iter().fold(Runner::builder(), on);
    fire(&runner.build().unwrap(), "PreToolUse", call("Bash")).await
}

fn names(answers: &[Answered]) -> Vec<&str> {
    answers.iter().map(|answered| &*answered.by).collect()
}

/// What one callback's JSON becomes; nothing when it was skipped.
async fn read(event: &str, json: Value) -> Option<CallbackAnswer> {
    let runner = Runner::builder()
        .on(
            event,
            Group::all().callback("one", move |_| {
                let json = json.clone();
                async { json }
            }),
        )
        .build()
        .unwrap();
    let mut answers = fire(&runner, event, json!({"tool_name": "Bash"})).await;
    answers.pop().map(|answered| answered.answer)
}

fn specific(field: &str, value: &str) -> Value {
    json!({"hookSpecificOutput": {"hookEventName": "PreToolUse", field: value}})
}

#[tokio::test]
async fn callbacks_run_in_array_order_and_every_answer_comes_back() {
    let ran = Arc::new(Mutex::new(Vec::new()));
    let note = |name: &'static str| {
        let ran = Arc::clone(&ran);
        move |_| {
            ran.lock().unwrap().push(name);
            async move { Answer::context(name) }
        }
    };
    let answers = answers([
        Group::all()
            .callback("a", note("a"))
            .callback("b", note("b")),
        Group::matching("Edit").callback("not", note("not")),
        Group::matching("Bash").callback("c", note("c")),
    ])
    .await;
    assert_eq!(*ran.lock().unwrap(), ["a", "b", "c"]);
    assert_eq!(names(&answers), ["a", "b", "c"]);
    let groups: Vec<_> = answers.iter().map(|answered| answered.group).collect();
    assert_eq!(groups, [0, 0, 2]);
    for answered in &answers {
        let context = answered.answer().unwrap().additional_context.as_deref();
        assert_eq!(context, Some(&*answered.by));
    }
}

#[tokio::test]
async fn a_callback_gets_the_input_with_its_event_and_the_tool_use_id() {
    let runner = Runner::builder()
        .on(
            "PreToolUse",
            Group::all().callback("echo", |call| async move {
                assert!(!call.stop.is_cancelled());
                let line = String::from_utf8(call.input.fields().to_line()).unwrap();
                Answer::context(format!("{line} {:?}", call.tool_use_id))
            }),
        )
        .build()
        .unwrap();
    for (id, shown) in [(Some("call-7"), "Some(\"call-7\")"), (None, "None")] {
        let answers = runner.fire("PreToolUse", call("Bash"), id).await.unwrap();
        let expected = format!(
            r#"{{"tool_name":"Bash","tool_input":{{}},"hook_event_name":"PreToolUse"}} {shown}"#
        );
        assert_eq!(
            answers[0].answer().unwrap().additional_context,
            Some(expected)
        );
    }
}

#[tokio::test]
async fn an_input_for_another_event_is_an_error() {
    let runner = Runner::builder().build().unwrap();
    let stop = || Input::parse(r#"{"hook_event_name":"Stop"}"#).unwrap();
    assert!(runner.fire("Stop", stop(), None).await.unwrap().is_empty());
    let error = runner.fire("PreToolUse", stop(), None).await.unwrap_err();
    assert!(matches!(error, InputError::OtherEvent { .. }), "{error}");
    let fields = stop().fields().clone();
    let error = runner.fire("PreToolUse", fields, None).await.unwrap_err();
    assert!(matches!(error, InputError::OtherEvent { .. }), "{error}");
    let error = runner.fire("Stop", json!([]), None).await.unwrap_err();
    assert!(matches!(error, InputError::NotAnObject(_)), "{error}");
}

#[tokio::test(start_paused = true)]
async fn a_groups_time_is_shared_and_the_next_group_has_its_own() {
    let after = |seconds| {
        move |_| async move {
            sleep(Duration::from_secs(seconds)).await;
        }
    };
    let group = || Group::all().timeout(Duration::from_secs(5));
    let answers = answers([
        // Each would be in time by itself.
        group()
            .callback("in time", after(3))
            .callback("too late", after(3))
            .callback("skipped", |_| async {}),
        group().callback("next group", after(4)),
        group().callback("never", |_| pending::<()>()),
        group().callback("last group", |_| async {}),
    ])
    .await;
    assert_eq!(names(&answers), ["in time", "next group", "last group"]);
}

#[tokio::test(start_paused = true)]
async fn a_group_without_a_timeout_has_its_events_default() {
    for (event, seconds, in_time) in [
        ("UserPromptSubmit", 29, true),
        ("UserPromptSubmit", 31, false),
        ("PreToolUse", 599, true),
        ("PreToolUse", 601, false),
    ] {
        let group = Group::all().callback("slow", move |_| sleep(Duration::from_secs(seconds)));
        let runner = Runner::builder().on(event, group).build().unwrap();
        let ran = !fire(&runner, event, json!({})).await.is_empty();
        assert_eq!(ran, in_time, "{event} after {seconds} s");
    }
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_is_there_counts_and_the_rest_of_its_group_is_late() {
    let group = Group::all()
        .timeout(Duration::from_secs(1))
        // As if it had computed that long without a pause.
        .callback("busy", |_| async {
            tokio::time::advance(Duration::from_secs(2)).await;
            Answer::deny("no")
        })
        .callback("skipped", |_| async {});
    assert_eq!(names(&answers([group]).await), ["busy"]);
}

#[tokio::test(start_paused = true)]
async fn a_timeout_beyond_every_clock_is_none() {
    let group = Group::all().timeout(Duration::MAX);
    let answers = answers([group.callback("patient", |_| sleep(Duration::from_secs(9)))]).await;
    assert_eq!(names(&answers), ["patient"]);
}

#[tokio::test(start_paused = true)]
async fn errors_panics_and_late_ones_are_logged_and_skipped() {
    let recorder = Recorder::listen();
    let group = || Group::all().timeout(Duration::from_secs(1));
    let row = answers([
        group()
            .callback("error", |_| async { Err::<Answer, _>("broken") })
            .callback("panic", |call| async move {
                assert!(call.input.event().is_custom(), "a panic in a callback");
            })
            .callback("early panic", |call| {
                assert!(call.input.event().is_custom(), "a panic before the future");
                async {}
            })
            .callback("ok", |_| async {})
            .callback("late", |_| pending::<()>())
            .callback("skipped", |_| async {}),
        group().callback("last", |_| async { Ok::<_, String>(Answer::allow()) }),
    ]);
    let answers = row.instrument(tracing::info_span!("row")).await;
    assert_eq!(names(&answers), ["ok", "last"]);
    assert_eq!(
        recorder.spans()[0].events,
        [
            "callback failed",
            "callback failed",
            "callback failed",
            "callback failed",
            "callback skipped"
        ]
    );
}

#[tokio::test]
async fn a_panic_in_what_a_late_callback_holds_stays_inside() {
    struct Bomb;
    impl Drop for Bomb {
        fn drop(&mut self) {
            assert!(std::thread::panicking(), "a panic in a destructor");
        }
    }
    tokio::time::pause();
    let late = Group::all()
        .timeout(Duration::from_secs(1))
        .callback("bomb", |_| async {
            let _bomb = Bomb;
            pending::<()>().await;
        });
    let next = Group::all().callback("next", |_| async {});
    assert_eq!(names(&answers([late, next]).await), ["next"]);
}

#[tokio::test]
async fn continue_false_ends_the_row_also_for_later_groups() {
    let more = || Group::all().callback("more", |_| async {});
    let typed = Group::all()
        .callback("first", |_| async { Answer::deny("a deny ends nothing") })
        .callback("stop", |_| async { Answer::stop("enough") })
        .callback("not", |_| async {});
    assert_eq!(names(&answers([typed, more()]).await), ["first", "stop"]);
    let json = Group::all().callback("stop", |_| async { json!({"continue": false}) });
    assert_eq!(names(&answers([json, more()]).await), ["stop"]);
}

#[tokio::test(start_paused = true)]
async fn a_callback_whose_time_is_up_is_told() {
    let token = Arc::new(Mutex::new(None));
    let keep = Arc::clone(&token);
    let group = Group::all()
        .timeout(Duration::from_secs(1))
        .callback("listener", move |call| {
            *keep.lock().unwrap() = Some(call.stop);
            pending::<()>()
        });
    assert!(answers([group]).await.is_empty());
    assert!(token.lock().unwrap().as_ref().unwrap().is_cancelled());
}

#[tokio::test]
async fn dropping_what_was_fired_cancels_the_callback_that_runs_alone() {
    let tokens = Arc::new(Mutex::new(Vec::new()));
    let (first, second) = (Arc::clone(&tokens), Arc::clone(&tokens));
    let (started, starts) = tokio::sync::oneshot::channel();
    let started = Mutex::new(Some(started));
    let group = Group::all()
        .callback("goes on", move |call| {
            first.lock().unwrap().push(call.stop);
            async { CallbackAnswer::Async { timeout: None } }
        })
        .callback("runs", move |call| {
            second.lock().unwrap().push(call.stop);
            started.lock().unwrap().take().unwrap().send(()).unwrap();
            pending::<()>()
        });
    let runner = Runner::builder().on("Stop", group).build().unwrap();
    let fired = tokio::spawn(async move { fire(&runner, "Stop", json!({})).await });
    starts.await.unwrap();
    fired.abort();
    assert!(fired.await.unwrap_err().is_cancelled());
    let cancelled: Vec<_> = tokens
        .lock()
        .unwrap()
        .iter()
        .map(snaphook::CancellationToken::is_cancelled)
        .collect();
    assert_eq!(cancelled, [false, true]);
}

#[tokio::test]
async fn an_async_answer_is_in_the_list_and_decides_nothing() {
    for (json, expected) in [
        (json!({"async": true}), None),
        (json!({"async": true, "asyncTimeout": null}), None),
        (json!({"async": true, "asyncTimeout": 1.5}), Some(1.5)),
        (
            json!({"async": true, "asyncTimeout": 90, "systemMessage": "x"}),
            Some(90.0),
        ),
    ] {
        let timeout = expected.map(Duration::from_secs_f64);
        let detached = CallbackAnswer::Async { timeout };
        assert_eq!(
            read("PreToolUse", json.clone()).await,
            Some(detached),
            "{json}"
        );
    }
    for wrong in [
        json!({"async": "yes"}),
        json!({"async": true, "asyncTimeout": "1"}),
        json!({"async": true, "asyncTimeout": 0}),
        json!({"async": true, "asyncTimeout": -1}),
        json!({"async": true, "asyncTimeout": 1e300}),
    ] {
        assert_eq!(read("PreToolUse", wrong.clone()).await, None, "{wrong}");
    }
    let said = json!({"async": false, "asyncTimeout": "not looked at"});
    let empty = CallbackAnswer::from(Answer::default());
    assert_eq!(read("PreToolUse", said).await, Some(empty));
}

#[tokio::test]
async fn json_is_read_in_the_protocols_shape() {
    for (json, expected) in [
        (json!({}), Answer::default()),
        (json!(null), Answer::default()),
        (json!({"mine": 1, "reason": null}), Answer::default()),
        (specific("permissionDecision", "allow"), Answer::allow()),
        (
            json!({"decision": "block", "reason": "no"}),
            Answer::block("no"),
        ),
        (
            json!({"continue": false, "stopReason": "no"}),
            Answer::stop("no"),
        ),
        (specific("additionalContext", "hi"), Answer::context("hi")),
        // Not honoured on this event, so not even checked.
        (specific("worktreePath", "/w"), Answer::default()),
    ] {
        let answer = read("PreToolUse", json.clone()).await;
        assert_eq!(answer, Some(expected.into()), "{json}");
    }
    let go_on = CallbackAnswer::go_on(Answer::default());
    assert_eq!(read("Stop", json!({"continue": true})).await, Some(go_on));
}

#[tokio::test]
async fn json_that_does_not_fit_is_skipped() {
    for wrong in [
        json!("allow"),
        json!([]),
        json!(true),
        json!({"continue": "no"}),
        json!({"systemMessage": 5}),
        json!({"decision": "perhaps"}),
        specific("permissionDecision", "perhaps"),
        json!({"hookSpecificOutput": {"hookEventName": "Stop", "permissionDecision": "allow"}}),
    ] {
        assert_eq!(read("PreToolUse", wrong.clone()).await, None, "{wrong}");
    }
}

#[tokio::test]
async fn nothing_beside_a_deny_can_void_it() {
    for beside in [
        json!({"systemMessage": 5}),
        json!({"async": true}),
        json!({"async": "yes"}),
        json!({"async": true, "asyncTimeout": "soon"}),
    ] {
        let mut json = json!({"decision": "block", "reason": "no", "suppressOutput": true});
        for (key, value) in beside.as_object().unwrap() {
            json[key] = value.clone();
        }
        let denial = Some(Answer::block("no").into());
        assert_eq!(read("PreToolUse", json.clone()).await, denial, "{json}");
    }
    let wrong_event = json!({"hookSpecificOutput":
        {"hookEventName": "Stop", "permissionDecision": "deny", "updatedInput": {}}});
    let answer = read("PreToolUse", wrong_event).await;
    let Some(CallbackAnswer::Answer { answer, .. }) = answer else {
        panic!("{answer:?}");
    };
    assert_eq!(answer.permission, Some(PermissionDecision::Deny));
    assert_eq!(answer.updated_input, None);
}

#[tokio::test]
async fn typed_answers_are_held_to_their_event_too() {
    let runner = Runner::builder()
        .on(
            "Stop",
            Group::all().callback("odd", |_| async {
                let mut answer = Answer::block("more to do");
                answer.permission = Some(PermissionDecision::Allow);
                CallbackAnswer::go_on(answer)
            }),
        )
        .build()
        .unwrap();
    let answers = fire(&runner, "Stop", json!({})).await;
    let answer = answers[0].answer().unwrap();
    assert_eq!(
        (answer.decision, answer.permission),
        (Some(Decision::Block), None)
    );
    assert!(answers[0].goes_on());
}

#[tokio::test]
async fn matchers_are_names_globs_or_expressions() {
    for (matcher, tool, expected) in [
        ("", "Bash", true),
        ("*", "Bash", true),
        ("Bash", "Bash", true),
        ("Bash", "BashOutput", false),
        ("Edit, Write", "Write", true),
        // Globs: the whole name.
        ("mcp__*", "mcp__memory__read", true),
        ("mcp__*", "my_mcp__memory", false),
        ("mcp__*", "mcp_", false),
        ("mcp__memory__*", "mcp__files__read", false),
        ("Edit|mcp__*", "mcp__memory__read", true),
        ("Edit|mcp__*", "Edit", true),
        ("Edit|mcp__*", "MultiEdit", false),
        ("Edit | *Read|", "NotebookRead", true),
        ("*Edit", "MultiEdit", true),
        ("Rea?", "Read", true),
        ("Rea?", "Rea", false),
        // Expressions: found anywhere.
        ("mcp__.*", "mcp__memory__read", true),
        ("mcp__.*", "my_mcp__memory", true),
        ("^(Edit|Write)$", "Write", true),
        ("^Edit*$", "Edi", true),
        // Other names of the same tool.
        ("Task", "Agent", true),
        ("Tas?", "Agent", true),
        ("^Task$", "Agent", true),
        ("She*", "Bash", true),
        ("She*", "Edit", false),
    ] {
        let runner = Runner::builder()
            .tool_alias("Bash", "Shell")
            .on(
                "PreToolUse",
                Group::matching(matcher).callback("it", |_| async {}),
            )
            .build()
            .unwrap();
        let ran = !fire(&runner, "PreToolUse", call(tool)).await.is_empty();
        assert_eq!(ran, expected, "{matcher} on {tool}");
    }
}

#[tokio::test]
async fn a_value_that_is_missing_or_no_string_is_only_for_those_who_take_all() {
    for input in [json!({}), json!({"tool_name": ""}), json!({"tool_name": 5})] {
        let runner = Runner::builder()
            .on(
                "PreToolUse",
                Group::matching("**").callback("glob", |_| async {}),
            )
            .on(
                "PreToolUse",
                Group::matching(".").callback("expression", |_| async {}),
            )
            .on(
                "PreToolUse",
                Group::matching("*").callback("all", |_| async {}),
            )
            .build()
            .unwrap();
        let answers = fire(&runner, "PreToolUse", input.clone()).await;
        assert_eq!(names(&answers), ["all"], "{input}");
    }
}

#[tokio::test]
async fn other_events_match_on_their_own_field_and_know_no_tools() {
    let runner = Runner::builder()
        .on(
            "Deploy",
            Group::matching("prod-*|Task").callback("it", |_| async {}),
        )
        // Nothing to match on: the matcher is ignored, as in settings.
        .on("Stop", Group::matching("Bash").callback("it", |_| async {}))
        // File names and dashes: not the set of names, so an expression.
        .on(
            "FileChanged",
            Group::matching("a-b*").callback("it", |_| async {}),
        )
        .build()
        .unwrap();
    for (event, input, expected) in [
        ("Deploy", json!({"matcher_value": "prod-eu"}), 1),
        ("Deploy", json!({"matcher_value": "test"}), 0),
        ("Deploy", json!({"matcher_value": "Agent"}), 0),
        ("Stop", json!({}), 1),
        ("FileChanged", json!({"file_path": "/p/xa-"}), 1),
        ("FileChanged", json!({"file_path": "/p/ab"}), 0),
    ] {
        let ran = fire(&runner, event, input.clone()).await.len();
        assert_eq!(ran, expected, "{event} {input}");
    }
}

#[test]
fn has_tells_whether_anything_could_run() {
    let runner = Runner::builder()
        .on(
            "PreToolUse",
            Group::matching("Bash").callback("it", |_| async {}),
        )
        .on("Stop", Group::all())
        .build()
        .unwrap();
    assert!(runner.has("PreToolUse"));
    assert!(!runner.has("Stop"), "a group without callbacks");
    assert!(!runner.has("SessionEnd"));
}

#[test]
fn what_would_never_run_is_an_error_at_registration() {
    let error = |event: &str, group: Group| {
        let first = Group::all().callback("fine", |_| async {});
        let builder = Runner::builder().on("PreToolUse", first).on(event, group);
        builder.build().unwrap_err()
    };
    let misspelt = error("PreTolUse", Group::all());
    assert!(matches!(
        misspelt,
        RunnerError::Event {
            near: "PreToolUse",
            ..
        }
    ));
    assert!(misspelt.to_string().contains("did you mean `PreToolUse`?"));
    let broken = error("PreToolUse", Group::matching("mcp__(*"));
    assert!(matches!(broken, RunnerError::Matcher { group: 1, .. }));
    let words = broken.to_string();
    assert!(
        words.contains("`mcp__(*` of group 1 of `PreToolUse`"),
        "{words}"
    );
    let timeless = error("PreToolUse", Group::all().timeout(Duration::ZERO));
    assert!(matches!(timeless, RunnerError::Timeout { group: 1, .. }));
}

#[tokio::test]
async fn rows_of_one_runner_run_at_the_same_time() {
    let meeting = Arc::new(tokio::sync::Barrier::new(2));
    let group = Group::all().callback("meets", move |_| {
        let meeting = Arc::clone(&meeting);
        async move {
            meeting.wait().await;
        }
    });
    let runner = Runner::builder().on("Stop", group).build().unwrap();
    let twin = runner.clone();
    let both = tokio::join!(
        fire(&runner, "Stop", json!({})),
        fire(&twin, "Stop", json!({}))
    );
    assert_eq!((both.0.len(), both.1.len()), (1, 1));
}
