//! Events that clients fire, or ask about.

use serde_json::{Value, json};

use crate::common::{TestServer, bash, builder, fake, fake_with, stop};

#[tokio::test]
async fn an_event_is_answered_with_its_outcome_and_the_words_for_the_model() {
    let world = TestServer::hooks(&[fake_with(
        &["warn:not here", "exit:2"],
        &json!({"name": "guard"}),
    )]);
    let mut peer = world.client().await;
    let result = peer
        .ask("hooks/execute", json!({"input": bash("ls")}))
        .await;
    assert_eq!(result["outcome"]["blocked"], true);
    assert_eq!(result["outcome"]["hooks"][0]["name"], "guard");
    let text = result["textForModel"].as_str().unwrap();
    assert!(
        text.contains("guard") && text.contains("not here"),
        "{text}"
    );
    assert_eq!(result.get("native"), None);
}

#[tokio::test]
async fn an_event_without_hooks_goes_on() {
    let mut peer = TestServer::empty().client().await;
    let result = peer
        .ask("hooks/execute", json!({"input": bash("ls")}))
        .await;
    assert_eq!(result["outcome"]["blocked"], false);
    assert_eq!(result["outcome"]["hooks"], json!([]));
    assert_eq!(result.get("textForModel"), None);
}

#[tokio::test]
async fn missing_common_fields_are_filled_in() {
    let world = TestServer::with(&json!({"hooks": {"Stop": [{"hooks": [{"command": "cat"}]}]}}));
    let mut peer = world.client().await;
    peer.ask("session/start", json!({"sessionId": "s1", "cwd": "sub"}))
        .await;
    let read = |outcome: &Value| -> Value {
        serde_json::from_str(outcome["hooks"][0]["stdout"].as_str().unwrap()).unwrap()
    };
    let outcome = peer
        .execute(json!({"input": stop(), "sessionId": "s1"}))
        .await;
    let input = read(&outcome);
    assert_eq!(input["session_id"], "s1");
    assert_eq!(input["cwd"], "/repo/sub");
    assert_eq!(input["transcript_path"], "");
    let outcome = peer
        .execute(json!({"input": {"x": 1}, "event": "Stop"}))
        .await;
    let input = read(&outcome);
    assert_eq!(input["hook_event_name"], "Stop");
    assert_eq!(input["cwd"], "/repo");
    assert!(!input["session_id"].as_str().unwrap().is_empty());
    assert_eq!(input["x"], 1);
}

#[tokio::test]
async fn an_event_belongs_to_the_session_that_it_names() {
    let world = TestServer::hooks(&[fake_with(&[], &json!({"once": true}))]);
    let mut peer = world.client().await;
    peer.start("s1").await;
    let mut of_session = bash("ls");
    of_session["session_id"] = "s1".into();
    let statuses = |outcome: &Value| outcome["hooks"][0]["status"].clone();
    let first = peer.execute(json!({"input": of_session})).await;
    assert_eq!(statuses(&first), "success");
    let second = peer
        .execute(json!({"input": bash("ls"), "sessionId": "s1"}))
        .await;
    assert_eq!(statuses(&second), "skipped");
    // Outside a session nobody remembers.
    for _ in 0..2 {
        let other = peer.execute(json!({"input": bash("ls")})).await;
        assert_eq!(statuses(&other), "success");
    }
    let code = peer
        .refused(
            "hooks/execute",
            json!({"input": bash("ls"), "sessionId": "s2"}),
        )
        .await;
    assert_eq!(code, -32001);
}

#[tokio::test]
async fn background_hooks_are_waited_for_outside_a_session_and_on_demand() {
    let context =
        r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"later"}}"#;
    let say = format!("say:{context}");
    let world = TestServer::hooks(&[fake_with(&[&say], &json!({"async": true}))]);
    let mut peer = world.client().await;
    let outcome = peer.execute(json!({"input": bash("ls")})).await;
    assert_eq!(outcome["notices"][0]["text"], "later");
    peer.start("s1").await;
    let outcome = peer
        .execute(json!({"input": bash("ls"), "sessionId": "s1", "wait": true}))
        .await;
    assert_eq!(outcome["notices"][0]["text"], "later");
    let outcome = peer
        .execute(json!({"input": bash("ls"), "sessionId": "s1"}))
        .await;
    assert_eq!(outcome.get("notices"), None);
    assert_eq!(outcome["hooks"][0]["status"], "background");
    let notice = peer.hear_method("hooks/notice").await["params"].clone();
    assert_eq!(notice["sessionId"], "s1");
    assert_eq!(notice["text"], "later");
    assert_eq!(notice["wake"], false);
    assert_eq!(notice["event"], "PreToolUse");
    assert_eq!(notice["hook"], outcome["hooks"][0]["id"]);
}

