//! Hooks: their order, names and ids, and commands that are workers.

use snaphook_core::Severity;
use snaphook_core::hook::CommandDef;

use super::{found, read};

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
fn hooks_without_a_name_are_told_apart_by_their_group_or_script() {
    let inline = |tail: &str| {
        format!("node -e \\\"const p=require('path');const root=process.env.ROOT;{tail}\\\"")
    };
    let script = "node \\\"${CLAUDE_PLUGIN_ROOT}/scripts/hooks/of/this/pack/guard.js\\\"";
    let (one, two) = (inline("a()"), inline("b()"));
    let settings = read(&format!(
        r#"{{"hooks": {{"PreToolUse": [
  {{"id": "pre:bash", "description": "Looks at commands", "hooks": [
    {{"command": "{one}"}}, {{"command": "{two}"}}, {{"command": "short"}},
    {{"command": "{one} x", "name": "given"}}]}},
  {{"description": "Looks at edits", "hooks": [{{"command": "{one}"}}, {{"command": "{script}"}}]}},
  {{"hooks": [{{"command": "{one}"}}, {{"command": "{two}"}}]}},
  {{"id": 7, "hooks": [{{"command": "{script}"}}]}}
]}}}}"#
    ));
    assert_eq!(
        found(&settings),
        ["s.json:7:10: `id` must be a string, not `7`"]
    );
    let names: Vec<_> = settings.hooks.iter().map(|hook| &*hook.name).collect();
    assert_eq!(
        names[..6],
        [
            "pre:bash",
            "pre:bash #2",
            "short",
            "given",
            "Looks at edits",
            "guard.js"
        ]
    );
    assert!(names[6].starts_with("node -e \"const p="), "{names:?}");
    assert_ne!(names[6], names[7]);
    assert_eq!(names[8], "guard.js");
}

#[test]
fn a_worker_says_how_many_of_it_there_may_be() {
    let pool = |fields: &str| {
        let settings = read(&format!(
            r#"{{"hooks": {{"Stop": [{{"hooks": [{{"command": "x", {fields}}}]}}]}}}}"#
        ));
        assert_eq!(found(&settings), Vec::<String>::new(), "{fields}");
        let def = settings.hooks[0].handler.get::<CommandDef>();
        def.and_then(|def| def.worker)
            .map(|worker| worker.pool.get())
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
            "s.json:3:50: `workerPool` must be a whole number from 1 to 64, not `0`; this hook does not run",
            "s.json:4:50: `workerPool` must be a whole number from 1 to 64, not `65`; the guard `c` counts as failed",
            "s.json:5:30: `worker` must be true or false, not `\"yes\"`; this hook does not run",
        ]
    );
    let kinds: Vec<_> = settings
        .hooks
        .iter()
        .map(|hook| hook.handler.kind().as_str().to_owned())
        .collect();
    assert_eq!(kinds, ["command", "http", "command"]);
    assert!(settings.hooks[0].handler.why_unloadable().is_some());
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
fn a_variable_that_cannot_be_set_costs_its_hook() {
    for env in [r#"{"": "x"}"#, r#"{"A=B": "x"}"#, r#"{"A": "x\u0000"}"#] {
        let settings = read(&format!(
            r#"{{"hooks": {{"Stop": [{{"hooks": [{{"command": "x", "env": {env}}}]}}]}}}}"#
        ));
        assert!(settings.hooks.is_empty(), "{env}");
        assert!(
            found(&settings)[0].contains("`env` sets the variable"),
            "{env}"
        );
    }
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
