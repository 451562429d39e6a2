//! The runner: callbacks in a row, every answer in a list.
#![cfg(test)]

mod answers;
mod helpers;
mod matching;

use std::future::pending;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use snaphook_core::answer::Answer;
use snaphook_core::input::Input;
use snaphook_core::input::InputError;
use snaphook_runner::{CallbackAnswer, CallbackReply};
use snaphook_runner::{CallbackGroup, Runner, RunnerBuilder};
use tokio::time::sleep;
use tracing::Instrument;

use snaphook_testkit::spans::SpanRecorder;

fn call(tool: &str) -> Value {
    json!({"tool_name": tool, "tool_input": {}})
}

async fn fire(runner: &Runner, event: &str, input: Value) -> Vec<CallbackReply> {
    runner.fire(event, input, None).await.unwrap()
}

/// Fires a call of Bash at these groups.
async fn answers(groups: impl IntoIterator<Item = CallbackGroup>) -> Vec<CallbackReply> {
    let on = |builder: RunnerBuilder, group| builder.on("PreToolUse", group);
    let runner = groups.into_iter().fold(Runner::builder(), on);
    fire(&runner.build().unwrap(), "PreToolUse", call("Bash")).await
}

fn names(answers: &[CallbackReply]) -> Vec<&str> {
    answers.iter().map(|answered| &*answered.by).collect()
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
        CallbackGroup::all()
            .callback("a", note("a"))
            .callback("b", note("b")),
        CallbackGroup::matching("Edit").callback("not", note("not")),
        CallbackGroup::matching("Bash").callback("c", note("c")),
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
            CallbackGroup::all().callback("echo", |call| async move {
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
    let group = || CallbackGroup::all().timeout(Duration::from_secs(5));
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
        let group =
            CallbackGroup::all().callback("slow", move |_| sleep(Duration::from_secs(seconds)));
        let runner = Runner::builder().on(event, group).build().unwrap();
        let ran = !fire(&runner, event, json!({})).await.is_empty();
        assert_eq!(ran, in_time, "{event} after {seconds} s");
    }
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_is_there_counts_and_the_rest_of_its_group_is_late() {
    let group = CallbackGroup::all()
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
    let group = CallbackGroup::all().timeout(Duration::MAX);
    let answers = answers([group.callback("patient", |_| sleep(Duration::from_secs(9)))]).await;
    assert_eq!(names(&answers), ["patient"]);
}

#[tokio::test(start_paused = true)]
async fn errors_panics_and_late_ones_are_logged_and_skipped() {
    let recorder = SpanRecorder::listen();
    let group = || CallbackGroup::all().timeout(Duration::from_secs(1));
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
    struct PanicsWhenDropped;
    impl Drop for PanicsWhenDropped {
        fn drop(&mut self) {
            assert!(std::thread::panicking(), "a panic in a destructor");
        }
    }
    tokio::time::pause();
    let late = CallbackGroup::all()
        .timeout(Duration::from_secs(1))
        .callback("bomb", |_| async {
            let _bomb = PanicsWhenDropped;
            pending::<()>().await;
        });
    let next = CallbackGroup::all().callback("next", |_| async {});
    assert_eq!(names(&answers([late, next]).await), ["next"]);
}

#[tokio::test]
async fn continue_false_ends_the_row_also_for_later_groups() {
    let more = || CallbackGroup::all().callback("more", |_| async {});
    let typed = CallbackGroup::all()
        .callback("first", |_| async { Answer::deny("a deny ends nothing") })
        .callback("stop", |_| async { Answer::stop("enough") })
        .callback("not", |_| async {});
    assert_eq!(names(&answers([typed, more()]).await), ["first", "stop"]);
    let json = CallbackGroup::all().callback("stop", |_| async { json!({"continue": false}) });
    assert_eq!(names(&answers([json, more()]).await), ["stop"]);
}

#[tokio::test(start_paused = true)]
async fn a_callback_whose_time_is_up_is_told() {
    let token = Arc::new(Mutex::new(None));
    let keep = Arc::clone(&token);
    let group = CallbackGroup::all()
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
    let group = CallbackGroup::all()
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
        .map(tokio_util::sync::CancellationToken::is_cancelled)
        .collect();
    assert_eq!(cancelled, [false, true]);
}

#[test]
fn has_tells_whether_anything_could_run() {
    let runner = Runner::builder()
        .on(
            "PreToolUse",
            CallbackGroup::matching("Bash").callback("it", |_| async {}),
        )
        .on("Stop", CallbackGroup::all())
        .build()
        .unwrap();
    assert!(runner.has("PreToolUse"));
    assert!(!runner.has("Stop"), "a group without callbacks");
    assert!(!runner.has("SessionEnd"));
}

#[tokio::test]
async fn rows_of_one_runner_run_at_the_same_time() {
    let meeting = Arc::new(tokio::sync::Barrier::new(2));
    let group = CallbackGroup::all().callback("meets", move |_| {
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
