//! What `explain` and `check` say of settings that are found.

use serde_json::json;

use crate::scopes::everywhere;
use crate::world::{World, log, logs, settings};

#[test]
fn explain_says_who_switched_a_hook_off_and_where() {
    let world = everywhere();
    world.trust();
    let mut user = settings("Stop", &[("user", &log("user"))]);
    user["disabledHooks"] = json!(["project-own"]);
    world.write("home/.claude/settings.json", &format!("{user:#}"));
    let why = |env: &[(&str, &str)], name: &str| {
        let ran = world.snaphook_env(&["explain", "Stop", "--json"], env);
        let hooks = ran.json()["hooks"].as_array().unwrap().clone();
        let hook = hooks
            .iter()
            .find(|hook| hook["name"] == name)
            .unwrap()
            .clone();
        hook["why"]["message"]
            .as_str()
            .unwrap_or("it runs")
            .to_owned()
    };
    assert_eq!(why(&[], "user"), "it runs");
    assert_eq!(
        why(&[], "project-own"),
        "it is disabled by `disabledHooks` in W/home/.claude/settings.json:15"
    );
    let ran = world.snaphook(&["list", "--scope", "project"]);
    assert!(
        ran.stdout
            .contains("(disabled by `disabledHooks` in W/home/.claude/settings.json:15)"),
        "{ran:?}"
    );
    assert_eq!(
        why(&[("SNAPHOOK", "0")], "plugin"),
        "hooks are switched off by SNAPHOOK=0"
    );
    assert_eq!(why(&[("SNAPHOOK", "1")], "plugin"), "it runs");
    world.write(
        "etc/snaphook/managed-settings.json",
        "{\n  \"strictPluginOnlyCustomization\": [\"hooks\"]\n}",
    );
    let strict = "`strictPluginOnlyCustomization` in W/etc/snaphook/managed-settings.json:2";
    assert_eq!(
        why(&[], "user"),
        format!("hooks are switched off by {strict}")
    );
    assert_eq!(why(&[], "plugin"), "it runs");
    assert_eq!(
        why(&[("SNAPHOOK", "0")], "project"),
        format!("hooks are switched off by {strict} and SNAPHOOK=0")
    );
    // Whoever fires sees it, too.
    let ran = world.snaphook(&["fire", "Stop"]);
    assert!(
        ran.stdout
            .ends_with(&format!("  hooks are switched off by {strict}\n")),
        "{ran:?}"
    );
}

#[test]
fn check_looks_at_every_scope() {
    let world = everywhere();
    let wrong = r#"{"hooks": {"Stop": [{"hooks": [{"name": "x", "command": ""}]}]}}"#;
    for file in [
        "home/.claude/settings.json",
        "project/.claude/settings.json",
        "project/.claude/settings.local.json",
        "home/.claude/plugins/tidy/hooks/hooks.json",
    ] {
        world.write(file, wrong);
    }
    let skill = "---\nhooks:\n  Stop:\n  - hooks: [{type: shell}]\n---\n";
    world.write("project/.snaphook/skills/sweep/SKILL.md", skill);
    world.write("home/.claude/agents/reviewer.md", skill);
    let plain = "---\ndescription: no hooks\n---\n";
    world.write("project/.claude/agents/plain.md", plain);
    world.write("project/deep/down/x", "");
    let files = |folder: &str| {
        let ran = world.snaphook_in(folder, &["check", "--json"]);
        assert_eq!(ran.code, 1, "{ran:?}");
        let found = ran.json();
        let found = found.as_array().unwrap().iter();
        let files = found.map(|finding| finding["file"].as_str().unwrap().to_owned());
        files.collect::<Vec<_>>()
    };
    assert_eq!(
        files("project"),
        [
            "W/home/.claude/settings.json",
            ".claude/settings.json",
            ".claude/settings.local.json",
            "W/home/.claude/plugins/tidy/hooks/hooks.json",
            "W/home/.claude/agents/reviewer.md",
            ".snaphook/skills/sweep/SKILL.md",
        ]
    );
    let below = files("project/deep/down");
    assert_eq!(below[1], "../../.claude/settings.json");
    assert_eq!(below[0], "W/home/.claude/settings.json");
    let ran = world.snaphook(&["check"]);
    assert!(ran.stdout.ends_with("\n8 files: 6 errors\n"), "{ran:?}");
}

#[test]
fn a_file_that_cannot_be_read_does_not_end_a_check() {
    let world = World::new();
    std::fs::create_dir_all(world.path("home/.claude/settings.json")).unwrap();
    world.write("project/.claude/settings.json", r#"{"hooks": []}"#);
    let ran = world.snaphook(&["check", "--json"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    let found = ran.json();
    let seen: Vec<_> = found
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (&one["code"], &one["file"]))
        .collect();
    assert_eq!(
        seen,
        [
            (&json!("unreadable"), &json!("W/home/.claude/settings.json")),
            (&json!("wrong-type"), &json!(".claude/settings.json")),
        ]
    );
    let ran = world.snaphook(&["check"]);
    assert!(
        ran.stdout
            .starts_with("error[unreadable]: this is a folder, not a settings file\n"),
        "{ran:?}"
    );
    // Hooks of other files run all the same.
    world.write("project/.claude/settings.json", &logs("project"));
    world.trust();
    let ran = world.snaphook(&["fire", "Stop"]);
    assert_eq!((ran.code, world.ran()), (0, vec!["project".to_owned()]));
    assert!(
        ran.stdout
            .contains("error: failed to load W/home/.claude/settings.json; run `snaphook check`"),
        "{ran:?}"
    );
}
