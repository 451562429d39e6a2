//! Settings with something wrong in them: what is found, where, and what
//! still runs.
#![cfg(test)]

use snaphook_core::Severity;
use snaphook_core::hook::{HandlerDef, Scope};
use snaphook_settings::{Loading, Settings, load, parse};

fn read(text: &str) -> Settings {
    parse(
        "s.json".as_ref(),
        text,
        Scope::Project,
        &mut Loading::default(),
    )
    .unwrap()
}

fn found(settings: &Settings) -> Vec<String> {
    settings
        .findings
        .iter()
        .filter(|finding| finding.severity > Severity::Hint)
        .map(ToString::to_string)
        .collect()
}

#[test]
fn a_good_file_has_hooks_in_order_and_no_findings() {
    let settings = read(
        r#"{
  // comments and trailing commas are fine
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "sequential": true, "hooks": [
        { "type": "command", "command": "a", "args": [], "timeout": 0.5, "env": {"K": "v"} },
        { "command": "b", "name": "second", "onFailure": "block", "enabled": false },
      ] },
    ],
    "Stop": [ { "hooks": [ { "type": "http", "url": "http://localhost", "headers": {"A": "b"} } ] } ],
  },
}"#,
    );
    assert_eq!(found(&settings), Vec::<String>::new());
    let names: Vec<_> = settings
        .hooks
        .iter()
        .map(|hook| hook.name.as_str())
        .collect();
    assert_eq!(names, ["a", "second", "http://localhost"]);
    assert_eq!(settings.hooks[0].source.line, Some(6));
    assert_eq!(settings.hooks[0].row, Some(1));
    assert!(settings.hooks[1].is_guard() && !settings.hooks[1].enabled);
}

