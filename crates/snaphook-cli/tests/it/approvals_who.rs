//! Who may answer what, and who asks: the settings, keys, and agents that answer for
//! themselves.
#![cfg(unix)]

use std::process::Command;

use serde_json::{Value, json};

use crate::approvals::{Follower, authorize, spawn, stderr, world};
use crate::world::World;

#[test]
fn only_who_the_settings_name_may_answer() {
    let world = world();
    let made = world.snaphook(&["approvals", "key", "ann"]);
    let key = made.stdout.trim().to_owned();
    let line = made.stderr.lines().find(|line| line.starts_with('{'));
    let mut settings: Value = serde_json::from_str(line.unwrap()).unwrap();
    settings["approvers"] =
        json!([{"who": ["key:ann"]}, {"who": ["command"], "choices": ["deny"]}]);
    world.write("etc/snaphook/managed-settings.json", &settings.to_string());
    world.write("key", &key);
    // A user cannot make themselves another key of the same name.
    let own =
        json!({"approvals": {"keys": {"ann": "0".repeat(64)}}, "approvers": [{"who": ["*"]}]});
    world.write("home/.config/snaphook/settings.json", &own.to_string());
    let mut follower = Follower::start(&world);
    let asking = authorize(&world, &[]);
    let id = follower.pending();
    let refused = world.snaphook(&["approvals", "allow", &id]);
    assert_eq!(refused.code, 1);
    assert!(refused.stderr.contains("`approvers`"), "{refused:?}");
    world.write("wrong", "not the key");
    let wrong = world.path("wrong");
    let refused = world.snaphook(&[
        "approvals",
        "allow",
        &id,
        "--key-file",
        wrong.to_str().unwrap(),
    ]);
    assert_eq!(refused.code, 1, "{refused:?}");
    let file = world.path("key");
    let ran = world.snaphook(&[
        "approvals",
        "allow",
        &id,
        "--key-file",
        file.to_str().unwrap(),
    ]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.stdout.contains("approved by key:ann"), "{ran:?}");
    assert_eq!(asking.wait_with_output().unwrap().status.code(), Some(0));
    assert_eq!(follower.next()["state"], "approved");
    // Anybody at the command line may deny.
    let asking = authorize(&world, &[]);
    let id = follower.pending();
    assert_eq!(world.snaphook(&["approvals", "deny", &id]).code, 0);
    assert_eq!(asking.wait_with_output().unwrap().status.code(), Some(2));
}

#[test]
fn an_answer_under_other_settings_does_not_count() {
    let world = world();
    let settings = json!({"approvers": [{"who": ["page"]}]});
    world.write("home/.config/snaphook/settings.json", &settings.to_string());
    let mut follower = Follower::start(&world);
    let asking = authorize(&world, &[]);
    let id = follower.pending();
    // Whoever answers looks for the settings elsewhere.
    let mut command = world.command(&["approvals", "allow", &id, "--session"]);
    let ran = command
        .env("XDG_CONFIG_HOME", world.path("elsewhere"))
        .output()
        .unwrap();
    assert!(ran.status.success(), "{}", stderr(&ran));
    does_not_count(asking);
    follower.next();
    // Nor does it count for the rest of the session.
    let asking = authorize(&world, &[]);
    let id = follower.pending();
    assert_eq!(world.snaphook(&["approvals", "deny", &id]).code, 1);
    let mut command = world.command(&["approvals", "deny", &id]);
    let ran = command
        .env("XDG_CONFIG_HOME", world.path("elsewhere"))
        .output()
        .unwrap();
    assert!(ran.status.success(), "{}", stderr(&ran));
    does_not_count(asking);
}

#[test]
fn a_key_of_other_settings_does_not_count() {
    let world = world();
    // The key is the text `foo`, and nobody here knows it.
    let hers = "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae";
    let settings =
        json!({"approvers": [{"who": ["key:ann"]}], "approvals": {"keys": {"ann": hers}}});
    world.write("home/.config/snaphook/settings.json", &settings.to_string());
    let made = world.snaphook(&["approvals", "key", "ann"]);
    world.write("key", &made.stdout);
    let line = made.stderr.lines().find(|line| line.starts_with('{'));
    world.write("elsewhere/snaphook/settings.json", line.unwrap());
    let mut follower = Follower::start(&world);
    let asking = authorize(&world, &[]);
    let id = follower.pending();
    let file = world.path("key");
    let args = ["approvals", "allow", &id, "--key-file"];
    let mut command = world.command(&args);
    let ran = command
        .arg(file)
        .env("XDG_CONFIG_HOME", world.path("elsewhere"))
        .output()
        .unwrap();
    assert!(ran.status.success(), "{}", stderr(&ran));
    does_not_count(asking);
}

fn does_not_count(asking: std::process::Child) {
    let output = asking.wait_with_output().unwrap();
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("does not count"), "{said}");
}

