//! `snaphook agents`: what is here, in which version, and where snaphook holds.

use serde_json::{Value, json};

use crate::common::Ran;
use crate::world::World;

fn world() -> World {
    let world = World::new();
    world.agent("codex", "codex-cli 0.166.0");
    world.agent("gemini", "0.61.0");
    world
}

/// The rows of the table, as words.
fn rows(text: &str) -> Vec<Vec<String>> {
    let lines = text.lines().take_while(|line| !line.starts_with("hint"));
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect();
    lines.map(words).collect()
}

fn row_of(text: &str, agent: &str) -> Vec<String> {
    let mut rows = rows(text).into_iter();
    rows.find(|row| row[0] == agent).unwrap_or_default()
}

#[test]
fn agents_are_found_by_their_programs_and_folders() {
    let world = world();
    std::fs::create_dir(world.path("home/.qwen")).unwrap();
    let ran = world.with_agents(&["agents"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let names: Vec<_> = rows(&ran.stdout).iter().map(|row| row[0].clone()).collect();
    assert_eq!(names, ["agent", "codex", "gemini", "qwen"]);
    let codex = ["codex", "OpenAI", "Codex", "0.166.0", "0.166.0", "–", "–"];
    assert_eq!(row_of(&ran.stdout, "codex"), codex);
    assert_eq!(row_of(&ran.stdout, "qwen")[3], "unknown");
    assert!(ran.stdout.contains("snaphook install AGENT"), "{ran:?}");
}

#[test]
fn where_it_is_installed_it_is_in_force() {
    let world = world();
    let ran = world.with_agents(&["install", "gemini", "--yes"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let ran = world.with_agents(&["agents"]);
    assert_eq!(row_of(&ran.stdout, "gemini")[5..], ["user", "yes"]);
    let ran = world.with_agents(&["install", "gemini", "--yes", "--scope", "project"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let ran = world.with_agents(&["agents", "gemini", "--json"]);
    assert_eq!(
        ran.json(),
        json!([{
            "agent": "gemini", "title": "Gemini CLI", "here": true, "version": "0.61.0",
            "testedVersion": "0.61.0", "installed": ["user", "project"], "inForce": true,
            "program": "W/bin/gemini"
        }])
    );
}

#[test]
fn what_keeps_it_from_being_in_force_is_pointed_to() {
    let world = world();
    world.with_agents(&["install", "gemini", "--yes"]);
    let file = "home/.gemini/settings.json";
    let text = world
        .read(file)
        .replace("/snaphook hook", "/gone/snaphook hook");
    world.write(file, &text);
    let ran = world.with_agents(&["agents"]);
    assert_eq!(row_of(&ran.stdout, "gemini")[5..], ["user", "no"]);
    assert!(ran.stdout.contains("snaphook doctor"), "{ran:?}");
}

#[test]
fn every_known_agent_can_be_listed() {
    let ran = world().with_agents(&["agents", "--all", "--json"]);
    let list = ran.json();
    let list = list.as_array().unwrap();
    let here = |agent: &&Value| agent["here"] == true;
    assert_eq!(list.len(), snaphook_agents::AGENTS.len());
    assert_eq!(list.iter().filter(here).count(), 2);
    let ran = world().with_agents(&["agents", "--all"]);
    let cursor = ["cursor", "Cursor", "not", "here"];
    assert_eq!(row_of(&ran.stdout, "cursor")[..4], cursor);
}

#[test]
fn an_installation_in_the_project_is_listed_without_its_agent() {
    let world = World::new();
    world.with_agents(&["install", "cursor", "--scope", "project", "--yes"]);
    let ran = world.with_agents(&["agents", "--json"]);
    let list = ran.json();
    assert_eq!(list[0]["agent"], "cursor", "{list}");
    assert_eq!(
        (&list[0]["here"], &list[0]["inForce"]),
        (&json!(false), &json!(true))
    );
}

#[test]
fn nothing_here_is_said() {
    let ran = World::new().with_agents(&["agents"]);
    assert_eq!(ran.code, 0);
    assert!(ran.stdout.contains("no agent was found"), "{ran:?}");
    let ran = World::new().with_agents(&["agents", "esperanto"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("codex"), "{ran:?}");
}

/// Others have the program elsewhere, or not at all.
#[test]
#[cfg(unix)]
fn a_projects_configuration_names_no_folder_of_this_machine() {
    let world = world();
    let install = ["install", "codex", "--scope", "project", "--yes"];
    let ran = world.with_agents(&install);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.stderr.contains("which others may not have"), "{ran:?}");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_snaphook"), world.path("bin/snaphook")).unwrap();
    let ran = world.with_agents(&install);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(!ran.stderr.contains("warning"), "{ran:?}");
    let hooks = world.read("project/.codex/hooks.json");
    assert!(
        hooks.contains("\"snaphook hook --agent codex PreToolUse"),
        "{hooks}"
    );
    assert!(hooks.contains(" || exit 2\""), "{hooks}");
    assert!(!hooks.contains("/snaphook"), "{hooks}");
    let codes = |ran: &Ran| {
        let json = ran.json();
        let findings = json["agents"][0]["findings"].as_array().unwrap().clone();
        let codes = findings
            .iter()
            .map(|one| one["code"].as_str().unwrap().to_owned());
        codes.collect::<Vec<_>>()
    };
    let found = codes(&world.with_agents(&["doctor", "codex", "--json"]));
    assert!(!found.contains(&"program-gone".to_owned()), "{found:?}");
    std::fs::remove_file(world.path("bin/snaphook")).unwrap();
    let found = codes(&world.with_agents(&["doctor", "codex", "--json"]));
    assert!(found.contains(&"program-gone".to_owned()), "{found:?}");
}
