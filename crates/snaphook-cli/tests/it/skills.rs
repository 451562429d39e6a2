//! Skills and agents: the hooks in their front matter run while they are
//! active, and those of a project need trust.

use crate::world::{World, log, logs, results};

fn front_matter(name: &str, event: &str, command: &str) -> String {
    format!(
        "---\nname: {name}\ndescription: \"x: y\"\nhooks:\n  {event}:\n    - hooks:\n        - name: {name}-hook\n          command: |\n            {command}\n---\n# {name}\n"
    )
}

const SKILL: &str = "project/.claude/skills/sweep/SKILL.md";
const AGENT: &str = "project/.claude/agents/reviewer.md";

fn world() -> World {
    let world = World::new();
    world.write("home/.claude/settings.json", &logs("user"));
    let skill = "printf '%s\\n' \"$CLAUDE_PLUGIN_ROOT\" '${SNAPHOOK_PLUGIN_ROOT}' \"$CLAUDE_SKILL_DIR\" '${SNAPHOOK_SKILL_DIR}' > \"$HOME/skill\"; sh \"$CLAUDE_PLUGIN_ROOT/sweep.sh\"";
    world.write(SKILL, &front_matter("sweep", "Stop", skill));
    world.write("project/.claude/skills/sweep/sweep.sh", &log("sweep"));
    world.write(AGENT, &front_matter("reviewer", "Stop", &log("reviewer")));
    world
}

#[test]
fn the_hooks_of_a_skill_run_while_it_is_active() {
    let world = world();
    world.trust();
    assert_eq!(world.fire(&["Stop"]), ["user success"]);
    let file = world.path(SKILL);
    for skill in [".claude/skills/sweep/SKILL.md", file.to_str().unwrap()] {
        world.ran();
        let fired = world.fire(&["Stop", "--skill", skill]);
        assert_eq!(fired, ["user success", "sweep-hook success"]);
        assert_eq!(world.ran(), ["sweep", "user"]);
        let folder = file.parent().unwrap().display().to_string();
        assert_eq!(world.read("home/skill"), format!("{folder}\n").repeat(4));
    }
    let ran = world.snaphook(&[
        "explain",
        "Stop",
        "--skill",
        ".claude/skills/sweep/SKILL.md",
    ]);
    assert!(
        ran.stdout.starts_with("Stop: 2 of 2 hooks would run\n"),
        "{ran:?}"
    );
    assert!(
        ran.stdout
            .contains("✓ sweep-hook  runs  .claude/skills/sweep/SKILL.md:7\n"),
        "{ran:?}"
    );
}

#[test]
fn the_stop_of_an_agent_is_the_end_of_a_subagent() {
    let world = world();
    world.trust();
    let agent = ".claude/agents/reviewer.md";
    assert_eq!(
        world.fire(&["Stop", "--agent-file", agent]),
        ["user success"]
    );
    let fired = world.fire(&["SubagentStop", "--agent-file", agent]);
    assert_eq!(fired, ["reviewer-hook success"]);
    assert_eq!(world.ran(), ["reviewer", "user"]);
}

