//! Hooks that nobody waits for, and what they have to say later.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::json;
use snaphook::{Engine, Input, Session, SessionNotice};

use crate::common::*;

async fn next(session: &Session) -> SessionNotice {
    tokio::time::timeout(HANG, session.next_notice())
        .await
        .expect("no notice comes")
}

fn background(hook: serde_json::Value) -> Engine {
    engine_with(&[hook])
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
        "say:{\"async\": true, \"asyncTimeout\": 50000}",
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
        "say:{\"async\": true, \"asyncTimeout\": 100}",
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
        .wait_for_background(true)
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

#[tokio::test]
async fn observing_does_not_wait_for_itself_where_everything_else_waits() {
    let settings = json!({"hooks": {"PreToolUse": [{"hooks": [
        fake(&["read"]), fake_with(&["read"], json!({"async": true}))]}]}});
    let engine = builder()
        .settings_json(settings.to_string())
        .wait_for_background(true)
        .build()
        .unwrap();
    let session = engine.session("a");
    session.observe(call(0));
    let ended = tokio::time::timeout(HANG, session.end(HANG)).await;
    assert!(ended.is_ok(), "it waits for itself");
}

#[tokio::test]
async fn a_dispatch_waits_for_its_own_background_hooks_only() {
    let (_folder, file) = folder();
    let go = file("go");
    let waits = format!("wait:{}", go.display());
    let hook = |tool: &str, steps: &[&str]| json!({"matcher": tool, "hooks": [fake_with(steps, json!({"async": true}))]});
    let settings = json!({"hooks": {"PreToolUse": [
        hook("Slow", &[&waits, "say:{\"systemMessage\":\"slow\"}"]),
        hook("Fast", &["say:{\"systemMessage\":\"fast\"}"])]}});
    let engine = builder()
        .settings_json(settings.to_string())
        .wait_for_background(true)
        .build()
        .unwrap();
    let session = engine.session("a");
    let tool = |name: &str| {
        let input = json!({"hook_event_name": "PreToolUse", "tool_name": name, "cwd": std::env::temp_dir()});
        Input::parse(&input.to_string()).unwrap()
    };
    let slow = tokio::spawn({
        let session = session.clone();
        let input = tool("Slow");
        async move { session.execute(input).await }
    });
    let fast = run(&session, tool("Fast")).await;
    assert_eq!(fast.notices[0].text, "fast");
    std::fs::write(&go, "").unwrap();
    let slow = slow.await.unwrap();
    assert_eq!(
        (slow.notices.len(), slow.notices[0].text.as_str()),
        (1, "slow")
    );
}

#[tokio::test]
async fn no_background_hook_starts_after_a_cancellation() {
    let (_folder, file) = folder();
    let touched = file("touched");
    let command = format!("touch '{}'", touched.display());
    let engine = engine_with(&[json!({"command": command, "async": true})]);
    let session = engine.session("a");
    let cancel = snaphook::CancellationToken::new();
    cancel.cancel();
    let options = snaphook::ExecuteOptions {
        cancel: Some(cancel),
        ..snaphook::ExecuteOptions::default()
    };
    let outcome = session.execute_with(call(0), options).await;
    assert_eq!(statuses(&outcome), ["cancelled"]);
    session.observe(call(0));
    drop(session);
    engine.shutdown(HANG).await;
    assert!(!touched.exists());
}

#[tokio::test]
async fn a_shutdown_tells_of_hooks_that_still_wait_for_their_turn() {
    let settings = json!({"hooks": {"PreToolUse": [{"hooks": [fake_with(&["say:ready", "hang"], json!({"async": true}))]}]}});
    let engine = builder()
        .settings_json(settings.to_string())
        .max_background(1)
        .build()
        .unwrap();
    let mut progress = engine.subscribe();
    let session = engine.session("a");
    run(&session, call(0)).await;
    run(&session, call(0)).await;
    until_said(&mut progress, "ready").await;
    let mut status = session.status();
    let both = status.wait_for(|running| running.len() == 2);
    tokio::time::timeout(HANG, both).await.unwrap().unwrap();
    assert_eq!(engine.shutdown(Duration::ZERO).await.len(), 2);
}

#[tokio::test]
async fn force_sync_runs_async_hooks_as_ordinary_ones() {
    let deny = r#"{"decision":"block","reason":"no"}"#;
    let detached = [format!("say:{{\"async\": true}}\n{deny}")];
    let detached: Vec<_> = detached.iter().map(String::as_str).collect();
    for hook in [
        fake_with(&[&format!("say:{deny}")], json!({"async": true})),
        fake(&detached),
    ] {
        let settings = json!({"hooks": {"PreToolUse": [{"hooks": [hook]}]}});
        let engine = builder()
            .settings_json(settings.to_string())
            .force_sync(true)
            .build()
            .unwrap();
        let outcome = run(&engine.session("a"), call(0)).await;
        assert_eq!(statuses(&outcome), ["blocked"]);
        assert_eq!(outcome.block_reason.as_deref(), Some("no"));
    }
}

#[tokio::test]
async fn a_function_that_says_async_is_in_the_background() {
    let function = snaphook::FunctionHook::new("PreToolUse", "f", |_| async {
        json!({"async": true, "asyncTimeout": 5000})
    });
    let engine = builder().function(function).build().unwrap();
    let outcome = run(&engine.session("a"), call(0)).await;
    assert_eq!(statuses(&outcome), ["background"]);
    assert!(!outcome.blocked);
}

#[tokio::test]
async fn the_end_of_a_session_clears_the_hooks_that_were_added_to_it() {
    let session = builder().build().unwrap().session("a");
    session
        .add_hook("PreToolUse", None, &fake(&["exit:2"]))
        .unwrap();
    assert!(run(&session, call(0)).await.blocked);
    let end =
        json!({"hook_event_name": "SessionEnd", "reason": "other", "cwd": std::env::temp_dir()});
    run(&session, Input::parse(&end.to_string()).unwrap()).await;
    assert_eq!(session.hook_count(), 0);
    assert!(!run(&session, call(0)).await.blocked);
}

#[tokio::test]
async fn a_function_finds_the_conversation_in_its_call() {
    let function = snaphook::FunctionHook::new("PreToolUse", "f", |call| async move {
        call.read_conversation()
            .map(|said| snaphook::Answer::context(said.text()))
    });
    let engine = builder().function(function).build().unwrap();
    let session = engine.session("a");
    assert!(run(&session, call(0)).await.additional_context.is_empty());
    let said = snaphook::ConversationMessage::new("user", "hello");
    session.set_conversation(Some(snaphook::Conversation::new([said])));
    assert_eq!(
        run(&session, call(0)).await.additional_context,
        ["user: hello"]
    );
}

#[tokio::test]
async fn a_tool_call_brings_its_conversation_to_the_hooks_around_it() {
    let read = |event: &'static str| {
        snaphook::FunctionHook::new(event, "f", move |call| async move {
            call.read_conversation()
                .map(|said| snaphook::Answer::context(format!("{event}: {}", said.text())))
        })
    };
    let engine = builder()
        .function(read("PreToolUse"))
        .function(read("PostToolUse"));
    let engine = engine.build().unwrap();
    let common = snaphook::input::CommonFields::new("a", "/repo");
    let gate = snaphook::AgentHooks::new(&engine, common).gate();
    let said = snaphook::ConversationMessage::new("user", "hello");
    let call = snaphook::ToolCall::new("Bash", json!({"command": "ls"}))
        .conversation(snaphook::Conversation::new([said]));
    let gated = gate.call(call, crate::gate::echo).await;
    assert_eq!(
        gated.context,
        ["PreToolUse: user: hello", "PostToolUse: user: hello"]
    );
}