#[test]
fn a_worker_says_how_many_of_it_there_may_be() {
    let pool = |fields: &str| {
        let settings = read(&format!(
            r#"{{"hooks": {{"Stop": [{{"hooks": [{{"command": "x", {fields}}}]}}]}}}}"#
        ));
        assert_eq!(found(&settings), Vec::<String>::new(), "{fields}");
        match &settings.hooks[0].handler {
            HandlerDef::Command(def) => def.worker.map(|worker| worker.pool.get()),
            _ => None,
        }
    };
    assert_eq!(pool(r#""worker": true"#), Some(1));
    assert_eq!(pool(r#""worker": true, "workerPool": 64"#), Some(64));
    assert_eq!(pool(r#""worker": true, "async": true"#), Some(1));
    assert_eq!(pool(r#""worker": false, "workerPool": 4"#), None);
    assert_eq!(pool(r#""workerPool": 4"#), None);
}

#[test]
fn a_worker_that_makes_no_sense_does_not_run_and_its_guard_fails() {
    let settings = read(
        r#"{"hooks": {"PreToolUse": [{"hooks": [
  {"command": "a", "worker": true, "interactive": true},
  {"command": "b", "worker": true, "workerPool": 0},
  {"command": "c", "worker": true, "workerPool": 65, "onFailure": "block"},
  {"command": "d", "worker": "yes"},
  {"type": "http", "url": "http://localhost", "worker": true},
  {"command": "e"} ]}]}}"#,
    );
    assert_eq!(
        found(&settings),
        [
            "s.json:2:51: a worker cannot be interactive: its stdin is for events; this hook does not run (remove `interactive`, or remove `worker`)",
            "s.json:3:50: `workerPool` must be a whole number from 1 to 64; this hook does not run",
            "s.json:4:50: `workerPool` must be a whole number from 1 to 64; as a guard it counts as failed",
            "s.json:5:30: `worker` must be true or false, not a string; this hook does not run",
        ]
    );
    let kinds: Vec<_> = settings
        .hooks
        .iter()
        .map(|hook| hook.handler.kind().as_str().to_owned())
        .collect();
    assert_eq!(kinds, ["command", "http", "command"]);
    assert!(matches!(
        settings.hooks[0].handler,
        HandlerDef::Unloadable { .. }
    ));
    // Of another type it is a key that nobody knows.
    let hints: Vec<_> = settings
        .findings
        .iter()
        .filter(|finding| finding.severity == Severity::Hint)
        .map(|finding| finding.message.as_str())
        .collect();
    assert_eq!(hints, ["unknown key `worker`; it is ignored"]);
}

#[test]
fn every_slip_costs_only_itself_and_says_where() {
    let settings = read(
        r#"{"hooks": {
  "PreTolUse": [],
  "PreToolUse": [
    {"matcher": "(", "hooks": [{"command": "lost"}, {"command": "guard", "onFailure": "block"}]},
    {"matcher": 7, "hooks": [{"command": "lost too"}]},
    {"command": "not in a group"},
    {"hooks": {"command": "not a list"}},
    "not a group",
    {"hooks": [
      {"command": "good"},
      {"command": 7},
      {"type": "htp", "url": "x"},
      {"command": "x", "timeout": 0},
      {"command": "x", "timeout": "5"},
      {"command": "x", "onfailure": "block"},
      {"type": "command"},
      {"command": "x", "shell": "fish"},
      {"command": "x", "args": ["a", 1]},
      7
    ]}
  ],
  "SessionStart": [{"hooks": [{"type": "http", "url": "x"}]}],
  "Stop": 5
}, "disableAllHook": true}"#,
    );
    assert_eq!(
        found(&settings),
        [
            "s.json:2:3: `PreTolUse` is no event that agents fire (did you mean `PreToolUse`?)",
            "s.json:4:18: the matcher `(` is no regular expression: at character 1: this `(` is never closed; write `\\(` for the character (the group is skipped, except for hooks with \"onFailure\": \"block\", which run on every value)",
            "s.json:5:17: `matcher` must be a string, not a number",
            "s.json:6:5: this group has no `hooks` (this looks like a hook: wrap it, as {\"matcher\": \"…\", \"hooks\": [ {…} ]})",
            "s.json:7:15: `hooks` must be a list of hooks, not an object",
            "s.json:8:5: `group` must be an object with `hooks`, not a string",
            "s.json:11:19: `command` must be a string, not a number; this hook does not run",
            "s.json:12:16: there is no hook type `htp`; this hook does not run (did you mean `http`?)",
            "s.json:13:35: `timeout` must be a number of seconds greater than 0; this hook does not run",
            "s.json:14:35: `timeout` must be a number of seconds, not a string; this hook does not run",
            "s.json:15:24: unknown key `onfailure`; it is ignored (did you mean `onFailure`?)",
            "s.json:16:7: a command hook needs `command`; this hook does not run",
            "s.json:17:33: `shell` must be \"bash\" or \"powershell\"; this hook does not run",
            "s.json:18:38: `args[]` must be a string, not a number; this hook does not run",
            "s.json:19:7: a hook must be an object, not a number",
            "s.json:22:40: http hooks cannot run on SessionStart; this hook does not run (use a command)",
            "s.json:23:11: `Stop` must be a list of groups, not a number",
            "s.json:24:4: unknown key `disableAllHook` (did you mean `disableAllHooks`?)",
        ]
    );
    let names: Vec<_> = settings
        .hooks
        .iter()
        .map(|hook| hook.name.as_str())
        .collect();
    assert_eq!(names, ["guard", "good", "x"]);
}

#[test]
fn a_guard_that_cannot_be_read_stays_and_fails() {
    for guard in [
        r#"{"type": "comand", "command": "x", "onFailure": "block"}"#,
        r#"{"command": 7, "onFailure": "block"}"#,
        r#"{"command": "x", "onFailure": "blok"}"#,
        r#"{"command": "x", "onFailure": true}"#,
        r#"{"type": 3, "command": "x", "onFailure": "block"}"#,
    ] {
        let text = format!(r#"{{"hooks": {{"PreToolUse": [{{"hooks": [{guard}]}}]}}}}"#);
        let settings = read(&text);
        assert_eq!(settings.hooks.len(), 1, "{guard}");
        assert!(settings.hooks[0].is_guard(), "{guard}");
        assert!(
            matches!(settings.hooks[0].handler, HandlerDef::Unloadable { .. }),
            "{guard}"
        );
        assert!(
            found(&settings)[0].contains("as a guard it counts as failed"),
            "{guard}"
        );
    }
}

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
    let mut loading = Loading::default();
    let settings = parse("s.json".as_ref(), text, Scope::User, &mut loading).unwrap();
    let options = &settings.switches.plugin_options;
    assert_eq!(options[0].value.1["line"], "100");
    let found = found(&settings);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("`pluginConfigs.lint` must be an object with `options`"));
}

#[test]
fn ids_are_stable_and_never_repeat() {
    let text = r#"{"hooks": {"Stop": [{"hooks": [{"command": "x"}, {"command": "y"}, {"command": "x"}]}]}}"#;
    let settings = read(text);
    let ids: Vec<_> = settings
        .hooks
        .iter()
        .map(|hook| hook.id.to_string())
        .collect();
    assert_eq!(ids[2], format!("{}-2", ids[0]));
    assert_ne!(ids[0], ids[1]);
    let again = read(text);
    assert_eq!(again.hooks[0].id.to_string(), ids[0]);
}

#[test]
fn whole_files_that_cannot_be_used_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let load = |path: &std::path::Path| {
        load(path, Scope::User, &mut Loading::default())
            .unwrap_err()
            .to_string()
    };
    assert!(load(&folder.path().join("none.json")).contains("no such settings file"));
    assert!(load(folder.path()).contains("this is a folder"));
    let file = folder.path().join("latin1.json");
    std::fs::write(&file, b"{\n\"a\": \"\xe9\"}").unwrap();
    assert!(load(&file).contains("latin1.json:2:7: not valid JSON: it is not UTF-8 text"));
    std::fs::write(&file, "{\"a\": 1 \"b\"}").unwrap();
    assert!(load(&file).contains("latin1.json:1:"));
    std::fs::write(&file, "3").unwrap();
    assert!(load(&file).contains("settings must be an object"));
}

#[test]
fn a_broken_matcher_is_pointed_at_where_it_breaks() {
    for (matcher, at, help) in [
        (r"a\\.b(c", 5, "the group is skipped"),
        (
            "Bash(*)",
            5,
            r#"write `"matcher": "Bash"`, and `"if": "Bash(*)"`"#,
        ),
        ("*.ts", 0, "write `.*` for any text"),
    ] {
        let text =
            format!(r#"{{"hooks": {{"PreToolUse": [{{"matcher": "{matcher}", "hooks": []}}]}}}}"#);
        let finding = &read(&text).findings[0];
        let start = text.find(matcher).unwrap() + at;
        assert_eq!(finding.location.span, start..start + 1, "{finding}");
        assert!(finding.to_string().contains(help), "{finding}");
    }
}

#[test]
fn a_condition_that_cannot_be_read_is_told_and_its_hook_stays() {
    let settings = read(
        r#"{"hooks": {"PreToolUse": [{"hooks": [{"command": "x", "if": "Bash(git"}, {"command": "y", "if": "Bash(git *)"}]}],
  "Stop": [{"hooks": [{"command": "z", "if": "Bash(git"}]}]}}"#,
    );
    assert_eq!(
        found(&settings),
        [
            "s.json:1:70: the condition `Bash(git` cannot be read: expected `)` at the end of the rule (until then the hook runs for every call)"
        ]
    );
    assert_eq!(settings.hooks.len(), 3);
}

