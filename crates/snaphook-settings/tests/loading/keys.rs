//! Keys: unknown ones, those of another type, and those that stand twice.

use snaphook_core::Severity;
use snaphook_core::hook::{CommandDef, Scope};
use snaphook_settings::parse;

use super::kinds::loading;
use super::{found, read};

#[test]
fn unknown_keys_that_real_files_carry_are_only_hints() {
    let settings = read(
        r#"{"model": "x", "permissions": {}, "hooks": {"Stop": [{"_comment": "c", "hooks": [
            {"command": "x", "_comment": "why", "id": "7", "environment": {}}]}]}}"#,
    );
    assert_eq!(found(&settings), Vec::<String>::new());
    assert_eq!(settings.findings.len(), 4);
    assert!(
        settings
            .findings
            .iter()
            .all(|finding| finding.severity == Severity::Hint)
    );
}

#[test]
fn keys_of_another_type_have_no_effect() {
    let settings = read(
        r#"{"$schema": "s.json", "hooks": {"Stop": [{"hooks": [
            {"type": "http", "url": "http://localhost", "async": true, "asyncRewake": 7},
            {"command": "x", "async": true}]}]}}"#,
    );
    assert_eq!(found(&settings), Vec::<String>::new());
    let hints: Vec<_> = settings.findings.iter().map(|hint| &hint.message).collect();
    assert_eq!(
        hints,
        [
            "unknown key `async`; it is ignored",
            "unknown key `asyncRewake`; it is ignored"
        ]
    );
    let background = settings.hooks.iter().map(|hook| hook.background.is_some());
    assert_eq!(background.collect::<Vec<_>>(), [false, true]);
}

#[test]
fn what_was_chosen_for_a_plugin_is_an_object() {
    let text = r#"{"pluginConfigs": {"tidy": {"options": {"line": 100}}, "lint": ["strict"]}}"#;
    let mut loading = loading();
    let settings = parse("s.json".as_ref(), text, Scope::User, &mut loading).unwrap();
    let options = &settings.switches.plugin_options;
    assert_eq!(options[0].value.1["line"], "100");
    let found = found(&settings);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("`pluginConfigs.lint` must be an object with `options`"));
}

#[test]
fn a_key_that_stands_twice_is_told() {
    let json = r#"{"hooks": {
  "Stop": [{"matcher": "", "hooks": [{"command": "a", "timeout": 5,
    "timeout": 6, "env": {"A": "1",
    "A": "2"}}]}],
  "Stop": [{"hooks": [{"command": "b"}]}]},
  "other": 1, "other": 2, "disableAllHooks": true,
  "disableAllHooks": false}"#;
    let yaml = "hooks:
  Stop: [{matcher: '', hooks: [{command: a, timeout: 5,
    timeout: 6, env: {A: '1',
    A: '2'}}]}]

  Stop: [hooks: [command: b]]
disableAllHooks: true
disableAllHooks: false";
    for (name, text, event_line) in [("s.json", json, 5), ("s.yaml", yaml, 6)] {
        let settings = parse(name.as_ref(), text, Scope::Project, &mut loading());
        let settings = settings.unwrap();
        let mut told: Vec<_> = settings
            .findings
            .iter()
            .map(|finding| {
                (
                    finding.location.line,
                    finding.code,
                    finding.message.as_str(),
                )
            })
            .collect();
        told.sort_unstable();
        let last = told.pop().unwrap();
        assert_eq!(last.1, "duplicate-key");
        assert_eq!(
            told,
            [
                (
                    3,
                    "duplicate-key",
                    "duplicate key `timeout`: the value in line 2 is ignored"
                ),
                (
                    4,
                    "duplicate-key",
                    "duplicate key `A`: the value in line 3 is ignored"
                ),
                (
                    event_line,
                    "duplicate-key",
                    "duplicate event `Stop`: other programs ignore the one in line 2"
                ),
            ]
        );
        assert!(!settings.switches.disable_all_hooks.unwrap().value);
        let [first, second] = &settings.hooks[..] else {
            panic!("{:?}", settings.hooks);
        };
        assert_eq!(first.timeout.unwrap().as_secs(), 6);
        let Some(def) = first.handler.get::<CommandDef>() else {
            panic!("{first:?}");
        };
        assert_eq!(def.env, [("A".to_owned(), "2".to_owned())]);
        assert_eq!(second.name, "b");
    }
}
