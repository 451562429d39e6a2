//! Packs from Git: pins, updates, and what is wrong with either.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::process::{Command, Stdio};

use super::place::{agree, commit, git, has_git, repository, shown_digest};
use crate::world::World;

#[test]
fn a_moved_tag_is_an_error_with_both_commits() {
    if !has_git() {
        return;
    }
    let world = World::new();
    let (url, first) = repository(&world);
    agree(&world, &["pack", "add", &format!("{url}@v1")]);
    let lock = world.read("project/snaphook.lock");
    assert!(lock.contains(&first), "{lock}");
    world.write("repository/guard.sh", "exit 0\n");
    let second = commit(&world, "two");
    git(&world, &["tag", "--force", "v1"]);
    for args in [
        &["pack", "update"][..],
        &["pack", "add", &format!("{url}@v1")],
    ] {
        let ran = world.snaphook(args);
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(
            ran.stderr.contains(&first) && ran.stderr.contains(&second),
            "{ran:?}"
        );
    }
    let outdated = world.snaphook(&["pack", "outdated"]);
    assert!(
        outdated.code == 1 && outdated.stdout.contains("moved"),
        "{outdated:?}"
    );
    assert_eq!(world.read("project/snaphook.lock"), lock);
    // What is locked is fetched by its commit, wherever the tag is.
    std::fs::rename(world.path("state"), world.path("old")).unwrap();
    let frozen = world.snaphook(&["pack", "add", "--frozen"]);
    assert_eq!(frozen.code, 0, "{frozen:?}");
    // And with the content in the store, nothing is asked.
    std::fs::rename(world.path("repository"), world.path("gone")).unwrap();
    assert_eq!(world.snaphook(&["pack", "update", "--frozen"]).code, 0);
}

