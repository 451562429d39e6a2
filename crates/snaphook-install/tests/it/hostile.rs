//! Configurations that cannot be edited: an error names the file, and nothing is written.

use std::fs;

use snaphook_agents::ConfigScope;

use crate::world::{World, options};

#[track_caller]
fn refused(agent: &str, file: &str, text: &[u8], words: &str) {
    let world = World::new();
    world.write(file, text);
    let before = world.everything();
    let error = world
        .install(agent, ConfigScope::User, &options())
        .unwrap_err();
    let message = error.to_string();
    assert!(message.contains(words), "{message}");
    assert!(message.contains(file), "{message}");
    assert_eq!(world.everything(), before);
}

const CLAUDE: &str = "home/.claude/settings.json";

#[test]
fn broken_files_are_refused() {
    refused("claude", CLAUDE, b"{\"hooks\": ", "settings.json:1:");
    refused("claude", CLAUDE, b"[]", "object");
    refused(
        "claude",
        CLAUDE,
        b"{\"hooks\": 7}",
        "`hooks` must be an object",
    );
    refused(
        "claude",
        CLAUDE,
        b"{\"hooks\": {\"Stop\": \"x\"}}",
        "must be a list",
    );
    refused("claude", CLAUDE, b"\xff\xfe{}", "not UTF-8");
    refused(
        "kimi-cli",
        "home/.kimi/config.toml",
        b"[hooks",
        "not valid TOML",
    );
    refused(
        "kimi-cli",
        "home/.kimi/config.toml",
        b"hooks = 7",
        "list of tables",
    );
    refused(
        "hermes",
        "home/.hermes/config.yaml",
        b"hooks: [",
        "config.yaml",
    );
    refused(
        "hermes",
        "home/.hermes/config.yaml",
        b"- a",
        "must be a mapping",
    );
    refused("vibe", "home/.vibe/config.toml", b"= 1", "not valid TOML");
}

#[test]
fn keys_that_stand_twice_are_refused() {
    refused(
        "claude",
        CLAUDE,
        b"{\"hooks\": {}, \"hooks\": {}}",
        "duplicate key",
    );
    let twice = b"{\"hooks\": {\"Stop\": [], \"Stop\": []}}";
    refused("claude", CLAUDE, twice, "duplicate key");
}

#[test]
fn huge_files_and_deep_files_are_refused() {
    let huge = vec![b' '; 17 * 1024 * 1024];
    refused("claude", CLAUDE, &huge, "larger than 16 MiB");
    let deep = "[".repeat(100_000);
    refused(
        "claude",
        CLAUDE,
        format!("{{\"a\": {deep}").as_bytes(),
        "settings.json",
    );
}

#[test]
fn a_file_of_another_program_is_not_replaced() {
    refused(
        "cline",
        "home/.cline/hooks/PreToolUse",
        b"#!/bin/sh\nexit 0\n",
        "another program",
    );
}

#[cfg(unix)]
#[test]
fn links_stay_links_and_modes_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let world = World::new();
    world.write("dotfiles/claude.json", "{}\n");
    let real = world.path("dotfiles/claude.json");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o600)).unwrap();
    fs::create_dir(world.path("home/.claude")).unwrap();
    symlink(&real, world.path(CLAUDE)).unwrap();
    world
        .install("claude", ConfigScope::User, &options())
        .unwrap();
    assert!(world.path(CLAUDE).is_symlink());
    assert!(
        world
            .read("dotfiles/claude.json")
            .contains("--agent claude")
    );
    assert_eq!(real.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    world.uninstall("claude", ConfigScope::User).unwrap();
    assert_eq!(world.read("dotfiles/claude.json"), "{}\n");
    assert!(world.path(CLAUDE).is_symlink());
}

#[cfg(unix)]
#[test]
fn scripts_can_be_started() {
    use std::os::unix::fs::PermissionsExt;

    let world = World::new();
    world
        .install("cline", ConfigScope::User, &options())
        .unwrap();
    let script = world.path("home/.cline/hooks/PreToolUse");
    assert_eq!(
        script.metadata().unwrap().permissions().mode() & 0o111,
        0o111
    );
}

#[test]
fn a_lost_record_still_lets_entries_go() {
    let world = World::new();
    world.write(CLAUDE, "{\"model\": \"x\"}\n");
    world
        .install("claude", ConfigScope::User, &options())
        .unwrap();
    world
        .install("copilot", ConfigScope::User, &options())
        .unwrap();
    fs::remove_file(world.path("state/installed.json")).unwrap();
    world.uninstall("claude", ConfigScope::User).unwrap();
    world.uninstall("copilot", ConfigScope::User).unwrap();
    assert_eq!(world.read(CLAUDE), "{\"model\": \"x\"}\n");
    assert!(!world.path("home/.copilot/hooks/snaphook.json").exists());
}
