//! Subagents: what their hooks share with those of their agent, and what not.

use serde_json::json;
use snaphook::{Answer, FunctionHook};

use super::{common, input, watched};
use crate::common::{builder, fake_with, folder};
use snaphook::turn::AgentHooks;

#[tokio::test]
async fn a_subagents_places_tell_who_it_is() {
    let (hooks, seen) = watched(builder());
    let (sub, messages) = hooks.subagent_start("a1", "explorer").await;
    assert_eq!(messages.text_for_model, None);
    sub.turn_start().await;
    assert!(!sub.subagent_stop("/t.jsonl", None).await.must_continue());
    let who = json!({"agent_id": "a1", "agent_type": "explorer"});
    let stop = json!({"agent_id": "a1", "agent_type": "explorer", "stop_hook_active": false,
        "agent_transcript_path": "/t.jsonl"});
    assert_eq!(
        seen.take(),
        [
            input("SubagentStart", who.clone()),
            input("TurnStart", who),
            input("SubagentStop", stop),
        ]
    );
    hooks.turn_start().await;
    assert_eq!(
        seen.one(),
        input("TurnStart", json!({})),
        "the agent is still itself"
    );
}

#[tokio::test]
async fn a_subagents_blocked_stops_are_its_own() {
    let block = |event| FunctionHook::new(event, "hook", |_| async { Answer::block("no") });
    let capped = builder()
        .settings_json(r#"{"stopHookBlockCap": 1, "hooks": {}}"#)
        .function(block("Stop"))
        .function(block("SubagentStop"));
    let (hooks, seen) = watched(capped);
    assert!(hooks.stop(None).await.must_continue());
    let (one, _) = hooks.subagent_start("a1", "explorer").await;
    let (two, _) = hooks.subagent_start("a2", "explorer").await;
    seen.take();
    for sub in [&one, &two] {
        assert!(sub.subagent_stop("", None).await.must_continue());
        assert_eq!(seen.one()["stop_hook_active"], false);
        assert!(
            !sub.subagent_stop("", None).await.must_continue(),
            "the cap is 1"
        );
        assert_eq!(seen.one()["stop_hook_active"], true);
    }
    assert!(
        !hooks.stop(None).await.must_continue(),
        "its own count went on"
    );
    assert_eq!(seen.one()["stop_hook_active"], true);
}

#[tokio::test]
async fn agents_of_two_sessions_may_have_subagents_of_one_id() {
    let (hooks, _) = watched(builder());
    let mut other = common();
    other.session_id = "other".to_owned();
    let others = AgentHooks::new(hooks.session().engine(), other);
    let (sub, _) = hooks.subagent_start("a1", "explorer").await;
    let (of_others, _) = others.subagent_start("a1", "explorer").await;
    sub.session().set_intent(Some("look around".to_owned()));
    assert_eq!(of_others.session().intent(), None);
    assert_eq!(hooks.session().intent(), None);
}

#[tokio::test]
async fn a_subagent_begins_with_what_its_session_knows() {
    let (_folder, file) = folder();
    let noted = file("noted");
    let export = json!({"command": "echo 'export COLOR=green' >>\"$CLAUDE_ENV_FILE\""});
    let once = fake_with(
        &[&format!("pid:{}", noted.display())],
        json!({"once": true}),
    );
    let settings = json!({"hooks": {
        "SessionStart": [{"hooks": [export]}],
        "TurnStart": [{"hooks": [once]}],
    }});
    let (hooks, _) = watched(builder().settings_json(settings.to_string()));
    hooks
        .session_start(snaphook::input::typed::SessionStart::new("startup"))
        .await;
    hooks.turn_start().await;
    std::fs::remove_file(&noted).unwrap();
    hooks.session().set_intent(Some("tidy up".to_owned()));

    let (sub, _) = hooks.subagent_start("a1", "explorer").await;
    assert_eq!(sub.session().env()["COLOR"], "green");
    assert_eq!(sub.session().intent().as_deref(), Some("tidy up"));
    sub.turn_start().await;
    assert!(!noted.exists(), "once is once for the session");
}
