//! `snaphook doctor`: what keeps hooks from holding, each made by hand.

use serde_json::Value;

use crate::world::World;

const GUARD: &str = r#"{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [
    {"name": "no-rm", "onFailure": "block", "command": "exit 0"}]}]}}"#;
const OWN: &str = "home/.config/snaphook/settings.json";

/// A world with one agent and a guard of the user.
fn world(program: &str, prints: &str) -> World {
    let world = World::new();
    world.agent(program, prints);
    world.write(OWN, GUARD);
    world
}

fn installed(program: &str, agent: &str, prints: &str) -> World {
    let world = world(program, prints);
    let ran = world.with_agents(&["install", agent, "--yes"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    world
}

/// The exit status, and every finding: `severity code message`.
fn findings(world: &World) -> (i32, Vec<String>) {
    let ran = world.with_agents(&["doctor", "--json"]);
    assert_eq!(ran.stderr, "", "{ran:?}");
    let json = ran.json();
    let of_agents = json["agents"].as_array().unwrap().iter();
    let all = of_agents.chain([&json["settings"]]);
    let all = all.flat_map(|one| one["findings"].as_array().unwrap());
    let text = |one: &Value, key: &str| one[key].as_str().unwrap().to_owned();
    let words = ["severity", "code", "message"];
    let all = all.map(|one| words.map(|key| text(one, key)).join(" "));
    (ran.code, all.collect())
}

#[track_caller]
fn assert_found(world: &World, code: i32, wanted: &str) {
    let (exit, found) = findings(world);
    assert!(found.iter().any(|one| one.contains(wanted)), "{found:#?}");
    assert_eq!(exit, code, "{found:#?}");
}

#[track_caller]
fn edit(world: &World, file: &str, from: &str, to: &str) {
    let text = world.read(file);
    assert!(text.contains(from), "{text}");
    world.write(file, &text.replacen(from, to, 1));
}

const GEMINI: &str = "home/.gemini/settings.json";

#[test]
fn a_fresh_installation_has_no_errors_and_no_warnings() {
    for (program, agent, version) in [
        ("codex", "codex", "codex-cli 0.166.0"),
        ("gemini", "gemini", "0.61.0"),
        ("claude", "claude", "2.1.325 (Claude Code)"),
        ("goose", "goose", "1.52.0"),
        ("vibe", "vibe", "vibe 3.0.2"),
        ("hermes", "hermes", "Hermes 0.19.0"),
        ("auggie", "augment", "0.36.0"),
        ("cline", "cline", "3.0.65"),
        ("kiro-cli", "kiro", "kiro 2.1.0"),
    ] {
        let (code, found) = findings(&installed(program, agent, version));
        let bad = |one: &&String| !one.starts_with("note ");
        assert_eq!(found.iter().find(bad), None, "{agent}");
        assert_eq!(code, 0, "{agent}");
    }
}

#[test]
fn an_agent_without_snaphook_is_a_warning() {
    let world = world("codex", "codex-cli 0.166.0");
    assert_found(
        &world,
        0,
        "warning not-installed snaphook is not installed in OpenAI Codex",
    );
    let ran = world.with_agents(&["doctor", "--deny-warnings"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    for words in [
        "OpenAI Codex 0.166.0: not installed",
        "warning[not-installed]",
        "help: run `snaphook install codex`",
        "1 agent, 0 errors, 1 warning, 0 notes",
    ] {
        assert!(ran.stdout.contains(words), "{words}: {}", ran.stdout);
    }
}

#[test]
fn an_unknown_version_is_told() {
    let silent = installed("gemini", "gemini", "");
    assert_found(&silent, 0, "warning unknown-version");
    let newer = installed("gemini", "gemini", "0.99.0");
    assert_found(
        &newer,
        0,
        "note untested-version Gemini CLI 0.99.0 is newer than 0.61.0",
    );
    let old = installed("qwen", "qwen", "0.21.0");
    assert_found(
        &old,
        0,
        "note untested-version Qwen Code 0.21.0 is older than",
    );
}

#[test]
fn entries_that_were_changed_are_told() {
    let world = installed("gemini", "gemini", "0.61.0");
    edit(
        &world,
        GEMINI,
        "--agent gemini BeforeTool",
        "--agent gemini --no-log BeforeTool",
    );
    assert_found(
        &world,
        0,
        "warning edited-entry the command on BeforeTool is not as",
    );

    let world = installed("gemini", "gemini", "0.61.0");
    edit(
        &world,
        GEMINI,
        "\"matcher\": \"*\"",
        "\"matcher\": \"read_file\"",
    );
    assert_found(&world, 0, "warning edited-entry the entry on");

    let world = installed("gemini", "gemini", "0.61.0");
    edit(&world, GEMINI, "--agent gemini", "--agent codex");
    assert_found(
        &world,
        0,
        "warning other-agent an entry is for `--agent codex`",
    );
}

#[test]
fn a_program_that_is_gone_is_an_error() {
    let world = installed("gemini", "gemini", "0.61.0");
    let text = world
        .read(GEMINI)
        .replace("/snaphook hook", "/gone/snaphook hook");
    world.write(GEMINI, &text);
    assert_found(&world, 1, "error program-gone");
}

#[test]
fn a_timeout_below_the_limit_of_the_bridge_is_an_error() {
    let world = installed("gemini", "gemini", "0.61.0");
    edit(&world, GEMINI, "\"timeout\": 60000", "\"timeout\": 5000");
    assert_found(&world, 1, "error short-timeout on");
}

#[test]
fn a_missing_hash_or_switch_is_an_error() {
    let world = installed("codex", "codex", "codex-cli 0.166.0");
    assert!(
        world
            .read("home/.codex/config.toml")
            .contains("trusted_hash")
    );
    world.write("home/.codex/config.toml", "");
    assert_found(&world, 1, "error missing-step");
}

#[test]
fn a_broken_configuration_is_an_error() {
    let world = world("gemini", "0.61.0");
    world.write(GEMINI, "{ \"hooks\": [");
    assert_found(&world, 1, "error unreadable-configuration");
}

#[test]
fn guards_that_cannot_be_honoured_are_told() {
    let world = installed("vibe", "vibe", "vibe 3.0.2");
    world.write(OWN, &GUARD.replace("PreToolUse", "UserPromptSubmit"));
    assert_found(
        &world,
        1,
        "error guard-without-event Mistral Vibe has no event for UserPromptSubmit: no-rm",
    );
    let world = installed("cline", "cline", "3.0.65");
    world.write(OWN, &GUARD.replace("PreToolUse", "UserPromptSubmit"));
    assert_found(
        &world,
        0,
        "warning guard-cannot-deny Cline does not let hooks deny on UserPromptSubmit: no-rm",
    );
    let world = installed("goose", "goose", "1.52.0");
    assert_found(
        &world,
        0,
        "note degraded PreToolUse (no-rm): a question is denied",
    );
}

#[test]
fn an_agent_that_goes_on_without_snaphook_is_named() {
    let world = installed("codex", "codex", "codex-cli 0.166.0");
    assert_found(
        &world,
        0,
        "note goes-on OpenAI Codex goes on without an answer when snaphook is missing, crashes",
    );
    let world = installed("code-puppy", "code-puppy", "0.0.946");
    assert_found(
        &world,
        0,
        "note goes-on Code Puppy goes on without an answer when snaphook takes too long",
    );
    // `strict` makes it deny.
    let (_, found) = findings(&installed("vibe", "vibe", "vibe 3.0.2"));
    assert!(
        !found.iter().any(|one| one.contains("goes-on")),
        "{found:?}"
    );
}

#[test]
fn hooks_for_claude_code_count_where_they_were_asked_for() {
    let world = installed("vibe", "vibe", "vibe 3.0.2");
    let settings = GUARD.replace("PreToolUse", "UserPromptSubmit");
    world.write("home/.claude/settings.json", &settings);
    let (code, found) = findings(&world);
    assert!(
        !found.iter().any(|one| one.contains("guard-without")),
        "{found:?}"
    );
    assert_eq!(code, 0);
    world.with_agents(&["install", "vibe", "--yes", "--include", "claude"]);
    assert_found(&world, 1, "error guard-without-event");
}

#[test]
fn settings_that_do_not_count_are_told() {
    let world = installed("codex", "codex", "codex-cli 0.166.0");
    world.write(
        "project/.snaphook/settings.json",
        &GUARD.replace("no-rm", "of-project"),
    );
    assert_found(&world, 0, "warning untrusted-hooks");
    world.trust();
    let (_, found) = findings(&world);
    assert!(
        !found.iter().any(|one| one.contains("untrusted")),
        "{found:?}"
    );
    world.write(OWN, "{ \"hooks\": ");
    assert_found(&world, 1, "error unreadable-settings");
    let empty = World::new();
    assert_found(&empty, 0, "warning no-hooks");
}

#[test]
fn two_installations_of_one_agent_are_told() {
    let world = installed("gemini", "gemini", "0.61.0");
    world.with_agents(&["install", "gemini", "--yes", "--scope", "project"]);
    assert_found(&world, 0, "note installed-twice");
}

#[test]
fn named_agents_are_examined_wherever_they_are() {
    let world = world("codex", "codex-cli 0.166.0");
    let ran = world.with_agents(&["doctor", "cursor", "--json"]);
    let json = ran.json();
    let agents = json["agents"].as_array().unwrap();
    assert_eq!(agents.len(), 1, "{json}");
    assert_eq!(agents[0]["findings"][0]["code"], "not-here");
    assert_eq!(ran.code, 0);
}

#[test]
fn a_version_that_never_comes_does_not_hold_up_the_rest() {
    let world = installed("gemini", "gemini", "0.61.0");
    // It prints no version, and more than is read.
    world.write(
        "bin/gemini",
        "#!/bin/sh\nwhile :; do echo no version here; done\n",
    );
    assert_found(&world, 0, "warning unknown-version");
}
