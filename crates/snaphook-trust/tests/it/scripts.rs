//! Which files a hook names, and what is said about them.

use std::fs::{self, File};
use std::os::unix::net::UnixListener;

use rustix::fs::{CWD, FileType, Mode, mknodat};
use serde_json::json;
use snaphook_core::hook::{BuiltinDef, CommandDef, HandlerDef, Hook, Shell};
use snaphook_core::kind::UncheckedDef;
use snaphook_llm::PromptDef;
use snaphook_trust::{Digest, Evidence, Link, ScriptState, TrustError, TrustPlace};

use crate::common::{NOW, World, command, command_def, hook_on, program};

#[test]
fn a_script_is_found_however_it_is_named() {
    let world = World::new();
    world.write("a/guard.sh", "exit 0\n");
    let absolute = world.project.join("a/guard.sh").display().to_string();
    for text in [
        "a/guard.sh",
        "./a/guard.sh --strict",
        "././a//guard.sh",
        "a/../a/guard.sh",
        "$CLAUDE_PROJECT_DIR/a/guard.sh",
        "\"$CLAUDE_PROJECT_DIR\"/a/guard.sh",
        "\"${CLAUDE_PROJECT_DIR}/a/guard.sh\"",
        "'${SNAPHOOK_PROJECT_DIR}/a/guard.sh'",
        "\"${CLAUDE_PROJECT_DIR:-.}/a/guard.sh\"",
        "\"$(git rev-parse --show-toplevel)/a/guard.sh\"",
        "`pwd`/a/guard.sh",
        "~/../my\\ project/a/guard.sh",
        "\"$HOME/../my project/a/guard.sh\"",
        &format!("'{absolute}'"),
        "bash a/guard.sh",
        "bash < a/guard.sh",
        "cat x 3<a/guard.sh",
        "bash -c 'a/guard.sh | cat'",
        "bash -c \"bash -c 'a/guard.sh'\"",
        "env A=1 timeout 5 sudo -u x nice a/guard.sh",
        "true && false || (a/guard.sh)",
        "x=$(a/guard.sh); echo $x",
        "if true; then . a/guard.sh; fi",
        "for f in a/guard.sh; do sh $f; done",
        "GUARD=a/guard.sh; $GUARD",
        "node --require=a/guard.sh x",
        "awk -fa/guard.sh",
        "docker run -v a/guard.sh:/x image",
        "curl -d @a/guard.sh",
        "cd a && ./guard.sh",
        "cd a; sh guard.sh",
        "cd a && cd ../a && ./guard.sh",
        "make -C a guard.sh",
        "DIR=a; \"$DIR\"/guard.sh",
        "PATH=$PWD/x:./a:$PATH guard.sh",
        "./a/{guard,other}.sh",
        "$'a/guard\\x2esh'",
        "sh <<'EOF'\na/guard.sh\nEOF",
        "python3 -c \"exec(open('a/guard.sh').read())\"",
        "a/guard.sh > a/log 2>&1",
        "node <<'EOF'\n[1].map(() => 'a/guard.sh')\nEOF",
        "echo don't; sh a/guard.sh",
        // No shell reads these.
        "if a/guard.sh",
        "a/guard.sh )",
        "'open a/guard.sh",
    ] {
        let paths = world.paths(&command(text));
        let found = paths.iter().any(|path| path.ends_with("a/guard.sh"))
            || paths.iter().any(|path| path == "a/../a/guard.sh");
        assert!(found, "{text}: {paths:?}");
    }
}

#[test]
fn arguments_are_taken_as_they_stand() {
    let world = World::new();
    world.write("my guard.sh", "");
    for hook in [
        program("bash", &["my guard.sh"]),
        program("${CLAUDE_PROJECT_DIR}/my guard.sh", &[]),
        program("bash", &["${CLAUDE_PROJECT_DIR}/my guard.sh"]),
        program("x", &["--file=my guard.sh"]),
        program("bash", &["-c", "exec './my guard.sh'"]),
    ] {
        assert_eq!(world.paths(&hook), ["my guard.sh"], "{hook:?}");
    }
}

