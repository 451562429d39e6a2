//! Which commands run from a copy of their scripts.

use std::path::Path;

use snaphook_core::hook::{CommandDef, Hook};
use snaphook_trust::{CopyStore, StartPlace, VerifiedStart};

use crate::common::{World, command, program};

/// How a hook of this world is started: its words, with `COPY` for the folder of
/// the copy, after what is to be done with the rest.
fn started(world: &World, hook: &Hook) -> String {
    let Some(def) = hook.handler.get::<CommandDef>() else {
        panic!("no command");
    };
    let state = world.folder().join("state");
    std::fs::create_dir_all(&state).unwrap();
    let copies = CopyStore::new(&state);
    let variable = |name: &str| {
        let known = name == "CLAUDE_PROJECT_DIR";
        known.then(|| world.project.to_str().unwrap().to_owned())
    };
    let place = StartPlace {
        cwd: &world.project,
        session: &world.project,
        variable: &variable,
    };
    let start = world.watch(hook).start(Some((def, place)), Some(&copies));
    match start.unwrap() {
        VerifiedStart::Anyhow => "anyhow".to_owned(),
        VerifiedStart::Copy(def) => format!("copy: {}", words(&def, &state)),
        VerifiedStart::InPlace {
            definition: Some(def),
            ..
        } => format!("both: {}", words(&def, &state)),
        VerifiedStart::InPlace { .. } => "place".to_owned(),
    }
}

fn words(def: &CommandDef, state: &Path) -> String {
    let words = std::iter::once(&def.command).chain(def.args.iter().flatten());
    let text = words.cloned().collect::<Vec<_>>().join(" ");
    let folder = format!("{}/", state.join("scripts/copies").display());
    let mut shown = String::new();
    let mut parts = text.split(&folder);
    shown.push_str(parts.next().unwrap());
    for part in parts {
        shown.push_str("COPY");
        shown.push_str(&part[64..]);
    }
    shown
}

fn world() -> World {
    let world = World::new();
    world.write("hooks/x.sh", "exit 0\n");
    world.write("hooks/y.sh", "exit 0\n");
    world.write("hooks/x.py", "import json\n");
    world.write("hooks/index.js", "require('./lib')\n");
    world.write("hooks/lib.js", "require('fs')\n");
    world.write("hooks/rooted.sh", "cd \"$(dirname \"$0\")\"\n");
    world.write("sources.sh", ". hooks/x.sh\n");
    world.write("hooks/rooted.py", "print(__file__)\n");
    world.write("hooks/packages.js", "require('zod')\n");
    world.write("hooks/rules.json", "{}\n");
    world
}

#[test]
fn common_commands_run_from_a_copy() {
    let world = world();
    for (text, expected) in [
        ("hooks/x.sh", "copy: 'COPY/hooks/x.sh'"),
        ("./hooks/x.sh a", "copy: './hooks/x.sh' a"),
        (
            "\"$CLAUDE_PROJECT_DIR\"/hooks/x.sh",
            "copy: 'COPY/hooks/x.sh'",
        ),
        (
            "\"${CLAUDE_PROJECT_DIR}/hooks/x.sh\"",
            "copy: 'COPY/hooks/x.sh'",
        ),
        ("python3 hooks/x.py", "copy: python3 'COPY/hooks/x.py'"),
        (
            "exec bash -eu 'hooks/x.sh' --y 2>/dev/null",
            "copy: exec bash -eu 'COPY/hooks/x.sh' --y 2>/dev/null",
        ),
        ("node hooks/index.js", "copy: node 'COPY/hooks/index.js'"),
        ("node hooks/index", "copy: node 'COPY/hooks/index.js'"),
        ("cd hooks && ./x.sh", "copy: cd hooks && 'COPY/hooks/x.sh'"),
        (
            "hooks/x.sh && hooks/y.sh",
            "copy: 'COPY/hooks/x.sh' && 'COPY/hooks/y.sh'",
        ),
        ("A=1 hooks/x.sh", "copy: A=1 'COPY/hooks/x.sh'"),
        (". hooks/x.sh", "copy: . 'COPY/hooks/x.sh'"),
    ] {
        let expected = expected.replace("'./hooks", "'COPY/hooks");
        assert_eq!(started(&world, &command(text)), expected, "{text}");
    }
    let hook = program("node", &["hooks/index.js", "--x"]);
    assert_eq!(started(&world, &hook), "copy: node COPY/hooks/index.js --x");
    let hook = program("${CLAUDE_PROJECT_DIR}/hooks/x.sh", &[]);
    assert_eq!(started(&world, &hook), "copy: COPY/hooks/x.sh");
}

