//! Laws of selecting: what the index leaves out nobody would have accepted.
#![cfg(test)]

use proptest::prelude::*;
use serde_json::json;
use snaphook_core::event::Event;
use snaphook_core::hook::{CommandDef, HandlerDef, Hook, OnFailure, Scope, Source};
use snaphook_core::input::Input;
use snaphook_core::matching::{Aliases, GroupMatcher};
use snaphook_core::select::{Choice, HookSet, SelectionFate};

/// Few letters, so that matchers and values meet.
fn matcher() -> impl Strategy<Value = String> {
    let text = "[ab_]{1,3}";
    prop_oneof![
        Just(String::new()),
        text.prop_map(|name| name),
        (text, text).prop_map(|(one, other)| format!("{one}|{other}")),
        text.prop_map(|name| format!("^{name}$")),
        text.prop_map(|name| format!("^{name}.*")),
        text.prop_map(|name| format!("{name}$")),
        text.prop_map(|name| format!("{name}.*")),
        (text, text).prop_map(|(one, other)| format!("^({one}|{other})$")),
        (text, text).prop_map(|(one, other)| format!("({one})?{other}+")),
        (text, text).prop_map(|(one, other)| format!("^{one}.*{other}|b$")),
        (text, text).prop_map(|(one, other)| format!("^(?!{one}).*{other}")),
        r"[ab.*+?|()^$\[\]\\]{1,8}",
    ]
}

fn hook(number: usize, matcher: &str, guard: bool) -> Hook {
    let event = Event::resolve("PreToolUse");
    let matcher = GroupMatcher::new(event.spec(), Some(matcher));
    let command = CommandDef {
        // Some of them are the same.
        command: format!("hook {}", number % 7),
        ..CommandDef::default()
    };
    let handler = HandlerDef::new(command);
    let mut hook = Hook::new(event, matcher, handler, Source::host(Scope::User));
    if guard {
        hook.on_failure = OnFailure::Block;
    }
    hook
}

fn set(matchers: &[(String, bool)]) -> HookSet {
    let hooks = matchers.iter().enumerate();
    let aliases = Aliases::none().with(["a", "bb"]).with(["ab", "_", "b"]);
    HookSet::builder()
        .aliases(aliases)
        .hooks(hooks.map(|(number, (text, guard))| hook(number, text, *guard)))
        .build()
}

proptest! {
    #[test]
    fn the_index_selects_what_asking_everybody_selects(
        matchers in proptest::collection::vec((matcher(), any::<bool>()), 0..24),
        values in proptest::collection::vec("[ab_\n]{0,5}", 1..6),
    ) {
        let set = set(&matchers);
        let tools = values.iter().map(|value| json!(value));
        for tool in tools.chain([json!(null), json!(5)]) {
            let input = json!({"hook_event_name": "PreToolUse", "tool_name": tool});
            let input = Input::parse(&input.to_string()).unwrap();
            let asked = set.consider(&input, &[]);
            let asked: Vec<usize> = (0..)
                .zip(asked)
                .filter(|(_, (_, considered))| *considered == SelectionFate::Chosen(Choice::Run))
                .map(|(place, _)| place)
                .collect();
            // Twice: the second time it is remembered.
            for _ in 0..2 {
                let selected = set.select(&input);
                let selected: Vec<usize> = selected
                    .iter()
                    .flat_map(|selection| selection.chosen.iter().map(|chosen| chosen.place))
                    .collect();
                prop_assert_eq!(&selected, &asked);
            }
        }
    }
}

#[test]
fn a_text_that_stands_in_a_value_many_times_counts_once() {
    let matchers = vec![("a.*".to_owned(), false); 50];
    let set = set(&matchers);
    let input = json!({"hook_event_name": "PreToolUse", "tool_name": "a".repeat(100_000)});
    let input = Input::parse(&input.to_string()).unwrap();
    assert_eq!(set.select(&input).unwrap().chosen.len(), 7);
}

#[test]
fn a_set_says_which_events_it_has_hooks_for() {
    let set = set(&[("Bash".to_owned(), false)]);
    for row in snaphook_core::event::EVENTS {
        let event = Event::resolve(row.name);
        let bit = 1 << event.place().unwrap();
        assert_eq!(set.occupied() & bit != 0, set.has(&event), "{}", row.name);
    }
    assert_eq!(Event::resolve("Deploy").place(), None);
}
