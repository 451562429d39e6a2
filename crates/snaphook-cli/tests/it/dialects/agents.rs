//! `--agent`: whose hooks are meant.

use super::*;

const TEAM: &str = "\
agents:
  coder: {hooks: {stop: {command: 'cat >/dev/null; echo coder >&2; exit 2'}}}
  writer: {hooks: {stop: {command: 'cat >/dev/null; echo writer >&2; exit 2'}}}
";

#[test]
fn the_agent_that_is_named_is_meant() {
    let folder = Folder::with("team.yaml", TEAM);
    for agent in ["coder", "writer"] {
        let args = ["fire", "stop", "--settings", "team.yaml", "--agent", agent];
        let ran = folder.snaphook(&args, "");
        assert_eq!((ran.code, ran.stderr.trim()), (2, agent));
    }
}

#[test]
fn one_that_is_not_there_or_not_clear_is_an_error_also_where_the_file_was_found() {
    let folder = project_with("agent.yaml", TEAM);
    for more in [
        &["--settings", "p/agent.yaml"][..],
        &["--project", "p", "--trust", "all"],
    ] {
        for (agent, words) in [
            (&["--agent", "codr"][..], "unknown agent `codr`"),
            (&[], "several agents and none is called `root`"),
        ] {
            for command in ["fire", "explain"] {
                let args = [&[command, "stop"], more, agent].concat();
                let ran = folder.snaphook(&args, "");
                // No guard is asked, so what guards refuses.
                let code = if command == "fire" { 2 } else { 1 };
                assert_eq!(ran.code, code, "{ran:?}");
                assert!(ran.stderr.contains(words), "{ran:?}");
                assert!(ran.stderr.contains("`coder`, `writer`"), "{ran:?}");
                assert!(ran.stderr.contains("with --agent"), "{ran:?}");
            }
        }
    }
    let ran = folder.snaphook(&["list", "--project", "p", "--agent", "writer"], "");
    assert!(ran.stdout.contains("echo writer"), "{ran:?}");
}

#[test]
fn check_says_that_an_agent_must_be_named_and_looks_at_that_one() {
    let folder = Folder::with("team.yaml", TEAM);
    let ran = folder.snaphook(&["check", "team.yaml"], "");
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.contains("error[not-meant]"), "{ran:?}");
    assert!(ran.stdout.contains("team.yaml:2:3"), "{ran:?}");
    let ran = folder.snaphook(&["check", "team.yaml", "--agent", "coder"], "");
    assert_eq!(ran.code, 0, "{ran:?}");
}

#[test]
fn a_dialect_without_agents_takes_no_agent() {
    let folder = Folder::with(".gen/settings.json", GEN);
    let ran = folder.snaphook(&["fire", "Stop", "--agent", "root"], "");
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("`gen` describe no agents"), "{ran:?}");
    let ran = folder.snaphook(&["check", "--agent", "root"], "");
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("--agent root"), "{ran:?}");
}

#[test]
fn a_case_may_name_its_agent() {
    let folder = Folder::with("team.yaml", TEAM);
    folder.write(
        "team.hooktest.json",
        r#"{"dialect": "cagent", "settings": "team.yaml", "agent": "coder",
            "cases": [
              {"name": "the coder's", "input": {"hook_event_name": "stop"}, "expect": {"blockReason": "coder"}},
              {"name": "the writer's", "agent": "writer", "input": {"hook_event_name": "stop"}, "expect": {"blockReason": "writer"}},
              {"name": "nobody's", "agent": "nobody", "input": {"hook_event_name": "stop"}, "expect": {"blocked": true}}]}"#,
    );
    let ran = folder.snaphook(&["test"], "");
    assert!(ran.stdout.contains("2 passed, 1 failed"), "{ran:?}");
    assert!(ran.stdout.contains("unknown agent `nobody`"), "{ran:?}");
}
