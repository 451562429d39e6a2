//! Slips: each is told with its place, and costs only itself.

use snaphook_core::Severity;

use super::{found, read};

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
            "s.json:2:3: unknown event `PreTolUse` (did you mean `PreToolUse`?)",
            "s.json:4:18: invalid regular expression in the matcher `(` at character 1: this `(` is never closed; write `\\(` for the character (the group is skipped, but guards (\"onFailure\": \"block\") in it run on every value)",
            "s.json:5:17: `matcher` must be a string, not `7`",
            "s.json:6:5: missing `hooks` in this group (this looks like a hook; wrap it: {\"matcher\": \"…\", \"hooks\": [ {…} ]})",
            "s.json:7:15: `hooks` must be a list of hooks, not an object",
            "s.json:8:5: `group` must be an object with `hooks`, not `\"not a group\"`",
            "s.json:11:19: `command` must be a string, not `7`; this hook does not run",
            "s.json:12:16: unknown hook type `htp`; this hook does not run (did you mean `http`?)",
            "s.json:13:35: `timeout` must be a number of seconds greater than 0, not `0`; this hook does not run",
            "s.json:14:35: `timeout` must be a number of seconds, not `\"5\"`; this hook does not run",
            "s.json:15:24: unknown key `onfailure`; it is ignored (did you mean `onFailure`?)",
            "s.json:16:7: missing `command` in a command hook; this hook does not run",
            "s.json:17:33: `shell` must be \"bash\", \"sh\" or \"powershell\", not `\"fish\"`; this hook does not run",
            "s.json:18:38: `args[]` must be a string, not `1`; this hook does not run",
            "s.json:19:7: a hook must be an object, not `7`",
            "s.json:22:40: http hooks cannot run on SessionStart; this hook does not run (use a command hook)",
            "s.json:23:11: `Stop` must be a list of groups, not `5`",
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
            "s.json:1:70: invalid condition `Bash(git`: expected `)` at the end of the rule (correct it; until then the hook runs for every call)"
        ]
    );
    assert_eq!(settings.hooks.len(), 3);
}

#[test]
fn an_event_outside_of_hooks_is_an_error_and_its_guards_stay() {
    let settings = read(
        r#"{"PreToolUse": [{"matcher": "Bash", "hooks": [{"command": "x", "onFailure": "block"}, {"command": "y"}]}]}"#,
    );
    assert_eq!(
        found(&settings),
        [
            "s.json:1:2: `PreToolUse` is outside of `hooks`, so its hooks do not run (move it into `hooks`: { \"hooks\": { \"PreToolUse\": […] } })"
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
fn the_name_that_another_agent_has_for_an_event_is_told_and_its_guard_fails() {
    let settings = read(
        r#"{"hooks": {
  "BeforeTool": [{"hooks": [{"command": "x", "onFailure": "block"}]}],
  "AfterTool": [{"hooks": [{"command": "y"}]}],
  "DeployRequested": [{"hooks": [{"command": "z"}]}]
}, "permissions": {"deny": ["run_shell_command", "deploy"]}}"#,
    );
    assert_eq!(
        found(&settings),
        [
            "s.json:2:3: unknown event `BeforeTool` (did you mean `PreToolUse`?)",
            "s.json:3:3: unknown event `AfterTool` (did you mean `PostToolUse`?)",
        ]
    );
    let mut guards = settings.hooks.iter().filter(|hook| hook.is_guard());
    assert!(guards.any(|hook| hook.event.as_str() == "PreToolUse"));
    let mut hints = settings.findings.iter();
    let hint = hints
        .find(|finding| finding.code == "name-of-other-agent")
        .unwrap();
    assert_eq!(hint.severity, Severity::Hint);
    assert_eq!(hint.location.line, 5);
}
