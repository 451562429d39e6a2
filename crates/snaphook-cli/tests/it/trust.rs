//! `snaphook trust`: what a person is shown, what is kept, and what is taken
//! back.

use std::process::Command;

use serde_json::json;

use crate::common::{self, at_a_terminal, has_python};
use crate::world::{World, hooks, log, logs};

/// A project with a guard that is a script, and a hook without one.
fn project() -> World {
    let world = World::new();
    world.write(
        "project/hooks/guard.sh",
        "#!/bin/sh\necho guard >> \"$HOME/ran\"\n",
    );
    let text = format!(
        r#"{{ "hooks": {{ "PreToolUse": [
  {{ "matcher": "Bash|Edit", "hooks": [
    {{ "name": "guard", "command": "sh ${{CLAUDE_PROJECT_DIR}}/hooks/guard.sh --strict", "if": "Bash(rm *)", "onFailure": "block",
      "env": {{ "LEVEL": "2" }} }} ] }} ],
  "Stop": [ {{ "hooks": [ {{ "name": "done", "command": {} }} ] }} ] }} }}"#,
        json!(log("done"))
    );
    world.write("project/.claude/settings.json", &text);
    world
}

/// What `sha256sum` says of a file.
#[cfg(target_os = "linux")]
fn sha256(world: &World, file: &str) -> String {
    let output = Command::new("sha256sum")
        .arg(world.path(file))
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.split_whitespace().next().unwrap().to_owned()
}

