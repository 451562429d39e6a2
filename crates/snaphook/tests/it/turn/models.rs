//! Sessions, prompts, compactions, models and MCP servers: what is special at
//! their places.

use std::time::Duration;

use serde_json::json;
use snaphook::answer::ElicitationAction;
use snaphook::input::typed;
use snaphook::turn::{EventDecision, ModelSwitchReply};
use snaphook::{Answer, FunctionHook};

use super::{answering, input, saying, specific, watched};
use crate::common::{builder, fake_with};

#[tokio::test]
async fn a_session_starts_with_what_hooks_give_it() {
    let hooks = saying(
        "SessionStart",
        &specific(
            "SessionStart",
            json!({"initialUserMessage": "look around", "sessionTitle": "tidy up",
                "watchPaths": ["/a", "/b"], "reloadSkills": true, "additionalContext": "be brief"}),
        ),
    );
    let started = hooks
        .session_start(typed::SessionStart::new("resume"))
        .await;
    assert_eq!(started.initial_user_message.as_deref(), Some("look around"));
    assert_eq!(started.session_title.as_deref(), Some("tidy up"));
    assert_eq!(
        started.watch_paths.as_deref(),
        Some(&["/a".to_owned(), "/b".to_owned()][..])
    );
    assert!(started.reload_skills);
    assert_eq!(started.messages.text_for_model.as_deref(), Some("be brief"));
    assert_eq!(hooks.session().watched(), ["/a", "/b"]);

    let silent = watched(builder()).0;
    let started = silent
        .session_start(typed::SessionStart::new("startup"))
        .await;
    assert_eq!(started.initial_user_message, None);
    assert_eq!(started.session_title, None);
    assert_eq!(started.watch_paths, None);
    assert!(!started.reload_skills);
}

#[tokio::test]
async fn a_prompt_may_name_the_session_and_stay_out_of_the_conversation() {
    let answer = specific(
        "UserPromptSubmit",
        json!({"sessionTitle": "secrets", "suppressOriginalPrompt": true}),
    );
    let submitted = saying("UserPromptSubmit", &answer)
        .prompt_submitted("my key is 1234")
        .await;
    assert_eq!(submitted.decision, EventDecision::Proceed);
    assert_eq!(submitted.session_title.as_deref(), Some("secrets"));
    assert!(submitted.suppress_original);
    let submitted = watched(builder()).0.prompt_submitted("hello").await;
    assert_eq!(submitted.session_title, None);
    assert!(!submitted.suppress_original);
}

#[tokio::test]
async fn the_user_sees_what_a_hook_makes_of_the_models_text() {
    let piece = || typed::MessageDisplay::new("turn", "message", 0_u64, true, "the key is 1234");
    let redact = specific(
        "MessageDisplay",
        json!({"displayContent": "the key is ****"}),
    );
    let shown = saying("MessageDisplay", &redact)
        .message_display(piece())
        .await;
    assert_eq!(shown.text, "the key is ****");
    let shown = answering("MessageDisplay", Answer::block("no"))
        .message_display(piece())
        .await;
    assert_eq!(shown.text, "the key is 1234", "the original is shown");
}

#[tokio::test]
async fn a_compaction_has_the_users_instructions_then_those_of_hooks() {
    let keep = fake_with(&["say:keep the plan"], json!({"name": "plan"}));
    let tests = fake_with(&["say:and the names of tests"], json!({"name": "tests"}));
    let broken = fake_with(&["warn:out of memory", "exit:1"], json!({"name": "broken"}));
    let settings =
        json!({"hooks": {"PreCompact": [{"matcher": "manual", "hooks": [keep, tests, broken]}]}});
    let (hooks, seen) = watched(builder().settings_json(settings.to_string()));

    let before = hooks.before_compaction("manual", Some("be short")).await;
    assert_eq!(before.decision, EventDecision::Proceed);
    assert_eq!(
        before.instructions.as_deref(),
        Some("be short\n\nkeep the plan\n\nand the names of tests")
    );
    assert_eq!(
        before.lines,
        [
            "plan completed: keep the plan",
            "tests completed: and the names of tests",
            "broken failed: it exited with code 1: out of memory"
        ]
    );
    assert_eq!(
        seen.one(),
        input(
            "PreCompact",
            json!({"trigger": "manual", "custom_instructions": "be short"})
        )
    );
    let before = hooks.before_compaction("auto", None).await;
    assert_eq!((before.instructions, before.lines.len()), (None, 0));
}

