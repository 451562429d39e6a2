//! A project's configuration, which others share: it names the program without its folder,
//! and a call is denied where the name leads to nothing.
#![cfg(unix)]

use std::process::{Command, Stdio};

use serde_json::Value;
use snaphook_agents::ConfigScope;
use snaphook_install::{HookCommand, InstallOptions};

use crate::world::World;

fn by_name() -> InstallOptions {
    InstallOptions {
        program: "snaphook".to_owned(),
        ..InstallOptions::default()
    }
}

/// The command lines of an agent's configuration, by event.
fn lines(world: &World, file: &str) -> Vec<(String, String)> {
    let file: Value = serde_json::from_str(&world.read(file)).unwrap();
    let events = file["hooks"].as_object().unwrap().iter();
    let line = |groups: &Value| {
        groups[0]["hooks"][0]["command"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    events
        .map(|(event, groups)| (event.clone(), line(groups)))
        .collect()
}

#[test]
fn a_call_is_denied_where_the_program_is_missing() {
    for (agent, file, before) in [
        ("codex", "project/.codex/hooks.json", "PreToolUse"),
        ("gemini", "project/.gemini/settings.json", "BeforeTool"),
        ("qwen", "project/.qwen/settings.json", "PreToolUse"),
    ] {
        let world = World::new();
        world
            .install(agent, ConfigScope::Project, &by_name())
            .unwrap();
        for (event, line) in lines(&world, file) {
            assert!(line.starts_with("snaphook hook --agent"), "{line}");
            let read = HookCommand::parse(&line).unwrap();
            assert_eq!(read.line(), line);
            let ran = Command::new("/bin/sh")
                .args(["-c", &line])
                .env("PATH", "/nonexistent")
                .stdin(Stdio::null())
                .output()
                .unwrap();
            let status = if event == before { 2 } else { 127 };
            assert_eq!(ran.status.code(), Some(status), "{agent} {event}: {line}");
            assert!(!ran.stderr.is_empty(), "{agent} {event}");
        }
        // It is found again.
        let changed = world
            .install(agent, ConfigScope::Project, &by_name())
            .unwrap();
        assert_eq!(changed, Vec::<String>::new(), "{agent}");
        world.uninstall(agent, ConfigScope::Project).unwrap();
        assert!(!world.path(file).exists(), "{agent}");
    }
}

#[test]
fn a_line_that_no_shell_is_known_to_run_has_no_second_part() {
    let world = World::new();
    world
        .install("cursor", ConfigScope::Project, &by_name())
        .unwrap();
    let text = world.read("project/.cursor/hooks.json");
    assert!(text.contains("\"snaphook hook --agent cursor"), "{text}");
    assert!(!text.contains("||"), "{text}");
}