#[test]
fn skills_of_a_project_need_trust_and_own_ones_do_not() {
    let world = world();
    let own = "home/.claude/skills/own/SKILL.md";
    world.write(own, &front_matter("own", "Stop", &log("own")));
    let own = world.path(own);
    let args = [
        "fire",
        "Stop",
        "--json",
        "--skill",
        ".claude/skills/sweep/SKILL.md",
        "--skill",
        own.to_str().unwrap(),
    ];
    let ran = world.snaphook(&args);
    assert_eq!(
        results(&ran.json()),
        ["user success", "sweep-hook not trusted", "own-hook success"]
    );
    assert!(
        ran.stderr
            .starts_with("1 hook was skipped for lack of trust"),
        "{ran:?}"
    );
    assert_eq!(world.ran(), ["own", "user"]);
    // Also beside settings that were named: nobody has named the skill's.
    world.write("home/s.json", &logs("named"));
    let settings = world.path("home/s.json");
    let named = [&args[..], &["--settings", settings.to_str().unwrap()]].concat();
    let ran = world.snaphook(&named);
    assert_eq!(
        results(&ran.json()),
        [
            "named success",
            "sweep-hook not trusted",
            "own-hook success"
        ]
    );
    let shown = world.snaphook(&["trust"]).stdout;
    for words in [
        "\nnew sweep-hook  Stop  W/project/.claude/skills/sweep/SKILL.md:7\n  command printf ",
        "\n  script  .claude/skills/sweep/sweep.sh  sha256 ",
        "\nnew reviewer-hook  SubagentStop  W/project/.claude/agents/reviewer.md:7\n",
    ] {
        assert!(shown.contains(words), "{shown}");
    }
    assert!(!shown.contains("own-hook"), "{shown}");
    world.trust();
    let ran = world.snaphook(&args);
    assert_eq!(results(&ran.json())[1], "sweep-hook success");
    // Its script is part of what was trusted.
    world.write("project/.claude/skills/sweep/sweep.sh", &log("evil"));
    let ran = world.snaphook(&args);
    assert_eq!(
        results(&ran.json())[1],
        "sweep-hook not trusted: what it runs has changed"
    );
    let explained = [&["explain"], &args[1..2], &args[3..]].concat();
    let ran = world.snaphook(&explained);
    let words =
        "it has changed since it was trusted: .claude/skills/sweep/sweep.sh: the content changed";
    assert!(ran.stdout.contains(words), "{ran:?}");
}

#[cfg(unix)]
#[test]
fn a_skill_that_a_project_links_to_is_the_projects() {
    use crate::world::link;
    let world = World::new();
    world.write(
        "elsewhere/evil/SKILL.md",
        &front_matter("evil", "Stop", &log("evil")),
    );
    std::fs::create_dir_all(world.path("project/.claude/skills")).unwrap();
    link(
        &world.path("elsewhere/evil"),
        &world.path("project/.claude/skills/evil"),
    );
    let fired = world.fire(&["Stop", "--skill", ".claude/skills/evil/SKILL.md"]);
    assert_eq!(fired, ["evil-hook not trusted"]);
    assert_eq!(world.ran(), [""; 0]);
}

#[test]
fn they_are_listed_with_when_they_run_and_who_trusts_them() {
    let world = world();
    let list = || world.snaphook(&["list"]).stdout;
    let lines = |trust: &str| {
        format!(
            "Stop          *        sweep-hook     command  skill  {trust}  W/project/.claude/skills/sweep/SKILL.md:7  (while sweep is active)\n\
             SubagentStop  *        reviewer-hook  command  agent  {trust}  W/project/.claude/agents/reviewer.md:7  (while reviewer is active)\n\
             3 hooks\n"
        )
    };
    let shown = list();
    assert!(shown.ends_with(&lines("untrusted ")), "{shown}");
    world.trust();
    let shown = list();
    assert!(shown.ends_with(&lines("trusted   ")), "{shown}");
    let only = world.snaphook(&["list", "--trust", "managed", "--scope", "skill", "--json"]);
    assert_eq!(only.json()[0]["trust"], "untrusted");
}

#[test]
fn a_file_that_is_no_skill_is_said() {
    let world = world();
    world.write("project/README.md", "# Read me\n");
    let ran = world.snaphook(&["fire", "Stop", "--skill", "README.md"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(ran.stderr, "README.md: its front matter has no hooks\n");
    let ran = world.snaphook(&["fire", "Stop", "--skill", "none.md"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stderr.starts_with("error: none.md: no such"), "{ran:?}");
    world.write("project/README.md", "---\nhooks: {Stop: [\n---\n");
    let ran = world.snaphook(&["fire", "Stop", "--agent-file", "README.md"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stderr.starts_with("error: README.md:"), "{ran:?}");
    assert_eq!(world.ran(), ["user"]);
}

#[test]
fn they_are_switched_off_as_others_are() {
    let world = world();
    world.trust();
    world.write(
        "home/.config/snaphook/settings.json",
        r#"{"disabledHooks": ["sweep-hook"]}"#,
    );
    let args = ["Stop", "--skill", ".claude/skills/sweep/SKILL.md"];
    assert_eq!(world.fire(&args), ["user success", "sweep-hook disabled"]);
    world.write(
        "home/.config/snaphook/settings.json",
        r#"{"disableAllHooks": true}"#,
    );
    assert_eq!(world.fire(&args), [""; 0]);
    assert_eq!(world.ran(), ["user"]);
}