#[test]
fn history_that_was_written_anew_is_an_error() {
    if !has_git() {
        return;
    }
    let world = World::new();
    let (url, first) = repository(&world);
    agree(&world, &["pack", "add", &format!("{url}@main")]);
    world.write("repository/guard.sh", "exit 0\n");
    git(&world, &["add", "--all"]);
    git(
        &world,
        &["commit", "--quiet", "--amend", "-m", "another one"],
    );
    let second = git(&world, &["rev-parse", "HEAD"]);
    let ran = world.snaphook(&["pack", "update"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(
        ran.stderr.contains(&first) && ran.stderr.contains(&second),
        "{ran:?}"
    );
}

#[test]
fn an_update_shows_commits_hooks_and_lines() {
    if !has_git() {
        return;
    }
    let world = World::new();
    let (url, _) = repository(&world);
    agree(&world, &["pack", "add", &format!("{url}@main")]);
    assert!(
        world
            .snaphook(&["pack", "update"])
            .stdout
            .contains("up to date")
    );
    world.write("repository/guard.sh", "echo other\n");
    let hooks = super::place::HOOKS.replace(", \"onFailure\": \"block\"", "");
    world.write("repository/hooks/hooks.json", &hooks);
    commit(&world, "loosen the guard");
    let asked = world.snaphook(&["pack", "update", "guard"]);
    for words in [
        "loosen the guard",
        "was a guard",
        "+ echo other",
        "- echo guard",
    ] {
        assert!(asked.stdout.contains(words), "{words}: {asked:?}");
    }
    // Another digest than that of the new content agrees to nothing.
    let lock = world.read("project/snaphook.lock");
    let other = format!("sha256:{}", "0".repeat(64));
    let ran = world.snaphook(&["pack", "update", "guard", "--yes", "--digest", &other]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert_eq!(world.read("project/snaphook.lock"), lock);
    let digest = shown_digest(&asked);
    let ran = world.snaphook(&["pack", "update", "guard", "--yes", "--digest", &digest]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_ne!(world.read("project/snaphook.lock"), lock);
}

#[test]
fn nothing_of_a_pack_writes_to_the_terminal() {
    if !has_git() {
        return;
    }
    let world = World::new();
    let (url, _) = repository(&world);
    agree(&world, &["pack", "add", &format!("{url}@main")]);
    let manifest = "{\"name\": \"guard\", \"version\": \"\\u001b[2J\", \"description\": \"\\u202e\\u001b]0;x\\u0007\"}";
    world.write("repository/.claude-plugin/plugin.json", manifest);
    world.write("repository/guard.sh", "echo \u{1b}[1A\u{1b}[2K\u{202e}\n");
    let hooks = super::place::HOOKS.replace("\"guard\"", "\"gu\\u001b[31mard\"");
    world.write("repository/hooks/hooks.json", &hooks);
    commit(&world, "two \u{1b}[31mred");
    for args in [
        &["pack", "update"][..],
        &["pack", "add", &url, "--name", "other", "--show"],
    ] {
        let ran = world.snaphook(args);
        let printed = format!("{}{}", ran.stdout, ran.stderr);
        assert!(
            !printed.contains(['\u{1b}', '\u{202e}', '\u{7}']),
            "{printed:?}"
        );
        assert!(printed.contains("\\u{1b}"), "{printed}");
    }
}

#[test]
fn a_changed_signer_is_an_error() {
    if !has_git() || Command::new("ssh-keygen").arg("-?").output().is_err() {
        return;
    }
    let world = World::new();
    let (url, _) = repository(&world);
    let sign = |key: &str| {
        let _ = std::fs::remove_file(world.path("repository/snaphook-pack.sig"));
        let listing = world.snaphook(&["pack", "listing", "../repository"]);
        assert_eq!(listing.code, 0, "{listing:?}");
        world.write("listing", &listing.stdout);
        let _ = std::fs::remove_file(world.path("listing.sig"));
        let run = |args: &[&str]| {
            let mut command = Command::new("ssh-keygen");
            let output = command
                .args(args)
                .current_dir(world.path(""))
                .stdin(Stdio::null());
            assert!(output.output().unwrap().status.success(), "{args:?}");
        };
        if !world.path(key).exists() {
            run(&["-q", "-t", "ed25519", "-N", "", "-f", key]);
        }
        run(&[
            "-q",
            "-Y",
            "sign",
            "-n",
            "snaphook-pack",
            "-f",
            key,
            "listing",
        ]);
        std::fs::rename(
            world.path("listing.sig"),
            world.path("repository/snaphook-pack.sig"),
        )
        .unwrap();
    };
    sign("first");
    commit(&world, "signed");
    let settings = r#"{"packs": {"requireSignature": true}}"#;
    world.write("home/.config/snaphook/settings.json", settings);
    agree(&world, &["pack", "add", &format!("{url}@main"), "--user"]);
    assert_eq!(
        world.fire(&["PreToolUse", "--tool", "Bash"]),
        ["guard blocked"]
    );
    // The signature covers every file.
    world.write("repository/guard.sh", "exit 0\n");
    commit(&world, "not signed anew");
    let ran = world.snaphook(&["pack", "update", "--user"]);
    assert!(ran.code == 1 && ran.stderr.contains("not good"), "{ran:?}");
    sign("second");
    commit(&world, "signed by another");
    let ran = world.snaphook(&["pack", "update", "--user"]);
    assert!(ran.code == 1 && ran.stderr.contains("signer"), "{ran:?}");
    sign("first");
    commit(&world, "signed by the first");
    agree(&world, &["pack", "update", "--user", "guard"]);
}

#[test]
fn a_fetch_that_is_killed_leaves_the_lock_and_the_store_whole() {
    if !has_git() {
        return;
    }
    let world = World::new();
    let (url, _) = repository(&world);
    agree(&world, &["pack", "add", &format!("{url}@v1")]);
    let lock = world.read("project/snaphook.lock");
    // A server that takes the connection, and never says anything.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let slow = format!("git://{}/x", listener.local_addr().unwrap());
    let mut child = world
        .command(&["pack", "add", &slow, "--name", "slow"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let (mut stream, _) = listener.accept().unwrap();
    let mut first = [0; 4];
    stream.read_exact(&mut first).unwrap();
    // Right in the middle of the fetch.
    child.kill().unwrap();
    child.wait().unwrap();
    let _ = stream.write_all(b"0000");
    drop(stream);
    assert_eq!(world.read("project/snaphook.lock"), lock);
    assert_eq!(world.snaphook(&["pack", "verify"]).code, 0);
    // The next one removes what was left.
    assert_eq!(world.snaphook(&["pack", "gc"]).code, 0);
    let packs = std::fs::read_dir(world.path("state/snaphook/packs")).unwrap();
    let left: Vec<_> = packs
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert!(
        left.iter().all(|name| !name.starts_with(".new-")),
        "{left:?}"
    );
}

#[test]
fn two_processes_add_two_packs() {
    if !has_git() {
        return;
    }
    let world = World::new();
    let (url, _) = repository(&world);
    let digest = shown_digest(&world.snaphook(&["pack", "add", &url]));
    let children: Vec<_> = ["one", "two", "three"]
        .into_iter()
        .map(|name| {
            let args = [
                "pack", "add", &url, "--name", name, "--yes", "--digest", &digest,
            ];
            world.command(&args).stdout(Stdio::null()).spawn().unwrap()
        })
        .collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let list = world.snaphook(&["pack", "list", "--json"]).json();
    assert_eq!(list.as_array().unwrap().len(), 3);
    assert_eq!(world.snaphook(&["pack", "verify"]).code, 0);
}

#[test]
fn a_marketplace_leads_to_its_plugins() {
    if !has_git() {
        return;
    }
    let world = World::new();
    let (url, first) = repository(&world);
    let plugin = |name: &str, sha: &str| serde_json::json!({"name": name, "source": {"source": "url", "url": url, "ref": "v1", "sha": sha}});
    let list = serde_json::json!({"name": "market", "plugins": [
        {"name": "near", "source": "./plugins/near"},
        {"name": "out", "source": "../../etc"},
    ]});
    super::place::write_pack(&world, "market/plugins/near");
    let write = |list: &serde_json::Value| {
        world.write("market/.claude-plugin/marketplace.json", &list.to_string());
    };
    write(&list);
    let ran = world.snaphook(&["pack", "add", "../market"]);
    assert!(ran.stderr.contains("leads out"), "{ran:?}");
    let list = serde_json::json!({"name": "market", "plugins": [
        {"name": "near", "source": "./plugins/near"},
        plugin("far", &first),
        plugin("moved", &"a".repeat(40)),
    ]});
    write(&list);
    let ran = world.snaphook(&["pack", "add", "../market"]);
    assert!(ran.stderr.contains("`near`, `far`"), "{ran:?}");
    agree(&world, &["pack", "add", "../market#near"]);
    agree(&world, &["pack", "add", "../market#far"]);
    let ran = world.snaphook(&["pack", "add", "../market#moved"]);
    assert!(ran.code == 1 && ran.stderr.contains(&first), "{ran:?}");
}
