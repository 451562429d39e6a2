//! Laws of reading answers and merging them.
#![cfg(test)]

use proptest::prelude::*;
use serde_json::{Value, json};
use snaphook_core::answer::{
    CapturedOutput, PermissionDecision, ProcessExit, ProcessResult, Response,
};
use snaphook_core::dialect::CANONICAL;
use snaphook_core::event::{EVENTS, Event};
use snaphook_core::hook::{CommandDef, HandlerDef, Hook, OnFailure, Scope, Source};
use snaphook_core::matching::GroupMatcher;
use snaphook_core::merge::{DispatchFacts, Effects, settle};
use snaphook_core::outcome::Outcome;
use snaphook_core::verdict::{JudgeContext, Verdict, judge};

fn hook(event: &Event, number: usize, guard: bool) -> Hook {
    let def = CommandDef {
        command: format!("hook {number}"),
        ..CommandDef::default()
    };
    let mut hook = Hook::new(
        event.clone(),
        GroupMatcher::all(),
        HandlerDef::new(def),
        Source::host(Scope::User),
    );
    if guard {
        hook.on_failure = OnFailure::Block;
    }
    hook
}

fn judged(event: &Event, number: usize, guard: bool, response: &Response) -> Verdict {
    let hook = hook(event, number, guard);
    let context = JudgeContext {
        spec: event.spec(),
        event: event.as_str(),
        hook: &hook,
        lane: number,
        can_block: true,
        rules: &CANONICAL,
        mcp_tool: false,
        input: None,
    };
    judge(&context, response)
}

fn process(stdout: String, stderr: &str, code: i32) -> Response {
    Response::Process(ProcessResult {
        stdout: CapturedOutput::from(stdout),
        stderr: CapturedOutput::from(stderr.to_owned()),
        ended: ProcessExit::Exit(code),
        ..ProcessResult::default()
    })
}

fn settled(event: &Event, effects: Effects) -> Outcome {
    let mut outcome = Outcome::go_on(event);
    let facts = DispatchFacts {
        any_ran: true,
        worktree_gone: false,
        ..DispatchFacts::default()
    };
    settle(event.spec(), effects, facts, &mut outcome);
    outcome
}

/// Something a hook might print: fields that fit, and fields that do not.
fn answer(event: &'static str) -> impl Strategy<Value = Value> {
    let universal = prop_oneof![
        Just(("continue", json!(false))),
        Just(("continue", json!(true))),
        Just(("stopReason", json!("enough"))),
        Just(("systemMessage", json!("hello"))),
        Just(("systemMessage", json!(7))),
        Just(("suppressOutput", json!("yes"))),
        Just(("decision", json!("approve"))),
        Just(("decision", json!("block"))),
        Just(("decision", json!("deny"))),
        Just(("reason", json!("because"))),
        Just(("reason", Value::Null)),
        Just(("unknown", json!([1, {"deep": null}]))),
    ];
    let specific = prop_oneof![
        Just(("permissionDecision", json!("allow"))),
        Just(("permissionDecision", json!("deny"))),
        Just(("permissionDecision", json!("ask"))),
        Just(("permissionDecision", json!("defer"))),
        Just(("permissionDecision", json!("perhaps"))),
        Just(("permissionDecisionReason", json!("r"))),
        Just(("permissionDecisionReason", json!({}))),
        Just(("updatedInput", json!({"a": 1}))),
        Just(("updatedInput", json!({"a": 2}))),
        Just(("updatedInput", json!("text"))),
        Just(("updatedToolOutput", json!("new"))),
        Just(("additionalContext", json!("context"))),
        Just(("additionalContext", json!(false))),
        Just((
            "decision",
            json!({"behavior": "allow", "updatedInput": {"b": 1}})
        )),
        Just(("decision", json!({"behavior": "deny", "message": "never"}))),
        Just(("decision", json!({"behavior": "maybe"}))),
        Just(("action", json!("accept"))),
        Just(("action", json!("decline"))),
        Just(("action", json!("cancel"))),
        Just(("watchPaths", json!(["/a", "/b"]))),
        Just(("watchPaths", json!(["/b", "/c"]))),
        Just(("retry", json!(true))),
        Just(("sessionTitle", json!("title"))),
        Just(("hookEventName", json!("Nonsense"))),
    ];
    (
        proptest::collection::vec(universal, 0..4),
        proptest::collection::vec(specific, 0..5),
    )
        .prop_map(move |(universal, specific)| {
            let mut inner = json!({"hookEventName": event});
            for (key, value) in specific {
                inner[key] = value;
            }
            let mut outer = json!({"hookSpecificOutput": inner});
            for (key, value) in universal {
                outer[key] = value;
            }
            outer
        })
}

