//! What must hold of every combination of hooks, rules, modes and people.

use snaphook::prelude::*;
use std::sync::Arc;

use proptest::prelude::*;
use serde_json::{Value, json};
use snaphook::permission::{Behavior, CallDecision, Decider, Decision, Mode, Stage};
use snaphook::{Engine, FunctionHook};

use super::world::{Person, bash, in_mode, rules};

/// What a call may be of; rules and hooks speak of these.
const COMMANDS: [&str; 4] = ["one", "two", "three", "four"];

/// What a hook says of each command.
#[derive(Debug, Clone)]
struct CommandReplies(Vec<Word>);

#[derive(Debug, Clone, Copy, PartialEq)]
enum Word {
    Nothing,
    Allow,
    Ask,
    Defer,
    Deny,
    /// Exit 2.
    Block,
    Rewrite(usize, bool),
}

#[derive(Debug, Clone)]
struct World {
    before: Vec<CommandReplies>,
    request: Vec<CommandReplies>,
    rules: Vec<(Behavior, usize)>,
    mode: Mode,
    person: Option<&'static str>,
    command: usize,
}

fn word() -> impl Strategy<Value = Word> {
    prop_oneof![
        4 => Just(Word::Nothing),
        2 => Just(Word::Allow),
        1 => Just(Word::Ask),
        1 => Just(Word::Defer),
        1 => Just(Word::Deny),
        1 => Just(Word::Block),
        3 => (0..COMMANDS.len(), any::<bool>()).prop_map(|(to, allow)| Word::Rewrite(to, allow)),
    ]
}

fn says() -> impl Strategy<Value = CommandReplies> {
    prop::collection::vec(word(), COMMANDS.len()).prop_map(CommandReplies)
}

fn world() -> impl Strategy<Value = World> {
    (
        prop::collection::vec(says(), 0..4),
        prop::collection::vec(says(), 0..3),
        prop::collection::vec(
            (prop::sample::select(&Behavior::ALL[..]), 0..COMMANDS.len()),
            0..5,
        ),
        prop::sample::select(&Mode::ALL[..]),
        prop::sample::select(&[None, Some("allow"), Some("deny")][..]),
        0..COMMANDS.len(),
    )
        .prop_map(|(before, request, rules, mode, person, command)| World {
            before,
            request,
            rules,
            mode,
            person,
            command,
        })
}

impl CommandReplies {
    fn of(&self, command: &Value) -> Word {
        let at = COMMANDS.iter().position(|known| command == known);
        at.map_or(Word::Nothing, |at| self.0[at])
    }

    fn hook(&self, event: &'static str, name: String) -> FunctionHook {
        let says = self.clone();
        FunctionHook::new(event, &name, move |call| {
            let input = call.input.fields().value("tool_input").unwrap_or_default();
            let word = says.of(&input["command"]);
            async move { answer(event, word) }
        })
    }
}

fn answer(event: &str, word: Word) -> Value {
    let to = |at: usize| json!({ "command": COMMANDS[at] });
    let specific = match (event, word) {
        ("PreToolUse", Word::Nothing) => json!({}),
        ("PreToolUse", Word::Allow) => json!({"permissionDecision": "allow"}),
        ("PreToolUse", Word::Ask) => json!({"permissionDecision": "ask"}),
        ("PreToolUse", Word::Defer) => json!({"permissionDecision": "defer"}),
        ("PreToolUse", Word::Deny) => json!({"permissionDecision": "deny"}),
        ("PreToolUse", Word::Block) => return json!({"decision": "block", "reason": "no"}),
        ("PreToolUse", Word::Rewrite(at, true)) => {
            json!({"permissionDecision": "allow", "updatedInput": to(at)})
        }
        ("PreToolUse", Word::Rewrite(at, false)) => json!({"updatedInput": to(at)}),
        (_, Word::Allow) => json!({"decision": {"behavior": "allow"}}),
        (_, Word::Deny) => json!({"decision": {"behavior": "deny"}}),
        (_, Word::Rewrite(at, _)) => {
            json!({"decision": {"behavior": "allow", "updatedInput": to(at)}})
        }
        _ => json!({}),
    };
    let mut specific = specific;
    specific["hookEventName"] = event.into();
    json!({ "hookSpecificOutput": specific })
}

