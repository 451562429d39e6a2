//! Script files that a command line names are looked into: by conditions, and by
//! permission rules.

use snaphook::prelude::*;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use serde_json::json;
use snaphook::input::CommonFields;
use snaphook::permission::{CallDecision, Decider};
use snaphook::{Context, Engine, Input, ToolCall};

use crate::common::run;

fn engine(project: &Path) -> Engine {
    let settings = json!({
        "hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [
            {"name": "guard", "if": "Bash(mkr *)", "command": "exit 2"}]}]},
        "permissions": {"deny": ["Bash(mkr *)"], "allow": ["Bash"]},
    });
    Engine::builder()
        .context(Context::default().project_dir(project))
        .settings_json(settings.to_string())
        .build()
        .unwrap()
}

#[tokio::test]
async fn a_script_does_not_hide_its_commands() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("project");
    fs::create_dir_all(project.join("sub")).unwrap();
    let write = |name: &str, text: &str| fs::write(project.join(name), text).unwrap();
    write("x.sh", "#!/bin/sh\nset -e\nif true; then mkr x; fi\n");
    write("sub/y", "echo a\nbash -c 'mkr x'\n");
    write("z.sh", ". ./x.sh\n");
    write(
        "py",
        "#!/usr/bin/env python3\nimport os\nos.system('mkr x')\n",
    );
    write("p.py", "import subprocess\nsubprocess.run(['mkr', 'x'])\n");
    write(
        "tool.py",
        "import subprocess, sys\nsubprocess.run(sys.argv[1:])\n",
    );
    write("clean.sh", "eval \"$1\"\n$CMD x\necho mkr x > out\n");
    write("large.sh", &format!("mkr x\n#{}", "x".repeat(70_000)));
    fs::write(folder.path().join("out.sh"), "mkr x\n").unwrap();
    symlink("../out.sh", project.join("link.sh")).unwrap();
    let engine = engine(&project);
    let at = project.to_str().unwrap();
    for (line, seen) in [
        ("./x.sh", true),
        ("bash x.sh", true),
        ("sh -eu ./sub/y a b", true),
        ("source x.sh", true),
        (". ./x.sh", true),
        ("sudo ./x.sh", true),
        ("bash z.sh", true),
        ("./py", true),
        ("python3 p.py", true),
        ("python3 -u ./p.py a", true),
        ("bash clean.sh", false),
        ("python3 tool.py ls", false),
        ("bash large.sh", false),
        ("bash link.sh", false),
        ("bash ../out.sh", false),
        ("bash missing.sh", false),
        ("cat x.sh", false),
        ("bash -c ls x.sh", false),
    ] {
        let event = json!({"hook_event_name": "PreToolUse", "cwd": at, "tool_name": "Bash",
            "tool_input": {"command": line}});
        let input = Input::parse(&event.to_string()).unwrap();
        let outcome = run(&engine.session("s"), input).await;
        assert_eq!(outcome.blocked, seen, "{line}");
    }
}

#[tokio::test]
async fn a_deny_rule_holds_for_what_a_script_runs() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("project");
    fs::create_dir_all(&project).unwrap();
    fs::write(project.join("x.sh"), "ls\nmkr x\n").unwrap();
    fs::write(project.join("p.py"), "import os; os.system('mkr x')\n").unwrap();
    let settings = json!({"permissions": {"deny": ["Bash(mkr *)"], "allow": ["Bash"]}});
    let engine = Engine::builder()
        .context(Context::default().project_dir(&project))
        .settings_json(settings.to_string())
        .build()
        .unwrap();
    let common = CommonFields::new("s", project.to_str().unwrap());
    let decide = |line: &str| {
        let call = ToolCall::new("Bash", json!({"command": line}));
        engine.authorize(&common, call)
    };
    let decision = decide("bash x.sh").await;
    assert_eq!(decision.decision, CallDecision::Deny);
    assert!(matches!(decision.by, Decider::Rule { .. }));
    assert!(decision.reason.unwrap().contains("x.sh"));
    // Code of another language only could run it.
    let decision = decide("python3 p.py").await;
    assert_eq!(decision.decision, CallDecision::Deny);
    assert_eq!(decision.by, Decider::Nobody);
}
