//! The ends of turns: who is sent back, how often, and what hooks are told of
//! it; what goes wrong; what background hooks have to say.

use serde_json::{Value, json};
use snaphook::input::typed;
use snaphook::turn::TurnEnd;
use snaphook::{Answer, FunctionHook};

use super::{SeenInputs, answering, input, watched};
use crate::common::{HANG, builder, fake_with};

fn block(event: &str) -> FunctionHook {
    FunctionHook::new(event, "hook", |_| async { Answer::block("no") })
}

/// Whether the hooks of the stops since the last time were told that the agent
/// only goes on because of one.
fn active(seen: &SeenInputs) -> Vec<Value> {
    let stops = seen.take().into_iter();
    let stops = stops.filter(|input| input["hook_event_name"].as_str().unwrap().contains("Stop"));
    stops
        .map(|input| input["stop_hook_active"].clone())
        .collect()
}

#[tokio::test]
async fn hooks_hear_that_the_agent_goes_on_because_of_them_until_the_user_speaks() {
    let (hooks, seen) = watched(builder().function(block("Stop")));
    for _ in 0..3 {
        assert!(hooks.stop(None).await.must_continue());
    }
    assert_eq!(active(&seen), [false, true, true]);
    hooks.prompt_submitted("something else").await;
    assert!(hooks.stop(None).await.must_continue());
    assert_eq!(active(&seen), [false]);
}

#[tokio::test]
async fn a_turn_that_failed_or_ended_is_not_one_that_goes_on() {
    let first = FunctionHook::new("Stop", "hook", |call| async move {
        let again = call.input.fields().value("stop_hook_active");
        (again == Some(json!(false))).then(|| Answer::block("once more"))
    });
    let (hooks, seen) = watched(builder().function(first));
    let must_continue = [
        hooks.stop(None).await.must_continue(),
        hooks.stop(None).await.must_continue(),
        hooks.stop(None).await.must_continue(),
    ];
    assert_eq!(must_continue, [true, false, true]);
    hooks
        .stop_failure(typed::StopFailure::new("server_error"))
        .await;
    seen.take();
    hooks.stop(None).await;
    assert_eq!(active(&seen), [false]);
}

#[tokio::test]
async fn every_handle_of_an_agent_knows_that_it_was_sent_back() {
    let (hooks, seen) = watched(builder().function(block("Stop")));
    hooks.clone().stop(None).await;
    hooks.stop(None).await;
    assert_eq!(active(&seen), [false, true]);
}

#[tokio::test]
async fn after_so_many_blocks_in_a_row_the_agent_may_stop() {
    let capped = builder().settings_json(r#"{"stopHookBlockCap": 2, "hooks": {}}"#);
    let (hooks, seen) = watched(capped.function(block("Stop")));
    assert!(hooks.stop(None).await.must_continue());
    assert!(hooks.stop(None).await.must_continue());
    let TurnEnd::Stop(messages) = hooks.stop(None).await else {
        panic!("the cap is 2");
    };
    assert_eq!(messages.text_for_model, None);
    assert_eq!(messages.outcome.diagnostics[0].code, "stop-cap");
    assert_eq!(active(&seen), [false, true, true]);
    // It stopped: whatever comes next is a new beginning.
    hooks.stop(None).await;
    assert_eq!(active(&seen), [false]);
}

#[tokio::test]
async fn an_instruction_for_an_agent_that_goes_on_has_the_context_too() {
    let mut answer = Answer::block("the tests fail");
    answer.additional_context = Some("3 of 12".to_owned());
    let TurnEnd::Continue { text, .. } = answering("Stop", answer).stop(None).await else {
        panic!("it was blocked");
    };
    assert_eq!(text, "Stop: feedback from hook: the tests fail\n3 of 12");
}

#[tokio::test]
async fn an_agent_that_is_to_stop_is_not_sent_back() {
    for event in ["Stop", "SubagentStop", "TeammateIdle"] {
        let mut answer = Answer::block("no");
        answer.stop = true;
        answer.stop_reason = Some("enough".to_owned());
        let hooks = answering(event, answer);
        let ending = match event {
            "Stop" => hooks.stop(None).await,
            "SubagentStop" => hooks.subagent_stop("", None).await,
            _ => hooks.teammate_idle("ada", "core").await,
        };
        let TurnEnd::Stop(messages) = ending else {
            panic!("{event}: continue: false clears a block");
        };
        assert_eq!(messages.stop.as_deref(), Some("enough"));
    }
}

#[tokio::test]
async fn trouble_is_also_told_as_a_notification() {
    let context = FunctionHook::new("Notification", "hook", |_| async {
        Answer::context("seen")
    });
    let (hooks, seen) = watched(builder().function(context));
    let [error, notification] = hooks.on_error("broken").await;
    assert_eq!(
        seen.take(),
        [
            input("OnError", json!({"message": "broken", "level": "error"})),
            input(
                "Notification",
                json!({"message": "broken", "notification_type": "error", "level": "error"})
            ),
        ]
    );
    assert_eq!(error.text_for_model, None);
    assert_eq!(notification.text_for_model.as_deref(), Some("seen"));

    hooks.on_max_iterations("100 turns").await;
    assert_eq!(
        seen.take(),
        [
            input(
                "OnMaxIterations",
                json!({"message": "100 turns", "level": "warning"})
            ),
            input(
                "Notification",
                json!({"message": "100 turns", "notification_type": "warning", "level": "warning"})
            ),
        ]
    );
}

#[tokio::test]
async fn a_turn_begins_with_what_background_hooks_have_had_to_say() {
    let answer =
        json!({"hookSpecificOutput": {"hookEventName": "Stop", "additionalContext": "built"}});
    let hook = fake_with(
        &[&format!("say:{answer}")],
        json!({"async": true, "name": "build"}),
    );
    let settings = json!({"hooks": {"Stop": [{"hooks": [hook]}]}});
    let (hooks, _) = watched(builder().settings_json(settings.to_string()));
    assert!(hooks.turn_start().await.notices.is_empty());
    assert!(!hooks.stop(None).await.must_continue());
    tokio::time::timeout(HANG, hooks.session().until_quiet())
        .await
        .unwrap();
    let notices = hooks.turn_start().await.notices;
    let texts: Vec<_> = notices
        .iter()
        .map(|notice| (&*notice.name, &*notice.text))
        .collect();
    assert_eq!(texts, [("build", "built")]);
    assert!(
        hooks.turn_start().await.notices.is_empty(),
        "each is given once"
    );
}