#[test]
fn an_agent_does_not_approve_its_own_calls() {
    let world = world();
    let mut follower = Follower::start(&world);
    let asking = authorize(&world, &[]);
    let id = follower.pending();
    let mut command = world.command(&["approvals", "allow", &id]);
    let refused = command.env("CLAUDECODE", "1").output().unwrap();
    assert!(!refused.status.success());
    assert!(
        stderr(&refused).contains("an agent may not approve"),
        "{}",
        stderr(&refused)
    );
    if cfg!(target_os = "linux") {
        // It is not enough to take the mark away for the last command.
        let allow = world.command(&["approvals", "allow", &id]);
        let program = allow.get_program().to_str().unwrap().to_owned();
        let line = format!("env -u GEMINI_CLI '{program}' approvals allow {id}; true");
        let mut shell = Command::new("sh");
        shell.args(["-c", &line]).env("GEMINI_CLI", "1");
        for (name, value) in allow.get_envs() {
            match value {
                Some(value) => shell.env(name, value),
                None => shell.env_remove(name),
            };
        }
        let refused = shell.output().unwrap();
        assert!(
            stderr(&refused).contains("`GEMINI_CLI`"),
            "{}",
            stderr(&refused)
        );
    }
    // It may take back what it asked for.
    let mut command = world.command(&["approvals", "deny", &id]);
    assert!(
        command
            .env("CLAUDECODE", "1")
            .output()
            .unwrap()
            .status
            .success()
    );
    assert_eq!(asking.wait_with_output().unwrap().status.code(), Some(2));
}

#[test]
fn a_request_waits_unattended_where_the_settings_say_so() {
    let world = world();
    let settings = json!({"approvals": {"unattended": "wait", "waitSeconds": 300}});
    world.write("home/.config/snaphook/settings.json", &settings.to_string());
    let asking = authorize(&world, &[]);
    // Somebody looks later.
    let id = loop {
        let listed = world.snaphook(&["approvals", "--json"]).stdout;
        if let Some(line) = listed.lines().next() {
            let request: Value = serde_json::from_str(line).unwrap();
            break request["id"].as_str().unwrap().to_owned();
        }
    };
    assert_eq!(world.snaphook(&["approvals", "allow", &id]).code, 0);
    assert_eq!(asking.wait_with_output().unwrap().status.code(), Some(0));
}

#[test]
fn everybody_who_asks_is_named_and_the_rule_with_its_file() {
    let world = World::new();
    let ask = r#"echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "ask", "permissionDecisionReason": "careful"}}'"#;
    let settings = json!({"permissions": {"ask": ["Bash(git push *)", "Bash(git *)"]},
        "hooks": {"PreToolUse": [{"hooks": [{"command": ask, "name": "nervous"}]}]}});
    world.write("home/.claude/settings.json", &settings.to_string());
    let mut follower = Follower::start(&world);
    let asking = authorize(&world, &["--wait", "60"]);
    let request = follower.next();
    let askers = request["askedBy"].as_array().unwrap();
    let names: Vec<_> = askers
        .iter()
        .filter_map(|one| one["name"].as_str())
        .collect();
    assert_eq!(names.len(), 3, "{names:?}");
    assert!(
        names[0].contains("Bash(git push *)") && names[1].contains("Bash(git *)"),
        "{names:?}"
    );
    assert!(names[2].contains("nervous"), "{names:?}");
    assert_eq!(askers[2]["reason"], "careful");
    let id = request["id"].as_str().unwrap();
    assert_eq!(world.snaphook(&["approvals", "deny", id]).code, 0);
    assert_eq!(asking.wait_with_output().unwrap().status.code(), Some(2));
    follower.next();
    // The mode asks: the rule that would be written is shown, with its file.
    let call = r#"{"command": "make deploy"}"#;
    world.write("home/.claude/settings.json", "{}");
    let args = [
        "authorize",
        "--session",
        "s1",
        "--tool",
        "Bash",
        "--tool-input",
        call,
    ];
    let asking = spawn(&mut world.command(&args));
    let request = follower.next();
    let choices = request["choices"].as_array().unwrap();
    let always = choices.iter().find(|one| one["key"] == "always").unwrap();
    let shown = always["description"].as_str().unwrap();
    assert!(
        shown.contains("Bash(make deploy") && shown.contains("settings.local.json"),
        "{shown}"
    );
    let id = request["id"].as_str().unwrap();
    assert_eq!(
        world.snaphook(&["approvals", "allow", id, "--always"]).code,
        0
    );
    assert_eq!(asking.wait_with_output().unwrap().status.code(), Some(0));
    let file = shown.rsplit(" in ").next().unwrap();
    let written = std::fs::read_to_string(file).unwrap();
    assert!(written.contains("Bash(make deploy"), "{written}");
}