impl World {
    fn engine(&self) -> Engine {
        let texts: Vec<(Behavior, String)> = self
            .rules
            .iter()
            .map(|(behavior, at)| (*behavior, format!("Bash({})", COMMANDS[*at])))
            .collect();
        let texts: Vec<(Behavior, &str)> = texts
            .iter()
            .map(|(behavior, rule)| (*behavior, rule.as_str()))
            .collect();
        let mut builder = rules(&texts);
        for (at, says) in self.before.iter().enumerate() {
            builder = builder.function(says.hook("PreToolUse", format!("before-{at}")));
        }
        for (at, says) in self.request.iter().enumerate() {
            builder = builder.function(says.hook("PermissionRequest", format!("request-{at}")));
        }
        if let Some(answer) = self.person {
            builder = builder.approver(Person::who_says(answer) as Arc<_>);
        }
        builder.build().unwrap()
    }

    fn decide(&self) -> Decision {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        runtime.block_on(async {
            let call = bash(COMMANDS[self.command]);
            self.engine()
                .authorize(&in_mode(self.mode.as_str()), call)
                .await
        })
    }

    fn has_rule(&self, behavior: Behavior, command: &Value) -> bool {
        let mut rules = self.rules.iter();
        rules.any(|(one, at)| *one == behavior && command == COMMANDS[*at])
    }

    fn is_denied_by_hook(&self, command: &Value) -> bool {
        let mut words = self.before.iter().map(|says| says.of(command));
        words.any(|word| matches!(word, Word::Deny | Word::Block))
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(250))]

    #[test]
    fn nothing_that_is_denied_gets_through(world in world()) {
        let decision = world.decide();
        let command = &decision.tool_input["command"];
        if decision.is_allowed() {
            prop_assert!(!world.has_rule(Behavior::Deny, command), "a deny rule");
            prop_assert!(!world.is_denied_by_hook(command), "a hook");
        }
        if world.is_denied_by_hook(&json!(COMMANDS[world.command])) {
            prop_assert_eq!(decision.decision, CallDecision::Deny);
        }
    }

    #[test]
    fn an_ask_rule_is_answered_by_a_request_hook_or_a_person(world in world()) {
        let decision = world.decide();
        if decision.is_allowed() && world.has_rule(Behavior::Ask, &decision.tool_input["command"]) {
            let answered = match &decision.by {
                Decider::Approver => true,
                Decider::Hook { event, .. } => *event == "PermissionRequest",
                _ => false,
            };
            prop_assert!(answered, "{}", decision.by);
        }
    }

    #[test]
    fn where_nobody_is_asked_only_what_was_allowed_runs(mut world in world()) {
        world.mode = Mode::DontAsk;
        let decision = world.decide();
        prop_assert!(decision.steps.iter().all(|step| step.stage != Stage::Approver));
        if decision.is_allowed() {
            let by_hook = matches!(&decision.by, Decider::Hook { event: "PreToolUse", .. });
            let by_rule = matches!(&decision.by, Decider::Rule { .. });
            prop_assert!(by_hook || by_rule, "{}", decision.by);
        }
    }

    #[test]
    fn one_more_deny_never_lets_more_through(world in world(), at in 0..COMMANDS.len(), rule in any::<bool>()) {
        let before = world.decide();
        let mut stricter = world.clone();
        if rule {
            stricter.rules.push((Behavior::Deny, at));
        } else {
            let mut words = vec![Word::Nothing; COMMANDS.len()];
            words[at] = Word::Deny;
            stricter.before.push(CommandReplies(words));
        }
        let after = stricter.decide();
        // (A hook's deny drops its own rewrites only, so the call may differ.)
        if before.decision == CallDecision::Deny {
            prop_assert!(after.decision != CallDecision::Allow, "{:?} then {:?}", before.steps, after.steps);
        }
    }

    #[test]
    fn the_same_call_is_decided_the_same_way(world in world()) {
        let (first, second) = (world.decide(), world.decide());
        prop_assert_eq!(first.decision, second.decision);
        prop_assert_eq!(first.by.to_string(), second.by.to_string());
        prop_assert_eq!(first.tool_input, second.tool_input);
    }
}
