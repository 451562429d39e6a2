//! `snaphook convert`: hooks of the project, printed or written for another agent.

use crate::world::World;

const SETTINGS: &str = r#"{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [
    {"name": "guard", "command": "guard.sh", "onFailure": "block"}]}]}}"#;

fn world() -> World {
    let world = World::new();
    world.write("project/.claude/settings.json", SETTINGS);
    world
}

#[test]
fn the_hooks_of_the_project_are_printed_and_losses_go_to_stderr() {
    let world = world();
    let ran = world.snaphook(&["convert", "--from", "claude", "--to", "gemini"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let hooks = &ran.json()["hooks"]["BeforeTool"][0];
    assert_eq!(hooks["matcher"], "^(run_shell_command)$", "{ran:?}");
    for words in [
        "it guards no more",
        "`name`",
        "1 of 1 hooks converted",
        "for .gemini/settings.json:",
    ] {
        assert!(ran.stderr.contains(words), "{words}: {ran:?}");
    }
}

#[test]
fn files_are_written_only_where_there_are_none() {
    let world = world();
    let args = ["convert", "--from", "claude", "--to", "cursor", "--write"];
    let ran = world.snaphook(&args);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(
        world
            .read("project/.cursor/hooks.json")
            .contains("failClosed")
    );
    let before = world.read("project/.cursor/hooks.json");
    let again = world.snaphook(&args);
    assert_eq!(again.code, 1, "{again:?}");
    assert!(again.stderr.contains("is there already"), "{again:?}");
    assert_eq!(world.read("project/.cursor/hooks.json"), before);
}

#[test]
fn the_result_is_printed_as_json() {
    let world = world();
    let ran = world.snaphook(&["convert", "--from", "claude", "--to", "cline", "--json"]);
    let json = ran.json();
    assert_eq!(json["files"][0]["path"], ".clinerules/hooks/PreToolUse");
    assert_eq!(json["files"][0]["executable"], true);
    assert!(json["lost"].as_array().is_some_and(|lost| !lost.is_empty()));
}

#[test]
fn a_project_without_hooks_is_an_error() {
    let world = World::new();
    let ran = world.snaphook(&["convert", "--from", "codex", "--to", "claude"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stderr.contains("has no hooks for codex"), "{ran:?}");
}
