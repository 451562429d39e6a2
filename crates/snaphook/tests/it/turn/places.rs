//! Every place of an agent loop: the exact input that it fires, and what it
//! gives back when hooks are silent, add context, block or stop the agent.

use std::future::Future;
use std::pin::Pin;

use serde_json::{Value, json};
use snaphook::event::EVENTS;
use snaphook::input::typed;
use snaphook::turn::{
    AgentHooks, EventDecision, EventReply, HookMessages, ModelAnswerReply, ModelCallReply,
    ModelSwitchReply, TurnEnd,
};
use snaphook::turn::{WorktreeCreation, WorktreeRemoval};
use snaphook::{Answer, Event};

use super::{answering, input, watched};
use crate::common::builder;

/// What a place gave back: what was said, and whether what was to happen does.
struct PlaceReply {
    messages: Option<HookMessages>,
    decision: bool,
}

impl From<HookMessages> for PlaceReply {
    fn from(messages: HookMessages) -> Self {
        Self {
            messages: Some(messages),
            decision: true,
        }
    }
}

impl From<(EventDecision, HookMessages)> for PlaceReply {
    fn from((decision, messages): (EventDecision, HookMessages)) -> Self {
        assert!(
            decision == EventDecision::Proceed
                || decision == EventDecision::Blocked("no".to_owned()),
            "the reason as the hook gave it: {decision:?}"
        );
        Self {
            decision: decision.proceeds(),
            ..messages.into()
        }
    }
}

impl From<EventReply> for PlaceReply {
    fn from(decided: EventReply) -> Self {
        (decided.decision, decided.messages).into()
    }
}

impl From<ModelCallReply> for PlaceReply {
    fn from(called: ModelCallReply) -> Self {
        (called.decision, called.messages).into()
    }
}

impl From<ModelAnswerReply> for PlaceReply {
    fn from(answered: ModelAnswerReply) -> Self {
        (answered.decision, answered.messages).into()
    }
}

/// An agent that may end is what was to happen.
impl From<TurnEnd> for PlaceReply {
    fn from(ending: TurnEnd) -> Self {
        match ending {
            TurnEnd::Stop(messages) => messages.into(),
            TurnEnd::Continue { text, messages } => {
                assert_eq!(Some(&text), messages.text_for_model.as_ref());
                Self {
                    decision: false,
                    ..messages.into()
                }
            }
        }
    }
}

impl From<ModelSwitchReply> for PlaceReply {
    fn from(switch: ModelSwitchReply) -> Self {
        match switch {
            ModelSwitchReply::Switch(messages) => messages.into(),
            ModelSwitchReply::Blocked(reason, messages) => {
                (EventDecision::Blocked(reason), messages).into()
            }
            other => panic!("nobody asked for this: {other:?}"),
        }
    }
}

type Fired<'a> = Pin<Box<dyn Future<Output = PlaceReply> + 'a>>;