/// A hook's answer, its exit code and whether it is a guard.
fn turn(event: &'static str) -> impl Strategy<Value = (Value, i32, bool)> {
    (
        answer(event),
        prop_oneof![Just(0), Just(2), Just(1), Just(7)],
        any::<bool>(),
    )
}

fn events() -> impl Strategy<Value = &'static str> {
    (0..EVENTS.len()).prop_map(|index| EVENTS[index].name)
}

fn effects_of(event: &'static str, turns: &[(Value, i32, bool)]) -> Vec<Effects> {
    let event = Event::resolve(event);
    turns
        .iter()
        .enumerate()
        .map(|(number, (answer, code, guard))| {
            judged(
                &event,
                number,
                *guard,
                &process(answer.to_string(), "complaint", *code),
            )
            .effects
        })
        .collect()
}

fn merged(effects: impl IntoIterator<Item = Effects>) -> Effects {
    effects.into_iter().fold(Effects::default(), Effects::merge)
}

proptest! {
    #[test]
    fn merging_is_associative_and_silence_is_its_identity(
        (event, turns) in events().prop_flat_map(|e| (Just(e), proptest::collection::vec(turn(e), 3)))
    ) {
        let effects = effects_of(event, &turns);
        let [a, b, c] = <[Effects; 3]>::try_from(effects).unwrap();
        let left = a.clone().merge(b.clone()).merge(c.clone());
        let right = a.clone().merge(b.merge(c));
        prop_assert_eq!(left, right);
        prop_assert_eq!(a.clone().merge(Effects::default()), a.clone());
        prop_assert_eq!(Effects::default().merge(a.clone()), a);
    }

    #[test]
    fn a_deny_absorbs(
        (before, after) in (proptest::collection::vec(turn("PreToolUse"), 0..4), proptest::collection::vec(turn("PreToolUse"), 0..4))
    ) {
        let event = Event::resolve("PreToolUse");
        let deny = json!({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny"}});
        let deny = judged(&event, 99, false, &process(deny.to_string(), "", 0)).effects;
        let all = effects_of("PreToolUse", &before)
            .into_iter()
            .chain([deny])
            .chain(effects_of("PreToolUse", &after));
        let outcome = settled(&event, merged(all));
        prop_assert!(outcome.blocked);
        prop_assert_eq!(outcome.permission_decision, Some(PermissionDecision::Deny));
        prop_assert!(outcome.updated_input.is_none());
    }

    #[test]
    fn nothing_beside_a_deny_voids_it(beside in answer("PreToolUse"), code in 0..9_i32, which in 0..3) {
        let event = Event::resolve("PreToolUse");
        let mut answer = beside;
        match which {
            0 => answer["decision"] = json!("block"),
            1 => answer["hookSpecificOutput"]["permissionDecision"] = json!("deny"),
            _ => answer["continue"] = json!(false),
        }
        let verdict = judged(&event, 0, false, &process(answer.to_string(), "", code));
        let outcome = settled(&event, verdict.effects);
        if which == 2 {
            prop_assert!(!outcome.go_on);
        } else {
            prop_assert!(outcome.blocked);
            prop_assert_eq!(outcome.permission_decision, Some(PermissionDecision::Deny));
        }
    }

    #[test]
    fn exit_2_blocks_whatever_stands_on_stdout(stdout in ".{0,80}", json in answer("PreToolUse"), as_json: bool) {
        let event = Event::resolve("PreToolUse");
        let stdout = if as_json { json.to_string() } else { stdout };
        let outcome = settled(&event, judged(&event, 0, false, &process(stdout, "no", 2)).effects);
        prop_assert!(outcome.blocked);
    }

    #[test]
    fn a_guard_never_lets_a_failure_through(stdout in answer("PreToolUse"), code in 3..99_i32) {
        let event = Event::resolve("PreToolUse");
        let outcome = settled(&event, judged(&event, 0, true, &process(stdout.to_string(), "", code)).effects);
        prop_assert!(outcome.blocked || !outcome.go_on);
    }

    #[test]
    fn reading_never_panics(event in events(), stdout in "\\PC*", code in any::<i32>()) {
        let event = Event::resolve(event);
        let braced = format!("{{{stdout}}}");
        for text in [stdout, braced] {
            let verdict = judged(&event, 0, true, &process(text, "", code));
            let _ = settled(&event, verdict.effects);
        }
    }
}