#[test]
fn variables_and_the_working_folder_of_a_hook_count() {
    let world = World::new();
    world.write("hooks/guard.sh", "");
    world.write("hooks/lib.js", "");
    let hook = |text: &str, env: &[(&str, &str)], cwd: Option<&str>| {
        command_def(CommandDef {
            command: text.to_owned(),
            env: env
                .iter()
                .map(|&(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            cwd: cwd.map(str::to_owned),
            ..CommandDef::default()
        })
    };
    let guard = ["hooks/guard.sh"];
    assert_eq!(world.paths(&hook("./guard.sh", &[], Some("hooks"))), guard);
    assert_eq!(
        world.paths(&hook("sh guard.sh", &[], Some("./hooks/"))),
        guard
    );
    assert_eq!(
        world.paths(&hook("sh $X", &[("X", "hooks/guard.sh")], None)),
        guard
    );
    assert_eq!(
        world.paths(&hook("$D/guard.sh", &[("D", "./hooks")], None)),
        guard
    );
    assert_eq!(
        world.paths(&hook("guard.sh", &[("PATH", "/bin:hooks")], None)),
        ["hooks/guard.sh", "hooks/lib.js"]
    );
    let options = [("NODE_OPTIONS", "--require ./hooks/lib.js")];
    assert_eq!(
        world.paths(&hook("node x", &options, None)),
        ["hooks/lib.js"]
    );
    // A variable of the same name hides the project's.
    let own = [("CLAUDE_PROJECT_DIR", "hooks")];
    assert_eq!(
        world.paths(&hook("$CLAUDE_PROJECT_DIR/guard.sh", &own, None)),
        guard
    );
}

#[test]
fn powershell_names_scripts_in_its_own_way() {
    let world = World::new();
    world.write("hooks/guard.ps1", "");
    for text in [
        ".\\hooks\\guard.ps1",
        "& \"$env:CLAUDE_PROJECT_DIR\\hooks\\guard.ps1\" -Strict",
        "pwsh -File ./hooks/guard.ps1",
    ] {
        let hook = command_def(CommandDef {
            command: text.to_owned(),
            shell: Shell::PowerShell,
            ..CommandDef::default()
        });
        assert_eq!(world.paths(&hook), ["hooks/guard.ps1"], "{text}");
    }
}

#[test]
fn a_hosts_own_handlers_name_scripts_and_models_do_not() {
    let world = World::with_guard();
    let other = |value| {
        let fields = [("scripts".to_owned(), value)].into_iter().collect();
        hook_on(
            "Stop",
            None,
            UncheckedDef {
                kind: "python".into(),
                fields,
            }
            .into(),
        )
    };
    assert_eq!(
        world.paths(&other(json!([{"path": "./guard.sh"}]))),
        ["guard.sh"]
    );
    let builtin = HandlerDef::new(BuiltinDef {
        name: "run".to_owned(),
        args: vec!["guard.sh".to_owned()],
    });
    assert_eq!(world.paths(&hook_on("Stop", None, builtin)), ["guard.sh"]);
    let prompt = HandlerDef::new(PromptDef {
        prompt: "is ./guard.sh good?".to_owned(),
        ..PromptDef::default()
    });
    assert!(world.paths(&hook_on("Stop", None, prompt)).is_empty());
}

#[test]
fn what_a_hook_writes_and_what_is_outside_are_no_scripts() {
    let world = World::with_guard();
    world.write("log.txt", "");
    fs::create_dir(world.project.join("folder")).unwrap();
    fs::write(world.home.join("own.sh"), "").unwrap();
    for text in [
        "echo x >> log.txt",
        "echo x 2>log.txt",
        "echo x | tee -a ./log.txt",
        "bash -c 'echo x >> log.txt'",
        "cat <<EOF >> log.txt\nx\nEOF",
        "touch log.txt; rm -f log.txt",
        "ls folder ./folder/",
        "~/own.sh",
        "/bin/sh -c true",
        "curl https://example.com/x",
        "echo guard",
    ] {
        assert_eq!(world.scripts(&command(text)), [], "{text}");
    }
}

#[test]
fn a_comment_names_no_script() {
    let world = World::with_guard();
    for text in [
        "# ./guard.sh was here once",
        "echo x # see guard.sh and ./gone.sh",
        "x=\"$(jq -r .x)\" # don't run ./gone.sh\necho \"$x\"",
    ] {
        assert_eq!(world.scripts(&command(text)), [], "{text}");
    }
    for text in [
        "# it's the guard:\n./guard.sh",
        "echo '#' ./guard.sh",
        "node -e '/* # */ require(\"./guard.sh\")'",
        "sh <<E\n# ./guard.sh\nE",
    ] {
        let scripts = world.scripts(&command(text));
        assert!(
            scripts.iter().any(|script| script.path == "guard.sh"),
            "{text}"
        );
    }
}

#[test]
fn the_digest_is_the_one_of_the_content() {
    let world = World::with_guard();
    let [script] = &world.scripts(&command("./guard.sh"))[..] else {
        panic!();
    };
    let sha256 = Digest::of(b"exit 0\n");
    assert_eq!(script.state, ScriptState::File { sha256 });
    assert_eq!(script.links, []);
    // As `sha256sum guard.sh` says.
    let digits = "28d3b9e880a77975493dc7e359144c0295a4f694cfe0af4f928c22307bc5c320";
    assert_eq!(sha256.to_string(), digits);
}

#[test]
fn a_path_that_leads_nowhere_is_told() {
    let world = World::new();
    for text in [
        "./gone.sh",
        "bash < ./gone.sh",
        "cd x && ./gone.sh",
        "X=./gone.sh",
    ] {
        let scripts = world.scripts(&command(text));
        let gone = scripts.iter().find(|script| script.path == "gone.sh");
        assert_eq!(gone.unwrap().state, ScriptState::Missing, "{text}");
    }
    world.link("dangling.sh", "nowhere.sh");
    let [script] = &world.scripts(&command("bash dangling.sh"))[..] else {
        panic!();
    };
    assert_eq!(script.state, ScriptState::Missing);
    assert_eq!(script.links.len(), 1);
}

#[test]
fn every_link_on_the_way_is_told() {
    let world = World::new();
    fs::write(world.home.join("own.sh"), "exit 0\n").unwrap();
    world.link("elsewhere", "../home");
    world.link("guard.sh", "./elsewhere/own.sh");
    let [script] = &world.scripts(&command("./guard.sh"))[..] else {
        panic!();
    };
    let link = |path: &str, target: &str| Link {
        path: path.to_owned(),
        target: target.to_owned(),
    };
    assert_eq!(
        script.links,
        [
            link("guard.sh", "./elsewhere/own.sh"),
            link("elsewhere", "../home")
        ]
    );
    let sha256 = Digest::of(b"exit 0\n");
    assert_eq!(script.state, ScriptState::File { sha256 });
}

#[test]
fn a_path_from_outside_that_leads_inside_counts() {
    let world = World::with_guard();
    std::os::unix::fs::symlink(&world.project, world.home.join("alias")).unwrap();
    let alias = world.home.join("alias/guard.sh").display().to_string();
    let hook = command("~/alias/guard.sh");
    assert_eq!(world.paths(&hook), [alias]);
    world.trust(&hook);
    world.write("guard.sh", "exit 1\n");
    assert!(!world.trusts(&hook));
}

#[test]
fn a_project_reached_by_a_link_is_the_same_project() {
    let world = World::with_guard();
    let alias = world.folder().join("alias");
    std::os::unix::fs::symlink(&world.project, &alias).unwrap();
    let text = format!("'{}/guard.sh'", alias.display());
    for text in ["./guard.sh", "$CLAUDE_PROJECT_DIR/guard.sh", &text] {
        let hook = command(text);
        let place = TrustPlace {
            project: &alias,
            home: None,
        };
        let evidence = Evidence::gather(&hook, &place);
        assert_eq!(evidence.scripts[0].path, "guard.sh", "{text}");
        assert_eq!(evidence.scripts[0].links, []);
        world
            .store
            .trust(&alias, &[(&hook, &evidence)], NOW)
            .unwrap();
    }
    assert!(world.trusts(&command("./guard.sh")));
}

/// What stands in the way of trust, and that it does.
#[track_caller]
fn obstacle(world: &World, hook: &Hook) -> String {
    let evidence = world.evidence(hook);
    let error = world
        .store
        .trust(&world.project, &[(hook, &evidence)], NOW)
        .unwrap_err();
    let TrustError::Untrustable { obstacles, .. } = error else {
        panic!("{error}");
    };
    assert_eq!(obstacles, evidence.obstacles());
    assert!(!world.trusts(hook));
    assert!(!world.watch(hook).still_holds());
    obstacles.join("\n")
}

#[test]
fn what_cannot_be_read_is_never_trusted() {
    let world = World::with_guard();
    let hook = command("bash guard.sh");
    world.trust(&hook);
    let path = world.project.join("guard.sh");

    world.remove("guard.sh");
    mknodat(CWD, &path, FileType::Fifo, Mode::RWXU, 0).unwrap();
    assert!(obstacle(&world, &hook).contains("guard.sh: it is neither a file nor a folder"));

    world.remove("guard.sh");
    let _socket = UnixListener::bind(&path).unwrap();
    assert!(obstacle(&world, &hook).contains("neither"));

    world.remove("guard.sh");
    world.link("guard.sh", "/dev/zero");
    assert!(obstacle(&world, &hook).contains("neither"));

    world.remove("guard.sh");
    world.link("guard.sh", "guard.sh");
    assert!(obstacle(&world, &hook).contains("symlinks"));

    world.remove("guard.sh");
    let large = File::create(&path).unwrap();
    large.set_len(64 * 1024 * 1024 + 1).unwrap();
    assert!(obstacle(&world, &hook).contains("67108864 bytes"));

    world.remove("guard.sh");
    world.write("guard.sh", "exit 0\n");
    assert!(world.trusts(&hook));
}

#[test]
fn a_hook_with_too_much_to_look_at_is_never_trusted() {
    let world = World::new();
    let words: Vec<String> = (0..5000).map(|number| format!("w{number}")).collect();
    assert!(obstacle(&world, &command(&words.join(" "))).contains("2048 words"));
    let folders: Vec<String> = (0..1000).map(|number| format!("-C f{number}")).collect();
    assert!(obstacle(&world, &command(&folders.join(" "))).contains("folders"));
    for number in 0..200 {
        fs::create_dir(world.project.join(format!("f{number}"))).unwrap();
    }
    let folders: Vec<String> = (0..200).map(|number| format!("-C f{number}")).collect();
    let text = format!("{} {}", folders.join(" "), words[..300].join(" "));
    assert!(obstacle(&world, &command(&text)).contains("16384 files"));
    assert!(obstacle(&world, &command("./a\u{10fff0}.sh")).contains("U+10FFF0"));
}

#[test]
fn a_project_without_a_proper_path_trusts_nothing() {
    for project in ["", ".", "some/where"] {
        let place = TrustPlace {
            project: project.as_ref(),
            home: None,
        };
        let evidence = Evidence::gather(&command("./guard.sh"), &place);
        assert_eq!(evidence.obstacles().len(), 1, "{project}");
    }
}