/// What a block does at a place.
enum Block {
    /// Nothing at all.
    Nothing,
    /// The user is told the reason as it is.
    Notice,
    /// It does not happen, and the user is told in these words.
    User(&'static str),
    /// It does not happen, and the model is told in these words.
    Model(&'static str),
    /// The files of the world decide: see the tests of worktrees.
    Elsewhere,
}

/// One place of an agent loop.
struct Place {
    event: &'static str,
    fire: fn(&mut AgentHooks) -> Fired<'_>,
    fields: Value,
    block: Block,
}

macro_rules! place {
    ($event:literal, $fields:tt, $block:expr, |$hooks:ident| $fire:expr) => {
        Place {
            event: $event,
            fire: |$hooks| Box::pin(async move { PlaceReply::from($fire) }),
            fields: json!($fields),
            block: $block,
        }
    };
}

#[rustfmt::skip] // A table: one row for each place.
fn places() -> Vec<Place> {
    use Block::{Elsewhere, Model, Nothing, Notice, User};
    let task = json!({"task_id": "1", "task_subject": "tidy", "task_description": "all of it"});
    let (created, completed) = (task.clone(), task);
    let switch = json!({"from_model": "a", "to_model": "b", "source": "user", "requested_model": "best"});
    let (before, after) = (switch.clone(), switch);
    vec![
        place!("SessionStart", {"source": "startup", "model": "opus"}, Notice,
            |hooks| hooks.session_start(typed::SessionStart::new("startup").model("opus")).await.messages),
        place!("Setup", {"trigger": "init"}, Nothing, |hooks| hooks.setup("init").await),
        place!("UserPromptSubmit", {"prompt": "hello"},
            User("UserPromptSubmit: the prompt was stopped by hook: no"),
            |hooks| { let said = hooks.prompt_submitted("hello").await; (said.decision, said.messages) }),
        place!("UserPromptSubmit", {"prompt": "hello", "session_title": "greetings"},
            User("UserPromptSubmit: the prompt was stopped by hook: no"),
            |hooks| {
                let prompt = typed::UserPromptSubmit::new("hello").session_title("greetings");
                let said = hooks.prompt_submitted_as(prompt).await;
                (said.decision, said.messages)
            }),
        place!("UserPromptExpansion", {"expansion_type": "command", "command_name": "review",
                "command_args": "src", "command_source": "project", "prompt": "/review src"},
            User("UserPromptExpansion: the expansion was stopped by hook: no"),
            |hooks| hooks.prompt_expanded(typed::UserPromptExpansion::new(
                "command", "review", "src", "project", "/review src")).await),
        place!("PostToolBatch", {"tool_calls": [{"tool_name": "Read"}]},
            Model("PostToolBatch: the loop was stopped by hook: no"),
            |hooks| hooks.tool_batch(vec![json!({"tool_name": "Read"})]).await),
        place!("Notification", {"message": "done", "notification_type": "idle", "title": "agent"}, Nothing,
            |hooks| hooks.notification(typed::Notification::new("done", "idle").title("agent")).await),
        place!("MessageDisplay", {"turn_id": "t", "message_id": "m", "index": 0, "final": true, "delta": "hi"}, Nothing,
            |hooks| hooks.message_display(typed::MessageDisplay::new("t", "m", 0_u64, true, "hi")).await.messages),
        place!("SubagentStart", {"agent_id": "a1", "agent_type": "explorer"}, Notice,
            |hooks| hooks.subagent_start("a1", "explorer").await.1),
        place!("SubagentStop", {"stop_hook_active": false, "agent_id": "", "agent_type": "",
                "agent_transcript_path": "/t.jsonl", "last_assistant_message": "found"},
            Model("SubagentStop: feedback for the subagent from hook: no"),
            |hooks| hooks.subagent_stop("/t.jsonl", Some("found")).await),
        place!("TaskCreated", created, Model("TaskCreated: the task was refused, feedback from hook: no"),
            |hooks| hooks.task_created(typed::TaskCreated::new("1", "tidy").task_description("all of it")).await),
        place!("TaskCompleted", completed, Model("TaskCompleted: the task is not complete, feedback from hook: no"),
            |hooks| hooks.task_completed(typed::TaskCompleted::new("1", "tidy").task_description("all of it")).await),
        place!("Stop", {"stop_hook_active": false, "last_assistant_message": "done"},
            Model("Stop: feedback from hook: no"), |hooks| hooks.stop(Some("done")).await),
        place!("Stop", {"stop_hook_active": false},
            Model("Stop: feedback from hook: no"), |hooks| hooks.stop(None).await),
        place!("StopFailure", {"error": "rate_limit", "error_details": "429"}, Nothing,
            |hooks| hooks.stop_failure(typed::StopFailure::new("rate_limit").error_details("429")).await),
        place!("TeammateIdle", {"teammate_name": "ada", "team_name": "core"},
            Model("TeammateIdle: feedback for the teammate from hook: no"),
            |hooks| hooks.teammate_idle("ada", "core").await),
        place!("InstructionsLoaded", {"file_path": "/AGENTS.md", "memory_type": "Project", "load_reason": "session_start"},
            Nothing,
            |hooks| hooks.instructions_loaded(typed::InstructionsLoaded::new("/AGENTS.md", "Project", "session_start")).await),
        place!("ConfigChange", {"source": "project_settings", "file_path": "/s.json"},
            User("ConfigChange: the change of settings was stopped by hook: no"),
            |hooks| hooks.config_changed(typed::ConfigChange::new("project_settings").file_path("/s.json")).await),
        place!("ConfigChange", {"source": "policy_settings"}, Nothing,
            |hooks| hooks.config_changed(typed::ConfigChange::new("policy_settings")).await),
        place!("CwdChanged", {"cwd": "/", "old_cwd": std::env::temp_dir().to_string_lossy(), "new_cwd": "/"}, Notice,
            |hooks| hooks.cwd_changed("/").await.messages),
        place!("DirectoryAdded", {"directory": "/more", "source": "user"}, Nothing,
            |hooks| hooks.directory_added("/more", "user").await),
        place!("FileChanged", {"file_path": "/f", "event": "unlink"}, Notice,
            |hooks| hooks.file_changed("/f", "unlink").await.messages),
        place!("WorktreeCreate", {"name": "feature"}, Elsewhere,
            |hooks| match hooks.worktree_create("feature").await {
                WorktreeCreation::ByHost => PlaceReply { messages: None, decision: true },
                other => panic!("{other:?}"),
            }),
        place!("WorktreeRemove", {"worktree_path": "/nowhere"}, Elsewhere,
            |hooks| match hooks.worktree_remove("/nowhere").await {
                WorktreeRemoval::ByHost => PlaceReply { messages: None, decision: true },
                other => panic!("{other:?}"),
            }),
        place!("PreCompact", {"trigger": "auto", "custom_instructions": null},
            User("PreCompact: the compaction was stopped by hook: no"),
            |hooks| { let said = hooks.before_compaction("auto", None).await; (said.decision, said.messages) }),
        place!("PostCompact", {"trigger": "auto", "compact_summary": "short"}, Notice,
            |hooks| hooks.compacted("auto", "short").await.messages),
        place!("PreModelSwitch", before, User("PreModelSwitch: the switch of models was refused by hook: no"),
            |hooks| hooks.before_model_switch(typed::PreModelSwitch::new("a", "b", "user").requested_model("best")).await),
        place!("PostModelSwitch", after, Notice,
            |hooks| hooks.after_model_switch(typed::PostModelSwitch::new("a", "b", "user").requested_model("best")).await),
        place!("Elicitation", {"mcp_server_name": "db", "message": "which?", "requested_schema": {}},
            User("Elicitation: the elicitation was declined by hook: no"),
            |hooks| {
                let question = typed::Elicitation::new("db", "which?").requested_schema(json!({}));
                let answered = hooks.elicitation(question).await;
                let decision = if answered.action.is_none() { EventDecision::Proceed } else { EventDecision::Blocked("no".to_owned()) };
                (decision, answered.messages)
            }),
        place!("ElicitationResult", {"mcp_server_name": "db", "action": "accept", "content": {"name": "x"}},
            User("ElicitationResult: the answer to the elicitation was declined by hook: no"),
            |hooks| {
                let answer = typed::ElicitationResult::new("db", "accept").content(json!({"name": "x"}));
                let answered = hooks.elicitation_result(answer).await;
                let decision = if answered.action.is_none() { EventDecision::Proceed } else { EventDecision::Blocked("no".to_owned()) };
                (decision, answered.messages)
            }),
        place!("SessionEnd", {"reason": "logout"}, Notice, |hooks| hooks.session_end("logout").await),
        place!("TurnStart", {}, Nothing, |hooks| hooks.turn_start().await.messages),
        place!("BeforeLlmCall", {}, User("BeforeLlmCall: the model call was stopped by hook: no"),
            |hooks| hooks.before_model_call().await),
        place!("AfterLlmCall", {"last_assistant_message": "hi"}, User("AfterLlmCall: the model's answer was withheld by hook: no"),
            |hooks| hooks.after_model_call("hi").await),
        place!("OnUserInput", {}, Nothing, |hooks| hooks.on_user_input().await),
        place!("OnError", {"message": "broken", "level": "error"}, Nothing,
            |hooks| { let [error, _] = hooks.on_error("broken").await; error }),
        place!("OnMaxIterations", {"message": "too many", "level": "warning"}, Nothing,
            |hooks| { let [limit, _] = hooks.on_max_iterations("too many").await; limit }),
    ]
}

/// Events that only the gate fires, or the host's permissions.
const OF_TOOLS: [&str; 5] = [
    "PreToolUse",
    "PermissionRequest",
    "PermissionDenied",
    "PostToolUse",
    "PostToolUseFailure",
];

/// Places where what hooks add is for the model.
const WITH_CONTEXT: [&str; 10] = [
    "SessionStart",
    "Setup",
    "UserPromptSubmit",
    "UserPromptExpansion",
    "PostToolBatch",
    "Notification",
    "SubagentStart",
    "PostModelSwitch",
    "TurnStart",
    "AfterLlmCall",
];

#[test]
fn every_event_has_its_place_in_an_agent_loop() {
    let places = places();
    for event in EVENTS {
        let placed = places.iter().any(|place| place.event == event.name);
        assert_ne!(placed, OF_TOOLS.contains(&event.name), "{}", event.name);
    }
}

#[tokio::test]
async fn a_place_fires_its_event_with_exactly_its_fields_and_silence_goes_on() {
    for place in places() {
        let (mut hooks, seen) = watched(builder());
        let heard = (place.fire)(&mut hooks).await;
        assert_eq!(seen.take()[0], input(place.event, place.fields));
        assert!(heard.decision, "{}", place.event);
        if let Some(messages) = heard.messages {
            assert_eq!(messages.text_for_model, None, "{}", place.event);
            assert_eq!(messages.texts_for_user, [] as [&str; 0], "{}", place.event);
            assert_eq!(messages.stop, None, "{}", place.event);
            assert_eq!(messages.outcome.event, *Event::resolve(place.event).name());
        }
    }
}

#[tokio::test]
async fn context_is_for_the_model_where_the_event_takes_it_and_messages_for_the_user() {
    for place in places() {
        if matches!(place.block, Block::Elsewhere) {
            continue;
        }
        let answer = Answer::context("mind the gap").with_system_message("for you");
        let heard = (place.fire)(&mut answering(place.event, answer)).await;
        let messages = heard.messages.unwrap();
        let (expected, decision) = match place.event {
            // There, context sends the agent back as a block does.
            "Stop" => (Some("Stop: feedback from hook: mind the gap"), false),
            "SubagentStop" => (
                Some("SubagentStop: feedback for the subagent from hook: mind the gap"),
                false,
            ),
            event if WITH_CONTEXT.contains(&event) => (Some("mind the gap"), true),
            _ => (None, true),
        };
        assert_eq!(
            messages.text_for_model.as_deref(),
            expected,
            "{}",
            place.event
        );
        assert_eq!(messages.texts_for_user, ["for you"], "{}", place.event);
        assert_eq!(heard.decision, decision, "{}", place.event);
    }
}

#[tokio::test]
async fn a_block_does_what_the_table_of_events_says() {
    for place in places() {
        let event = place.event;
        let (decision, model, user) = match place.block {
            Block::Elsewhere => continue,
            Block::Nothing => (true, None, None),
            Block::Notice => (true, None, Some("no")),
            Block::User(words) => (false, None, Some(words)),
            Block::Model(words) => (false, Some(words), None),
        };
        let heard = (place.fire)(&mut answering(event, Answer::block("no"))).await;
        let messages = heard.messages.unwrap();
        assert_eq!(heard.decision, decision, "{event}");
        assert_eq!(messages.text_for_model.as_deref(), model, "{event}");
        assert_eq!(messages.texts_for_user, Vec::from_iter(user), "{event}");
        assert_eq!(messages.stop, None, "{event}");
    }
}

#[tokio::test]
async fn any_hook_may_stop_the_agent_and_that_is_no_block() {
    for place in places() {
        if matches!(place.block, Block::Elsewhere) {
            continue;
        }
        let heard = (place.fire)(&mut answering(place.event, Answer::stop("enough"))).await;
        let messages = heard.messages.unwrap();
        assert_eq!(messages.stop.as_deref(), Some("enough"), "{}", place.event);
        assert!(heard.decision, "{}", place.event);

        let mut answer = Answer::stop("");
        answer.stop_reason = None;
        let heard = (place.fire)(&mut answering(place.event, answer)).await;
        let stop = heard.messages.unwrap().stop;
        assert_eq!(stop.as_deref(), Some("a hook stopped the agent"));
    }
}

#[tokio::test]
async fn what_the_host_says_of_the_agent_is_in_every_input() {
    let (mut hooks, seen) = watched(builder());
    hooks.common.permission_mode = Some("plan".to_owned());
    hooks.common.prompt_id = Some("prompt-7".to_owned());
    hooks.turn_start().await;
    let gate = hooks.gate();
    gate.execute("Read", json!({}), crate::gate::echo).await;
    for fired in seen.take() {
        assert_eq!(fired["permission_mode"], "plan");
        assert_eq!(fired["prompt_id"], "prompt-7");
    }
}