#[test]
fn a_guard_in_the_wrong_place_stays_and_fails() {
    for shape in [
        r#"[{"matcher": "Bash", "command": "x", "onFailure": "block"}]"#,
        r#"[{"matcher": "Bash", "hooks": {"command": "x", "onFailure": "block"}}]"#,
        r#"{"matcher": "Bash", "hooks": [{"command": "x", "onFailure": "block"}]}"#,
        r#"[[{"matcher": "Bash", "hooks": [{"command": "x", "onFailure": "block"}]}]]"#,
    ] {
        let settings = read(&format!(r#"{{"hooks": {{"PreToolUse": {shape}}}}}"#));
        assert_eq!(settings.hooks.len(), 1, "{shape}");
        let guard = &settings.hooks[0];
        assert!(guard.is_guard(), "{shape}");
        assert!(
            matches!(guard.handler, HandlerDef::Unloadable { .. }),
            "{shape}"
        );
        assert_eq!(
            guard.matcher.text().map(|text| &**text),
            Some("Bash"),
            "{shape}"
        );
    }
    let harmless = read(r#"{"hooks": {"PreToolUse": [{"command": "x"}]}}"#);
    assert!(harmless.hooks.is_empty());
}

#[test]
fn a_guard_that_is_switched_off_stays_off_when_it_cannot_be_read() {
    let settings = read(
        r#"{"hooks": {"PreToolUse": [{"hooks": [
            {"type": "htp", "enabled": false, "if": "Bash(rm *)", "onFailure": "block"}]}]}}"#,
    );
    assert!(!settings.hooks[0].enabled);
    assert_eq!(settings.hooks[0].condition.as_deref(), Some("Bash(rm *)"));
}

#[test]
fn a_variable_that_cannot_be_set_costs_its_hook() {
    for env in [r#"{"": "x"}"#, r#"{"A=B": "x"}"#, r#"{"A": "x\u0000"}"#] {
        let settings = read(&format!(
            r#"{{"hooks": {{"Stop": [{{"hooks": [{{"command": "x", "env": {env}}}]}}]}}}}"#
        ));
        assert!(settings.hooks.is_empty(), "{env}");
        assert!(
            found(&settings)[0].contains("`env` cannot set a variable"),
            "{env}"
        );
    }
}