#[tokio::test]
async fn nobody_waits_for_an_observed_event() {
    let (here, there) = tokio::sync::mpsc::unbounded_channel::<String>();
    let here = std::sync::Arc::new(here);
    let world = TestServer::of(builder().function(snaphook::FunctionHook::new(
        "Stop",
        "look",
        move |call| {
            let here = here.clone();
            async move {
                let _ = here.send(call.input.fields().text("session_id").unwrap().into());
                // Never done by itself.
                call.stop.cancelled().await;
            }
        },
    )));
    let mut there = there;
    let mut peer = world.client().await;
    peer.start("s1").await;
    assert_eq!(
        peer.ask("hooks/observe", json!({"input": stop(), "sessionId": "s1"}))
            .await,
        json!({})
    );
    assert_eq!(there.recv().await.as_deref(), Some("s1"));
    let mut alone = stop();
    alone["session_id"] = "alone".into();
    assert_eq!(
        peer.ask("hooks/observe", json!({"input": alone})).await,
        json!({})
    );
    assert_eq!(there.recv().await.as_deref(), Some("alone"));
}

#[tokio::test]
async fn has_knows_configured_hooks_and_those_of_the_session() {
    let world = TestServer::hooks(&[fake(&[])]);
    let mut peer = world.client().await;
    let has = |event: &str| json!({"event": event});
    assert_eq!(peer.ask("hooks/has", has("PreToolUse")).await["has"], true);
    assert_eq!(peer.ask("hooks/has", has("Stop")).await["has"], false);
    peer.start("s1").await;
    let of_session = json!({"event": "Stop", "sessionId": "s1"});
    assert_eq!(
        peer.ask("hooks/has", of_session.clone()).await["has"],
        false
    );
    let hook = json!({"sessionId": "s1", "event": "Stop", "hook": {"command": "true"}});
    peer.ask("session/addHook", hook).await;
    assert_eq!(peer.ask("hooks/has", of_session).await["has"], true);
    assert_eq!(peer.ask("hooks/has", has("Stop")).await["has"], false);
}

#[tokio::test]
async fn explain_says_why_and_runs_nothing() {
    let world = TestServer::with(&json!({"hooks": {
        "PreToolUse": [{"matcher": "Bash", "hooks": [
            {"name": "rm", "if": "Bash(rm *)", "command": "exit 2"},
            {"name": "ls", "if": "Bash(ls *)", "command": "exit 2"}]}],
        "Stop": [{"hooks": [{"name": "stop", "command": "exit 2"}]}]}}));
    let mut peer = world.client().await;
    let result = peer
        .ask("hooks/explain", json!({"input": bash("cd x && rm y")}))
        .await;
    assert_eq!(result["event"], "PreToolUse");
    assert_eq!(result["value"], "Bash");
    assert_eq!(result["commands"][1]["text"], "rm y");
    let hooks = result["hooks"].as_array().unwrap();
    let by_name = |name: &str| hooks.iter().find(|hook| hook["name"] == name).unwrap();
    assert_eq!(by_name("rm")["runs"], true);
    assert_eq!(by_name("ls")["why"]["code"], "if");
    assert_eq!(by_name("stop")["why"]["code"], "event");
}

