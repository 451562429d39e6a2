//! For any configuration: installing and uninstalling changes nothing that is not ours.

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use snaphook_agents::ConfigScope;
use snaphook_install::{entries, found, merged};

use crate::world::{World, agent, options};

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        "[ -~äß]{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let key = prop_oneof![
            "[a-z]{1,6}",
            Just("hooks".to_owned()),
            Just("PreToolUse".to_owned()),
            Just("command".to_owned())
        ];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((key, inner), 0..4)
                .prop_map(|members| Value::Object(Map::from_iter(members))),
        ]
    })
}

/// An object with hooks of others in it, or with something else in their place.
fn settings() -> impl Strategy<Value = Value> {
    let group = any_json().prop_map(
        |other| json!({"matcher": "Bash", "other": other, "hooks": [{"type": "command", "command": "notify"}]}),
    );
    let hooks = prop::collection::vec(
        (
            prop_oneof![Just("PreToolUse"), Just("Stop"), Just("Other")],
            prop::collection::vec(group, 0..3),
        ),
        0..3,
    );
    (
        prop::collection::vec(("[a-z]{1,6}", any_json()), 0..4),
        prop::option::of(hooks),
    )
        .prop_map(|(members, hooks)| {
            let mut all = Map::from_iter(members);
            if let Some(hooks) = hooks {
                let hooks = hooks
                    .into_iter()
                    .map(|(key, list)| (key.to_owned(), list.into()));
                all.insert("hooks".to_owned(), Value::Object(hooks.collect()));
            }
            Value::Object(all)
        })
}

fn toml_text() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        Just("# a comment\n".to_owned()),
        "[a-z]{1,8}_[0-9]{1,4}".prop_map(|key| format!("{key} = \"x\" # why\n")),
        "[a-z]{1,8}_[0-9]{1,4}".prop_map(|key| format!("\n[t_{key}]\n")),
        Just("\n[[hooks]]\nevent = \"Stop\"\ncommand = \"notify\"\n".to_owned()),
        Just("\r\n".to_owned()),
    ];
    prop::collection::vec(line, 0..8).prop_map(|lines| lines.concat())
}

fn yaml_text() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        Just("# a comment\n".to_owned()),
        "[a-z]{1,8}_[0-9]{1,4}".prop_map(|key| format!("{key}: x  # why\n")),
        "[a-z]{1,8}_[0-9]{1,4}".prop_map(|key| format!("{key}:\n  - a\n  - b: |\n      text\n")),
        Just("\n".to_owned()),
    ];
    let hooks = prop_oneof![
        Just(String::new()),
        Just("hooks:\n".to_owned()),
        Just("hooks: {}\n".to_owned()),
        Just("hooks: {on_x: [{command: notify}]}\n".to_owned()),
        Just(
            "hooks:\n  pre_tool_call:\n  - command: notify\n    # mine\n    timeout: 3\n"
                .to_owned()
        ),
        Just("hooks:\n    on_session_start: []\n".to_owned()),
    ];
    let lines = || prop::collection::vec(line.clone(), 0..4).prop_map(|lines| lines.concat());
    (lines(), hooks, lines()).prop_map(|(before, hooks, after)| format!("{before}{hooks}{after}"))
}

/// What uninstalling leaves of a text, by its entries alone and by the record of changes.
fn check(name: &str, file: &str, text: &str, same: impl Fn(&str, &str) -> bool) {
    let agent = agent(name);
    let wanted = entries(agent, agent.contract(None), &options()).unwrap();
    let path = file.as_ref();
    let Ok(Some(installed)) = merged(agent, path, Some(text), &wanted) else {
        return;
    };
    assert_eq!(found(agent, path, &installed).unwrap().len(), wanted.len());
    let again = merged(agent, path, Some(&installed), &wanted).unwrap();
    assert_eq!(again.as_deref(), Some(&*installed));
    let removed = merged(agent, path, Some(&installed), &[]).unwrap();
    let removed = removed.unwrap_or_default();
    assert!(
        same(text, &removed),
        "{text}\n---\n{installed}\n---\n{removed}"
    );
    let world = World::new();
    let file = world.configuration(agent, ConfigScope::User);
    world.write(&file, text);
    let before = world.everything();
    world.install(name, ConfigScope::User, &options()).unwrap();
    world.uninstall(name, ConfigScope::User).unwrap();
    assert_eq!(world.everything(), before);
}

/// Equal but for containers that have nothing in them.
fn pruned(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let members = members
                .iter()
                .map(|(key, value)| (key.clone(), pruned(value)));
            let kept = members.filter(|(_, value)| {
                !(value.is_null()
                    || value.as_object().is_some_and(Map::is_empty)
                    || value.as_array().is_some_and(Vec::is_empty))
            });
            Value::Object(kept.collect())
        }
        Value::Array(items) => items.iter().map(pruned).collect(),
        other => other.clone(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn json_is_as_before(settings in settings(), pretty in any::<bool>()) {
        let text = if pretty { format!("{settings:#}\n") } else { settings.to_string() };
        check("claude", "settings.json", &text, |before, after| {
            let read = |text: &str| pruned(&serde_json::from_str(text).unwrap());
            read(before) == read(after)
        });
    }

    #[test]
    fn any_json_is_refused_or_kept(value in any_json()) {
        check("droid", "hooks.json", &value.to_string(), |before, after| {
            let read = |text: &str| pruned(&serde_json::from_str(text).unwrap());
            read(before) == read(after)
        });
    }

    #[test]
    fn toml_is_as_before(text in toml_text()) {
        check("kimi-cli", "config.toml", &text, |before, after| {
            let comments = |text: &str| text.matches('#').count();
            comments(before) == comments(after) && before.matches("notify").count() == after.matches("notify").count()
        });
    }

    #[test]
    fn yaml_is_as_before(text in yaml_text()) {
        check("hermes", "config.yaml", &text, |before, after| {
            let comments = |text: &str| text.matches('#').count();
            comments(before) == comments(after) && before.matches("notify").count() == after.matches("notify").count()
        });
    }
}
