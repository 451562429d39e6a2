//! What a worker answers is judged as what a process would have said.

use super::*;

fn answer(fields: Value) -> Input {
    told("a", &format!("answer:{fields}"))
}

#[tokio::test]
async fn one_process_answers_many_events() {
    let engine = engine_with(&[worker(json!({}))]);
    let first = process(&engine).await;
    for number in 0..50 {
        let id = format!("call-{number}");
        let outcome = fire(&engine, told(&id, "")).await;
        assert_eq!(said(&outcome), (first, id));
    }
}

#[tokio::test]
async fn the_ladder_of_exit_codes_holds() {
    let engine = engine_with(&[worker(json!({}))]);
    let outcome = fire(&engine, answer(json!({}))).await;
    assert_eq!(statuses(&outcome), ["success"]);
    assert_eq!(outcome.hooks[0].exit_code, Some(0));

    let outcome = fire(&engine, answer(json!({"exit": 2, "reason": "no\n"}))).await;
    assert_eq!(statuses(&outcome), ["blocked"]);
    assert_eq!(outcome.block_reason.as_deref(), Some("no"));
    assert_eq!(outcome.hooks[0].exit_code, Some(2));
    assert_eq!(outcome.hooks[0].stderr.as_deref(), Some("no\n"));

    let deny = json!({"output": {"hookSpecificOutput": {"hookEventName": "PreToolUse",
        "permissionDecision": "deny", "permissionDecisionReason": "not today"}}});
    let outcome = fire(&engine, answer(deny)).await;
    assert_eq!(outcome.block_reason.as_deref(), Some("not today"));

    let outcome = fire(&engine, answer(json!({"exit": 1, "reason": "oops"}))).await;
    failed_with(&outcome, "it exited with code 1: oops");

    let outcome = fire(&engine, answer(json!({"output": "{bad json}"}))).await;
    failed_with(&outcome, "JSON");

    let outcome = fire(&engine, answer(json!({"exit": "2"}))).await;
    failed_with(&outcome, "`exit` must be a number");
    // That was no reason to end it.
    assert_eq!(statuses(&fire(&engine, told("x", "")).await), ["success"]);
}

#[tokio::test]
async fn text_is_context_where_it_is_for_any_command() {
    let hook = worker(json!({}));
    let settings = json!({"hooks": {"UserPromptSubmit": [{"hooks": [hook]}]}});
    let engine = builder()
        .settings_json(settings.to_string())
        .build()
        .unwrap();
    let prompt = json!({"hook_event_name": "UserPromptSubmit", "prompt": "x",
        "tool_input": {"do": "answer:{\"output\": \"the build is broken\"}"}});
    let outcome = fire(&engine, Input::parse(&prompt.to_string()).unwrap()).await;
    assert_eq!(outcome.additional_context, ["the build is broken"]);
}

#[tokio::test]
async fn a_guard_that_fails_blocks() {
    let engine = engine_with(&[worker(json!({"onFailure": "block"}))]);
    let outcome = fire(&engine, answer(json!({"exit": 1}))).await;
    assert!(outcome.blocked);
    let outcome = fire(&engine, told("x", "exit:3")).await;
    assert!(outcome.blocked, "{outcome:?}");
    assert_eq!(statuses(&outcome), ["failed"]);
}

#[tokio::test]
async fn once_and_if_hold() {
    let engine = engine_with(&[worker(json!({"once": true, "if": "Bash(rm *)"}))]);
    let session = engine.session("s");
    let call = |command: &str| told_with("x", json!({"command": command}));
    assert_eq!(statuses(&run(&session, call("ls")).await), [""; 0]);
    assert_eq!(statuses(&run(&session, call("rm x")).await), ["success"]);
    assert_eq!(statuses(&run(&session, call("rm x")).await), ["skipped"]);
}

#[tokio::test]
async fn in_a_row_each_sees_what_the_one_before_rewrote() {
    let rewrite = json!({"output": {"hookSpecificOutput": {"hookEventName": "PreToolUse",
        "permissionDecision": "allow", "updatedInput": {"do": ""}}}});
    let first = worker(json!({"name": "first", "env": {"WHO": "1"}}));
    let second = worker_of(&["warn:second", "work:1"], json!({"name": "second"}));
    let settings = json!({"hooks": {"PreToolUse": [{"sequential": true,
        "hooks": [first, second]}]}});
    let engine = builder()
        .settings_json(settings.to_string())
        .build()
        .unwrap();
    let outcome = fire(&engine, told("row", &format!("answer:{rewrite}"))).await;
    assert_eq!(statuses(&outcome), ["success", "success"]);
    assert!(outcome.system_messages[0].ends_with(" row"), "{outcome:?}");
}

#[tokio::test]
async fn nobody_waits_for_one_in_the_background() {
    let engine = engine_with(&[worker(json!({"asyncRewake": true}))]);
    let session = engine.session("s");
    let outcome = run(&session, answer(json!({"exit": 2, "reason": "wake up"}))).await;
    assert_eq!(statuses(&outcome), ["background"]);
    let notice = tokio::time::timeout(HANG, session.next_notice())
        .await
        .unwrap();
    assert!(notice.wake);
    assert_eq!(notice.text, "wake up");
}

#[tokio::test]
async fn what_differs_by_event_comes_with_it() {
    let (folder, file) = folder();
    std::fs::create_dir(file("sub")).unwrap();
    let options = json!({"env": {"OWN": "hook"}, "cwd": "sub"});
    let hook = worker(options);
    let settings = json!({"hooks": {
        "SessionStart": [{"hooks": [{"command":
            "printf 'export TOKEN=secret\\nexport OWN=session\\n' >> \"$CLAUDE_ENV_FILE\""}]}],
        "PreToolUse": [{"hooks": [hook]}]}});
    let engine = builder()
        .settings_json(settings.to_string())
        .build()
        .unwrap();
    let session = engine.session("s");
    let call = |what: &str| {
        let input = json!({"hook_event_name": "PreToolUse", "tool_name": "Bash",
            "cwd": folder.path(), "tool_input": {"do": what}});
        Input::parse(&input.to_string()).unwrap()
    };
    let message = |outcome: Outcome| outcome.system_messages[0].clone();
    assert_eq!(message(run(&session, call("env:TOKEN")).await), "not set");
    let start = json!({"hook_event_name": "SessionStart", "source": "startup",
        "cwd": folder.path()});
    run(&session, Input::parse(&start.to_string()).unwrap()).await;
    assert_eq!(message(run(&session, call("env:TOKEN")).await), "secret");
    // The hook's own variables come last, as in any command.
    assert_eq!(message(run(&session, call("env:OWN")).await), "not set");
    let sub = file("sub").to_string_lossy().into_owned();
    assert_eq!(message(run(&session, call("folder")).await), sub);
}

#[tokio::test]
async fn those_who_watch_see_what_it_says() {
    let engine = engine_with(&[worker(json!({}))]);
    let mut progress = engine.subscribe();
    fire(&engine, answer(json!({"reason": "something"}))).await;
    until_said(&mut progress, "something").await;
}