#[cfg(target_os = "linux")]
#[test]
fn everything_that_would_run_is_shown_exactly() {
    let world = project();
    let sum = sha256(&world, "project/hooks/guard.sh");
    let shown = format!(
        r#"W/project

new guard  PreToolUse on Bash|Edit  W/project/.claude/settings.json:3
  if      Bash(rm *)
  command sh ${{CLAUDE_PROJECT_DIR}}/hooks/guard.sh --strict
  env     LEVEL=2
  script  hooks/guard.sh  sha256 {sum}

new done  Stop  W/project/.claude/settings.json:5
  command echo done >> "$HOME/ran"

"#
    );
    let ran = world.snaphook(&["trust", "--yes"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{ran:?}");
    assert_eq!(ran.stdout, format!("{shown}trusted 2 hooks\n"));
    let again = world.snaphook(&["trust"]);
    assert_eq!(again.code, 0, "{again:?}");
    assert_eq!(again.stdout, shown.replace("new ", "trusted "));
    let json = world.snaphook(&["trust", "--json"]).json();
    assert_eq!(json["project"], "W/project");
    assert_eq!(json["hooks"][0]["trust"], json!({"standing": "trusted"}));
    assert_eq!(json["hooks"][0]["evidence"]["scripts"][0]["sha256"], sum);
    assert_eq!(world.fire(&["Stop"]), ["done success"]);
}

#[test]
fn every_word_that_reaches_a_program_is_shown() {
    let world = World::new();
    let hooks = json!([
        {"name": "tidy", "type": "builtin", "command": "clean", "args": ["--force", "/"]},
        {"name": "windows", "command": "Get-Date", "shell": "powershell", "cwd": "sub",
            "async": true, "once": true, "timeout": 1.5},
    ]);
    let settings = json!({"hooks": {"Stop": [{"hooks": hooks}]}});
    world.write("project/.claude/settings.json", &settings.to_string());
    let ran = world.snaphook(&["trust"]);
    for lines in [
        "  builtin clean\n  arg     --force\n  arg     /\n",
        "  command Get-Date\n  shell   powershell\n  cwd     sub\n  with    async, once, timeout 1.5s\n",
    ] {
        assert!(ran.stdout.contains(lines), "{ran:?}");
    }
}

/// A text that turns the direction of writing, or moves the cursor, looks like
/// another command.
#[test]
fn what_hides_in_a_command_is_spelled_out() {
    let world = World::new();
    let command = "echo ok\u{1b}[2K\u{202e}fr- mr\u{202c} # \u{200b}";
    world.write(
        "project/.claude/settings.json",
        &hooks("Stop", &[("x", command)]),
    );
    let ran = world.snaphook(&["trust"]);
    let line = r"  command echo ok\u{1b}[2K\u{202e}fr- mr\u{202c} # \u{200b}";
    assert!(ran.stdout.contains(line), "{ran:?}");
}

/// Characters that take no room or look like blanks, and blanks that push the
/// rest of a command off the screen.
#[test]
fn nothing_hides_behind_blanks_and_characters_without_ink() {
    let world = World::new();
    let command = format!(
        "echo\u{2800}\u{3164}\u{ad}\u{34f}\u{e0041}\u{fe00}\u{a0}ok{}; rm -rf x\r",
        " ".repeat(300)
    );
    let long = format!("echo {}; touch y", "a".repeat(3000));
    world.write(
        "project/.claude/settings.json",
        &hooks(
            "Stop",
            &[
                ("x", &command),
                ("long", &long),
                ("y", &format!("a{}b", "\n".repeat(90))),
            ],
        ),
    );
    let ran = world.snaphook(&["trust"]);
    let line = r"  command echo\u{2800}\u{3164}\u{ad}\u{34f}\u{e0041}\u{fe00}\u{a0}ok\u{20}×300; rm -rf x\r";
    assert!(ran.stdout.contains(line), "{ran:?}");
    assert!(
        ran.stdout.contains("the command has 3014 characters"),
        "{ran:?}"
    );
    assert!(ran.stdout.contains("; touch y\n"), "{ran:?}");
    assert!(
        ran.stdout
            .contains("  command a\n          \\n×90\n          b\n"),
        "{ran:?}"
    );
}

#[test]
fn with_nobody_to_ask_nothing_is_trusted() {
    let world = project();
    let ran = world.snaphook(&["trust"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stdout.contains("\nnew guard  PreToolUse"), "{ran:?}");
    assert_eq!(
        ran.stderr,
        "error: nothing was trusted: stdin is not a terminal, so no question can be asked\n\
         help: run it at a terminal, or pass --yes after you have read the above\n"
    );
    assert_eq!(world.fire(&["Stop"]), ["done not trusted"]);
    assert!(!world.path("state/snaphook/trust.json").exists());
    // With nothing to ask, nobody is needed.
    let world = World::new();
    let ran = world.snaphook(&["trust"]);
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (0, "W/project: nothing here needs trust\n")
    );
}

#[cfg(unix)]
#[test]
fn a_person_says_yes_or_no() {
    if !has_python() {
        println!("SKIPPED, python3 is not installed: a_person_says_yes_or_no");
        return;
    }
    for (answer, code, became) in [
        ("n", 1, "not trusted"),
        ("", 1, "not trusted"),
        ("yes please", 1, "not trusted"),
        ("y", 0, "success"),
        (" YES ", 0, "success"),
    ] {
        let world = project();
        let command = world.command(&["trust"]);
        let ran = world.short(at_a_terminal(&command, "[y/N] ", answer));
        assert_eq!(ran.code, code, "{answer:?}: {ran:?}");
        assert!(ran.stdout.contains("Trust 2 hooks? [y/N] "), "{ran:?}");
        let said = ran.stdout.contains("nothing was trusted");
        assert_eq!(said, code == 1, "{ran:?}");
        assert_eq!(world.fire(&["Stop"]), [format!("done {became}")]);
    }
}

#[test]
fn hooks_are_trusted_by_name_or_id() {
    let world = project();
    let ran = world.snaphook(&["trust", "done", "--yes"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.stdout.ends_with("\ntrusted 1 hook\n"), "{ran:?}");
    assert!(!ran.stdout.contains("guard"), "{ran:?}");
    let trust = |name: &str| {
        let list = world.snaphook(&["list", "--json"]).json();
        let list = list.as_array().unwrap().clone();
        let hook = list.into_iter().find(|hook| hook["name"] == name).unwrap();
        (
            hook["trust"].clone(),
            hook["id"].as_str().unwrap().to_owned(),
        )
    };
    assert_eq!(trust("done").0, "trusted");
    let (guard, id) = trust("guard");
    assert_eq!(guard, "untrusted");
    assert_eq!(world.snaphook(&["trust", &id, "--yes"]).code, 0);
    assert_eq!(trust("guard").0, "trusted");
    let ran = world.snaphook(&["trust", "nobody", "--yes"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (1, ""), "{ran:?}");
    assert!(
        ran.stderr
            .contains("no hook of this project is named `nobody`"),
        "{ran:?}"
    );
}

#[test]
fn what_was_trusted_is_listed_and_taken_back() {
    let world = project();
    world.write("other/.git/HEAD", "");
    world.write("other/.claude/settings.json", &logs("other"));
    let nothing = world.snaphook(&["trust", "--list"]);
    assert_eq!(
        (nothing.code, nothing.stdout.as_str()),
        (0, "nothing is trusted yet\n")
    );
    world.trust();
    assert_eq!(world.snaphook_in("other", &["trust", "--yes"]).code, 0);
    let ran = world.snaphook(&["trust", "--list"]);
    assert_eq!(
        ran.stdout,
        "\
W/other
  other  Stop  W/other/.claude/settings.json:1
W/project
  guard  PreToolUse  W/project/.claude/settings.json:3
      hooks/guard.sh
  done  Stop  W/project/.claude/settings.json:5
"
    );
    let list = world.snaphook(&["trust", "--list", "--json"]).json();
    assert_eq!(list[1]["project"], "W/project");
    assert_eq!(list[1]["hooks"][1]["name"], "done");
    let ran = world.snaphook(&["trust", "--revoke", "done"]);
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (0, "revoked trust in 1 hook\n")
    );
    assert_eq!(world.fire(&["Stop"]), ["done not trusted"]);
    let rm = [
        "PreToolUse",
        "--tool",
        "Bash",
        "--tool-input",
        r#"{"command": "rm x"}"#,
    ];
    assert_eq!(world.fire(&rm), ["guard success"]);
    let ran = world.snaphook(&["trust", "--revoke", "done"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(
        ran.stderr
            .contains("run `snaphook trust --list` to see what is trusted"),
        "{ran:?}"
    );
    let ran = world.snaphook(&["trust", "--revoke"]);
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (0, "revoked trust in 1 hook\n")
    );
    assert_eq!(world.fire(&rm), ["guard not trusted"]);
    let fired = world.snaphook_in("other", &["fire", "Stop"]);
    assert!(fired.stdout.contains("✓ other  success"), "{fired:?}");
}

#[test]
fn two_who_trust_at_once_lose_nothing() {
    let world = World::new();
    let projects: Vec<String> = (0..8).map(|number| format!("p{number}")).collect();
    for name in &projects {
        world.write(&format!("{name}/.git/HEAD"), "");
        world.write(&format!("{name}/.claude/settings.json"), &logs(name));
    }
    let children: Vec<_> = projects
        .iter()
        .map(|name| {
            let mut command = world.command(&["trust", "--yes"]);
            command.current_dir(world.path(name));
            command.stdout(std::process::Stdio::null()).spawn().unwrap()
        })
        .collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let list = world.snaphook(&["trust", "--list", "--json"]).json();
    assert_eq!(list.as_array().unwrap().len(), projects.len());
    for name in &projects {
        let ran = world.snaphook_in(name, &["fire", "Stop"]);
        assert!(
            ran.stdout.contains(&format!("✓ {name}  success")),
            "{ran:?}"
        );
    }
}

#[test]
fn a_store_that_cannot_be_read_trusts_nothing_and_is_left_alone() {
    let world = project();
    world.trust();
    let store = "state/snaphook/trust.json";
    let good = world.read(store);
    let cut = &good[..good.len() / 2];
    for bad in [
        cut,
        "",
        "[]",
        r#"{"version": 1}"#,
        r#"{"version": 99, "projects": {}}"#,
    ] {
        world.write(store, bad);
        let ran = world.snaphook(&["fire", "Stop", "--json"]);
        assert_eq!(ran.code, 0, "{ran:?}");
        let outcome = ran.json();
        assert_eq!(
            crate::world::results(&outcome),
            ["done not trusted"],
            "{bad}"
        );
        let problem = &outcome["diagnostics"][0];
        assert_eq!(
            (&problem["code"], &problem["severity"]),
            (&json!("trust-store"), &json!("error"))
        );
        let shown = world.snaphook(&["fire", "Stop"]).stdout;
        assert!(
            shown.contains("  error: ") && shown.contains("W/state/snaphook/trust.json"),
            "{shown}"
        );
        for args in [
            &["trust", "--yes"][..],
            &["trust", "--revoke"],
            &["trust", "--list"],
        ] {
            let ran = world.snaphook(args);
            assert_eq!(ran.code, 1, "{args:?}: {ran:?}");
            assert!(
                ran.stderr.contains("trust the hooks again"),
                "{args:?}: {ran:?}"
            );
        }
        assert_eq!(world.read(store), bad);
    }
    world.write(store, &good);
    assert_eq!(world.fire(&["Stop"]), ["done success"]);
}

#[cfg(unix)]
#[test]
fn the_store_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let world = project();
    world.trust();
    let store = world.path("state/snaphook/trust.json");
    let mode = || std::fs::metadata(&store).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(), 0o600);
    std::fs::set_permissions(&store, std::fs::Permissions::from_mode(0o666)).unwrap();
    assert_eq!(world.fire(&["Stop"]), ["done not trusted"]);
    let ran = world.snaphook(&["trust", "--yes"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(
        ran.stderr
            .contains("W/state/snaphook/trust.json is not used, because "),
        "{ran:?}"
    );
}

#[cfg(unix)]
#[test]
fn what_cannot_be_vouched_for_is_not_trusted() {
    let world = World::new();
    world.write(
        "project/.claude/settings.json",
        &hooks("Stop", &[("pipe", "sh ./pipe")]),
    );
    let made = Command::new("mkfifo")
        .arg(world.path("project/pipe"))
        .status();
    assert!(made.unwrap().success());
    let ran = world.snaphook(&["trust", "--yes"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(
        ran.stdout.contains("\n  cannot be trusted: pipe: "),
        "{ran:?}"
    );
    assert!(
        ran.stderr.starts_with("error: nothing was trusted: "),
        "{ran:?}"
    );
    // It does not keep others from it.
    world.write("project/.claude/settings.local.json", &logs("fine"));
    let ran = world.snaphook(&["trust", "--yes"]);
    assert!(ran.stdout.ends_with("\ntrusted 1 hook\n"), "{ran:?}");
    assert_eq!(world.fire(&["Stop"]), ["pipe not trusted", "fine success"]);
}

#[test]
fn without_a_home_nothing_can_be_kept() {
    let world = project();
    let mut command = world.command(&["trust", "--yes"]);
    // A folder that is a file.
    command.env("XDG_STATE_HOME", world.path("project/hooks/guard.sh"));
    let ran = world.short(common::run(&mut command, ""));
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(
        ran.stderr
            .starts_with("error: failed to make W/project/hooks/guard.sh/snaphook"),
        "{ran:?}"
    );
}