#[tokio::test]
async fn a_compaction_that_is_blocked_tells_the_user() {
    let before = answering("PreCompact", Answer::block("not now"))
        .before_compaction("auto", Some("be short"))
        .await;
    assert_eq!(
        before.decision,
        EventDecision::Blocked("not now".to_owned())
    );
    assert_eq!(before.lines, ["hook blocked"]);
}

#[tokio::test]
async fn after_a_compaction_the_session_starts_anew() {
    let log = fake_with(&["say:logged"], json!({"name": "log"}));
    let later = fake_with(&["read"], json!({"name": "upload", "async": true}));
    let again = fake_with(&["say:the plan is in PLAN.md"], json!({"name": "plan"}));
    let settings = json!({"hooks": {
        "PostCompact": [{"hooks": [log, later]}],
        "SessionStart": [{"matcher": "compact", "hooks": [again]}],
    }});
    let (hooks, seen) = watched(builder().settings_json(settings.to_string()));
    let compacted = hooks.compacted("auto", "a summary").await;
    assert_eq!(
        compacted.lines,
        ["log completed: logged", "upload goes on in the background"]
    );
    assert_eq!(
        compacted.started.messages.text_for_model.as_deref(),
        Some("the plan is in PLAN.md")
    );
    assert_eq!(
        seen.take(),
        [
            input(
                "PostCompact",
                json!({"trigger": "auto", "compact_summary": "a summary"})
            ),
            input("SessionStart", json!({"source": "compact"})),
        ]
    );
}

#[tokio::test]
async fn a_switch_of_models_may_need_the_user() {
    let switch = || typed::PreModelSwitch::new("small", "large", "user");
    let asked = answering("PreModelSwitch", Answer::ask("it costs more"))
        .before_model_switch(switch())
        .await;
    let ModelSwitchReply::Ask(reason, _) = asked else {
        panic!("the user is to be asked");
    };
    assert_eq!(reason.as_deref(), Some("it costs more"));

    let denied = answering("PreModelSwitch", Answer::deny("too dear"))
        .before_model_switch(switch())
        .await;
    assert!(matches!(denied, ModelSwitchReply::Blocked(reason, _) if reason == "too dear"));

    let allowed = answering("PreModelSwitch", Answer::allow())
        .before_model_switch(switch())
        .await;
    assert!(matches!(allowed, ModelSwitchReply::Switch(_)));
}

#[tokio::test(start_paused = true)]
async fn a_hook_that_is_too_late_refuses_the_switch() {
    let slow = FunctionHook::new("PreModelSwitch", "budget", |_| std::future::pending::<()>())
        .timeout(Duration::from_secs(3));
    let (hooks, _) = watched(builder().function(slow));
    let switch = typed::PreModelSwitch::new("small", "large", "user");
    let ModelSwitchReply::Blocked(reason, messages) = hooks.before_model_switch(switch).await
    else {
        panic!("a timeout refuses the switch");
    };
    assert_eq!(
        reason,
        "budget timed out; a timeout blocks PreModelSwitch\nit did not end within 3s"
    );
    assert_eq!(messages.texts_for_user.len(), 1);
}

#[tokio::test]
async fn hooks_answer_an_mcp_server_in_the_users_place() {
    let question = || typed::Elicitation::new("db", "which one?");
    for (action, expected) in [
        ("accept", ElicitationAction::Accept),
        ("decline", ElicitationAction::Decline),
        ("cancel", ElicitationAction::Cancel),
    ] {
        let answer = specific(
            "Elicitation",
            json!({"action": action, "content": {"name": "test"}}),
        );
        let elicited = saying("Elicitation", &answer).elicitation(question()).await;
        assert_eq!(elicited.action, Some(expected));
        assert_eq!(elicited.content, Some(json!({"name": "test"}).into()));
    }
    let elicited = watched(builder()).0.elicitation(question()).await;
    assert_eq!((elicited.action, elicited.content), (None, None));

    let changed = specific(
        "ElicitationResult",
        json!({"action": "accept", "content": {"name": "other"}}),
    );
    let answer = typed::ElicitationResult::new("db", "accept").content(json!({"name": "prod"}));
    let elicited = saying("ElicitationResult", &changed)
        .elicitation_result(answer)
        .await;
    assert_eq!(elicited.action, Some(ElicitationAction::Accept));
    assert_eq!(elicited.content, Some(json!({"name": "other"}).into()));
}