#[tokio::test]
async fn list_has_every_configured_hook() {
    let world = TestServer::with(&json!({"hooks": {
        "PreToolUse": [{"matcher": "Bash", "hooks": [{"name": "a", "command": "true", "onFailure": "block"}]}],
        "Stop": [{"hooks": [{"name": "b", "command": "true", "enabled": false}]}]}}));
    let mut peer = world.client().await;
    let all = peer.ask("hooks/list", json!({})).await;
    let names: Vec<_> = all["hooks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|hook| &hook["name"])
        .collect();
    assert_eq!(names, ["a", "b"]);
    let hook = &all["hooks"][0];
    assert_eq!(
        (&hook["matcher"], &hook["onFailure"]),
        (&json!("Bash"), &json!("block"))
    );
    assert_eq!(hook["trust"], "not needed");
    let of_stop = peer.ask("hooks/list", json!({"event": "Stop"})).await;
    assert_eq!(of_stop["hooks"].as_array().unwrap().len(), 1);
    assert_eq!(of_stop["hooks"][0]["enabled"], false);
}

#[tokio::test]
async fn a_slip_in_an_event_is_not_silence() {
    let mut peer = TestServer::empty().client().await;
    let why = peer
        .why(
            "hooks/execute",
            json!({"input": {"hook_event_name": "PreTolUse"}}),
        )
        .await;
    assert!(why.contains("did you mean `PreToolUse`?"), "{why}");
    let why = peer
        .why("hooks/observe", json!({"input": {}, "event": "PreTolUse"}))
        .await;
    assert!(why.contains("did you mean `PreToolUse`?"), "{why}");
    // An event of the client's own is fine.
    let outcome = peer
        .execute(json!({"input": {"hook_event_name": "Deployed"}}))
        .await;
    assert_eq!(outcome["event"], "Deployed");
}

#[tokio::test]
async fn the_dialects_own_words_and_shape() {
    let world = TestServer::of(
        builder()
            .dialect(snaphook_dialects::named("cagent").unwrap())
            .settings_json(r#"{"hooks": {"pre_tool_use": [{"matcher": "shell", "hooks": [{"type": "command", "command": "echo no >&2; exit 2"}]}]}}"#),
    );
    let mut peer = world.stranger();
    assert_eq!(peer.initialize(json!({})).await["dialect"], "cagent");
    let input = json!({"hook_event_name": "pre_tool_use", "tool_name": "shell", "tool_input": {}});
    let result = peer
        .ask("hooks/execute", json!({"input": input, "native": true}))
        .await;
    assert_eq!(result["outcome"]["event"], "PreToolUse");
    assert_eq!(result["outcome"]["blocked"], true);
    assert!(result["native"].is_object(), "{result}");
}

#[tokio::test]
async fn a_tool_event_without_a_tool_name_is_refused() {
    let mut peer = TestServer::empty().client().await;
    for method in ["hooks/execute", "hooks/observe"] {
        for input in [
            json!({"hook_event_name": "PreToolUse", "toolName": "Bash"}),
            json!({"hook_event_name": "PostToolUse", "tool_name": ""}),
            json!({"hook_event_name": "PermissionRequest", "tool_name": 5}),
        ] {
            let message = peer.why(method, json!({ "input": input })).await;
            assert!(message.contains("tool_name"), "{message}");
            let slip = input.get("toolName").is_some();
            assert_eq!(message.contains("`toolName`"), slip, "{message}");
        }
    }
    let call = json!({"input": {"tool_name": " ", "tool_input": {"command": "ls"}}});
    let decision = peer.ask("permissions/authorize", call).await;
    assert_eq!(decision["decision"], "deny");
}

#[tokio::test]
async fn a_rewrite_does_not_pass_a_guard_unseen() {
    let rewrite = r#"say:{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"rm x"}}}"#;
    let guard = json!({"name": "guard", "once": true, "onFailure": "block",
        "command": "if grep -q 'rm x'; then echo no rm >&2; exit 2; fi"});
    let world = TestServer::hooks(&[guard, fake(&[rewrite])]);
    let mut peer = world.client().await;
    peer.start("s1").await;
    for params in [
        json!({"input": bash("ls")}),
        json!({"input": bash("ls"), "sessionId": "s1"}),
    ] {
        let outcome = peer.execute(params).await;
        assert_eq!(outcome["blocked"], true, "{outcome}");
        assert_eq!(outcome["permissionDecision"], "deny");
        assert_eq!(outcome["blockReason"], "no rm");
        assert_eq!(outcome.get("updatedInput"), None);
    }
}

#[tokio::test]
async fn a_required_field_in_another_spelling_is_refused() {
    let mut peer = TestServer::empty().client().await;
    let inputs = [
        ("UserPromptSubmit", json!({"Prompt": "x"}), "prompt"),
        ("Stop", json!({"stopHookActive": true}), "stop_hook_active"),
        (
            "PreToolUse",
            json!({"tool_name": "Bash", "toolInput": {"command": "ls"}}),
            "tool_input",
        ),
    ];
    for (event, input, field) in inputs {
        for method in ["hooks/execute", "hooks/observe", "hooks/explain"] {
            let params = json!({"event": event, "input": input});
            let message = peer.why(method, params).await;
            let words = format!("it must be called `{field}`");
            assert!(message.contains(&words), "{message}");
        }
    }
    let input = json!({"prompt": "x", "Prompt": "y"});
    let params = json!({"event": "UserPromptSubmit", "input": input});
    peer.ask("hooks/execute", params).await;
}