#[test]
fn an_event_outside_of_hooks_is_an_error_and_its_guards_stay() {
    let settings = read(
        r#"{"PreToolUse": [{"matcher": "Bash", "hooks": [{"command": "x", "onFailure": "block"}, {"command": "y"}]}]}"#,
    );
    assert_eq!(
        found(&settings),
        [
            "s.json:1:2: `PreToolUse` stands outside of `hooks`, so its hooks do not run (write { \"hooks\": { \"PreToolUse\": […] } })"
        ]
    );
    assert_eq!(settings.hooks.len(), 1);
    assert!(settings.hooks[0].is_guard());
}

#[test]
fn a_misspelt_event_is_told_of_every_event_and_is_an_error_for_a_guard() {
    let of = |handler: &str| {
        read(&format!(
            r#"{{"hooks": {{"PreTooluse": [{{"hooks": [{handler}]}}]}}}}"#
        ))
    };
    let plain = of(r#"{"command": "x"}"#);
    assert_eq!(plain.findings[0].severity, Severity::Warning);
    assert_eq!(plain.findings[0].event, None);
    let guard = of(r#"{"command": "x", "onFailure": "block"}"#);
    assert_eq!(guard.findings[0].severity, Severity::Error);
}

#[test]
fn the_extension_says_the_format() {
    let yaml = "hooks:\n  Stop:\n    - hooks: [{command: x}]\n";
    let read = |name: &str, text: &str| {
        let read = parse(name.as_ref(), text, Scope::Project, &mut Loading::default());
        read.map(|settings| settings.hooks.len())
            .map_err(|error| error.to_string())
    };
    for name in ["s.yaml", "s.yml", "S.YAML"] {
        assert_eq!(read(name, yaml), Ok(1), "{name}");
        assert_eq!(read(name, &format!("\u{feff}{yaml}")), Ok(1), "{name}");
    }
    for name in ["s.json", "s", "yaml", "s.yaml.bak"] {
        let error = read(name, yaml).unwrap_err();
        assert!(error.contains(":1:1: not valid JSON: "), "{error}");
    }
    assert_eq!(
        read("s.yaml", "hooks: [").unwrap_err(),
        "s.yaml:1:8: not valid YAML: unclosed bracket '['"
    );
    assert_eq!(
        read("s.yaml", "").unwrap_err(),
        "s.yaml:1:1: not valid YAML: the file is empty"
    );
    assert_eq!(
        read("s.yaml", "# é\n- a\n").unwrap_err(),
        "s.yaml:2:1: settings must be a mapping with a key `hooks`, but this is a list"
    );
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
        let settings = parse(name.as_ref(), text, Scope::Project, &mut Loading::default());
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
                    "`timeout` stands here again; what line 2 says does not count"
                ),
                (
                    4,
                    "duplicate-key",
                    "`A` stands here again; what line 3 says does not count"
                ),
                (
                    event_line,
                    "duplicate-key",
                    "`Stop` stands here again; other programs ignore what line 2 says"
                ),
            ]
        );
        assert!(!settings.switches.disable_all_hooks.unwrap().value);
        let [first, second] = &settings.hooks[..] else {
            panic!("{:?}", settings.hooks);
        };
        assert_eq!(first.timeout.unwrap().as_secs(), 6);
        let HandlerDef::Command(def) = &first.handler else {
            panic!("{first:?}");
        };
        assert_eq!(def.env, [("A".to_owned(), "2".to_owned())]);
        assert_eq!(second.name, "b");
    }
}

#[test]
fn groups_can_be_shared_by_aliases_and_merge_keys() {
    let text = "x-quick: &quick {timeout: 5, onFailure: block}
hooks:
  PreToolUse:
    - &group
      matcher: Bash
      hooks:
        - {<<: *quick, command: ./a.sh}
  PostToolUse: [*group]
";
    let settings = parse(
        "s.yaml".as_ref(),
        text,
        Scope::Project,
        &mut Loading::default(),
    );
    let settings = settings.unwrap();
    assert_eq!(found(&settings), Vec::<String>::new());
    let [before, after] = &settings.hooks[..] else {
        panic!("{:?}", settings.hooks);
    };
    for hook in [before, after] {
        assert!(hook.is_guard());
        assert_eq!(hook.timeout.unwrap().as_secs(), 5);
        assert_eq!(hook.source.line, Some(7));
    }
    assert_eq!(after.event.as_str(), "PostToolUse");
}