#[test]
fn what_is_not_surely_the_copy_alone_is_looked_at_again() {
    let world = world();
    for (text, expected) in [
        (
            "hooks/x.sh hooks/rules.json",
            "both: 'COPY/hooks/x.sh' hooks/rules.json",
        ),
        ("hooks/x.sh | jq .", "both: 'COPY/hooks/x.sh' | jq ."),
        (
            "sh -c 'hooks/x.sh'; hooks/x.sh",
            "both: sh -c 'hooks/x.sh'; 'COPY/hooks/x.sh'",
        ),
        (
            "hooks/x.sh; bash missing.sh",
            "both: 'COPY/hooks/x.sh'; bash missing.sh",
        ),
        (
            "hooks/x.sh < hooks/rules.json",
            "both: 'COPY/hooks/x.sh' < hooks/rules.json",
        ),
        ("hooks/x.sh $EXTRA", "both: 'COPY/hooks/x.sh' $EXTRA"),
        ("sh ./sources.sh", "both: sh 'COPY/sources.sh'"),
        ("$(hooks/x.sh)", "place"),
        ("if true; then hooks/x.sh; fi", "place"),
        ("hooks/rooted.sh", "place"),
        ("python3 hooks/rooted.py", "place"),
        ("node hooks/packages.js", "place"),
        ("python3 hooks/x.sh", "place"),
        ("PATH=hooks hooks/x.sh", "place"),
        ("prettier --check hooks/x.py", "place"),
        ("cat hooks/rules.json", "place"),
        ("cd \"$(dirname x)\" && hooks/x.sh", "place"),
        ("hooks/../hooks/x.sh", "place"),
    ] {
        assert_eq!(started(&world, &command(text)), expected, "{text}");
    }
}

#[test]
fn a_script_behind_a_link_stays_in_its_place() {
    let world = world();
    world.link("way", "hooks");
    world.link("hooks/link.sh", "x.sh");
    for text in ["way/x.sh", "hooks/link.sh", "cd way && ./x.sh"] {
        assert_eq!(started(&world, &command(text)), "place", "{text}");
    }
}

#[test]
fn a_script_that_changed_before_its_copy_was_made_is_not_started() {
    let world = world();
    let hook = command("hooks/x.sh");
    let Some(def) = hook.handler.get::<CommandDef>() else {
        panic!("no command");
    };
    let watch = world.watch(&hook);
    world.write("hooks/x.sh", "echo evil\n");
    let state = world.folder().join("state");
    std::fs::create_dir_all(&state).unwrap();
    let place = StartPlace {
        cwd: &world.project,
        session: &world.project,
        variable: &|_| None,
    };
    let copies = CopyStore::new(&state);
    assert!(watch.start(Some((def, place)), Some(&copies)).is_err());
    assert!(watch.start(Some((def, place)), None).is_err());
}

#[test]
fn copies_that_nobody_uses_are_removed() {
    let world = world();
    let copies = world.folder().join("state/scripts/copies");
    let count = || std::fs::read_dir(&copies).unwrap().count();
    started(&world, &command("hooks/x.sh"));
    let old = std::fs::read_dir(&copies).unwrap().next().unwrap().unwrap();
    let long_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(40 * 86400);
    let folder = std::fs::File::open(old.path()).unwrap();
    folder.set_modified(long_ago).unwrap();
    std::fs::create_dir(copies.join(".new-left-by-a-crash")).unwrap();
    let half = std::fs::File::open(copies.join(".new-left-by-a-crash")).unwrap();
    half.set_modified(long_ago).unwrap();
    started(&world, &command("hooks/y.sh"));
    assert_eq!(count(), 1);
    assert!(!old.path().exists());
    // One that is used is kept.
    let used = std::fs::read_dir(&copies).unwrap().next().unwrap().unwrap();
    let folder = std::fs::File::open(used.path()).unwrap();
    folder.set_modified(long_ago).unwrap();
    started(&world, &command("hooks/y.sh"));
    started(&world, &command("hooks/x.sh"));
    assert_eq!(count(), 2);
}
