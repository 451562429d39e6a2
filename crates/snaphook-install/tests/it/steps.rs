//! What agents need beside the entries: switches, trusted folders, hashes, approvals.

use serde_json::Value;
use snaphook_agents::ConfigScope;
use snaphook_install::inspect;

use crate::world::{World, options};

#[track_caller]
fn missing_steps(world: &World, name: &str, scope: ConfigScope) -> usize {
    let state = world.with_target(name, scope, |target| inspect(target).unwrap());
    assert!(state.is_installed());
    state.missing_steps.len()
}

#[test]
fn codex_trusts_each_hook_by_its_hash() {
    let world = World::new();
    world.write(
        "home/.codex/config.toml",
        "model = \"m\" # mine\n\n[features]\nweb = true\n",
    );
    world
        .install("codex", ConfigScope::Project, &options())
        .unwrap();
    let text = world.read("home/.codex/config.toml");
    let config: toml_edit::DocumentMut = text.parse().unwrap();
    assert_eq!(config["features"]["hooks"].as_bool(), Some(true));
    let project = world.path("project");
    let project = project.to_str().unwrap();
    assert_eq!(
        config["projects"][project]["trust_level"].as_str(),
        Some("trusted")
    );
    let key = format!("{project}/.codex/hooks.json:pre_tool_use:0:0");
    let hash = config["hooks"]["state"][&key]["trusted_hash"]
        .as_str()
        .unwrap();
    assert!(hash.starts_with("sha256:"), "{hash}");
    assert!(text.contains("# mine"));
    assert_eq!(missing_steps(&world, "codex", ConfigScope::Project), 0);
    // An edited entry has another hash.
    let hooks = world
        .read("project/.codex/hooks.json")
        .replace("--limit 600", "--limit 599");
    world.write("project/.codex/hooks.json", hooks);
    assert_eq!(missing_steps(&world, "codex", ConfigScope::Project), 1);
}

#[test]
fn folders_of_projects_are_trusted_but_never_against_a_person() {
    let world = World::new();
    world
        .install("gemini", ConfigScope::Project, &options())
        .unwrap();
    let trusted: Value =
        serde_json::from_str(&world.read("home/.gemini/trustedFolders.json")).unwrap();
    let project = world.path("project").to_str().unwrap().to_owned();
    assert_eq!(trusted[&project], "TRUST_FOLDER");
    let text = format!("{{\"{project}\": \"DO_NOT_TRUST\"}}");
    world.write("home/.qwen/trustedFolders.json", &text);
    world
        .install("qwen", ConfigScope::Project, &options())
        .unwrap();
    assert_eq!(world.read("home/.qwen/trustedFolders.json"), text);
    assert_eq!(missing_steps(&world, "qwen", ConfigScope::Project), 1);
    world
        .install("copilot", ConfigScope::Project, &options())
        .unwrap();
    let config: Value = serde_json::from_str(&world.read("home/.copilot/config.json")).unwrap();
    assert_eq!(config["trustedFolders"][0], project.as_str());
}

#[test]
fn hermes_approves_exactly_the_entries() {
    let world = World::new();
    let list = "home/.hermes/shell-hooks-allowlist.json";
    world.write(
        list,
        "{\"approvals\": [{\"event\": \"x\", \"command\": \"notify\"}]}",
    );
    world
        .install("hermes", ConfigScope::User, &options())
        .unwrap();
    let count = |world: &World| {
        let list: Value = serde_json::from_str(&world.read(list)).unwrap();
        list["approvals"].as_array().unwrap().len()
    };
    assert_eq!(count(&world), 6);
    let newer = snaphook_install::InstallOptions {
        limit: Some(20),
        ..options()
    };
    world.install("hermes", ConfigScope::User, &newer).unwrap();
    assert_eq!(count(&world), 6);
    world.write(
        "home/.hermes/config.yaml",
        world.read("home/.hermes/config.yaml") + "# touched\n",
    );
    world.uninstall("hermes", ConfigScope::User).unwrap();
    assert_eq!(count(&world), 1);
}
