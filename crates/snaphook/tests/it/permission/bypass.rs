//! No disguise gets past an allow rule: the corpus of commands that conditions
//! are tested with, and paths that only look as if they lay in `src`.

use snaphook::prelude::*;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use serde_json::json;
use snaphook::input::CommonFields;
use snaphook::permission::{Behavior, CallDecision};
use snaphook::{Engine, ToolCall};

use super::world::{bash, common, file, rules};

const CORPUS: &str = include_str!("../../../../snaphook-rules/tests/data/bypass.txt");

fn allowing() -> Engine {
    let allow = [
        "Bash(ls *)",
        "Bash(git status)",
        "Edit(src/**)",
        "Glob(src/**)",
    ];
    rules(&allow.map(|rule| (Behavior::Allow, rule)))
        .build()
        .unwrap()
}

/// Blocks of the corpus, without its heading.
fn commands() -> Vec<&'static str> {
    let heading = CORPUS
        .split_inclusive('\n')
        .take_while(|line| line.starts_with("# "));
    let start: usize = heading.map(str::len).sum();
    CORPUS[start..]
        .trim_end_matches('\n')
        .split("\n----\n")
        .collect()
}

#[tokio::test]
async fn no_disguised_command_is_allowed() {
    let engine = allowing();
    let commands = commands();
    assert!(commands.len() >= 80, "only {} attempts", commands.len());
    for command in commands {
        for line in [
            command.to_owned(),
            format!("ls; {command}"),
            format!("git status && {command}"),
        ] {
            let decision = engine.authorize(&common(), bash(&line)).await;
            assert_eq!(decision.decision, CallDecision::Deny, "{line}");
        }
    }
    for line in ["ls", "ls -l /etc", "git status", "ls; git status"] {
        let decision = engine.authorize(&common(), bash(line)).await;
        assert_eq!(decision.decision, CallDecision::Allow, "{line}");
    }
    for line in [
        "LS",
        "git fetch",
        "git  statusx",
        "./ls",
        "Git status",
        "ls > x",
        "PATH=. ls",
    ] {
        let decision = engine.authorize(&common(), bash(line)).await;
        assert_eq!(decision.decision, CallDecision::Deny, "{line}");
    }
}

#[tokio::test]
async fn no_path_that_leads_elsewhere_is_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    let repo = root.join("repo");
    for name in ["repo/src/deep", "repo/srcx", "repo/lib", "outside"] {
        fs::create_dir_all(root.join(name)).unwrap();
    }
    for name in ["repo/src/a", "repo/lib/a", "outside/a"] {
        fs::write(root.join(name), "").unwrap();
    }
    symlink(root.join("outside"), repo.join("src/out")).unwrap();
    symlink("../../../outside/a", repo.join("src/deep/file")).unwrap();
    symlink("missing", repo.join("src/dangling")).unwrap();
    symlink("../lib", repo.join("src/lib")).unwrap();
    symlink("loop", repo.join("src/loop")).unwrap();
    symlink("../outside/new", repo.join("made-later")).unwrap();
    symlink(
        "../../outside/not-there-yet",
        repo.join("src/not-there-yet"),
    )
    .unwrap();
    symlink("src", repo.join("same")).unwrap();
    let engine = allowing();
    let common = CommonFields::new("session-1", repo.display().to_string());
    let decide = |path: &str| engine.authorize(&common, file("Edit", path));

    for inside in [
        "src/a",
        "src/new",
        "src/deep/new",
        "./src/a",
        "src//a",
        "src/deep/../a",
        "lib/../src/a",
    ] {
        assert_eq!(
            decide(inside).await.decision,
            CallDecision::Allow,
            "{inside}"
        );
    }
    let absolute = |path: &str| repo.join(path).display().to_string();
    assert_eq!(
        decide(&absolute("src/a")).await.decision,
        CallDecision::Allow
    );

    let elsewhere = [
        "src",
        "src/",
        "src/.",
        "src/..",
        "src/../lib/a",
        "src/../../outside/a",
        "srcx/a",
        "SRC/a",
        "Src/a",
        "src /a",
        " src/a",
        "src\u{0}/a",
        "lib/a",
        "../repo2/src/a",
        "/src/a",
        "//src/a",
        "~/src/a",
        "src/out/a",
        "src/out/new",
        "src/out/../outside/a",
        "src/out/../repo/lib/a",
        "src/deep/file",
        "src/lib/a",
        "src/lib/../lib/a",
        "src/loop/a",
        "src/not-there-yet",
        "same/../lib/a",
        "made-later",
        "src\\..\\lib\\a",
        "src/../lib/../lib/a",
        "./../outside/a",
        "lib/../src/../lib/a",
        "src/deep/../../lib/a",
        "src/deep/../../../outside/a",
        "%73rc/../lib/a",
        "ｓrc/a",
        "src\n/a",
        "",
        ".",
        "/",
        "..",
    ];
    for path in elsewhere {
        assert_eq!(decide(path).await.decision, CallDecision::Deny, "{path:?}");
    }
    for path in ["lib/a", "src/../lib/a", "src/out/a", "src/../src/../lib/a"] {
        let path = absolute(path);
        assert_eq!(decide(&path).await.decision, CallDecision::Deny, "{path}");
    }
    assert!(elsewhere.len() >= 40);
    other_shapes(&engine, &common).await;
    behind_another_way(&engine, &root).await;
}

/// The same path in another field, as something else, or beside a good one.
async fn other_shapes(engine: &Engine, common: &CommonFields) {
    for input in [
        json!({"file_path": "src/a", "path": "lib/a"}),
        json!({"path": "src/a", "notebook_path": "lib/a"}),
        json!({"file_path": ["src/a"]}),
        json!({"file_path": {"path": "src/a"}}),
        json!({"file_path": null}),
        json!({}),
        json!("src/a"),
        json!(null),
    ] {
        let decision = engine
            .authorize(common, ToolCall::new("Edit", input.clone()))
            .await;
        assert_eq!(decision.decision, CallDecision::Deny, "{input}");
    }
    let glob = json!({"path": "src/deep", "pattern": "../../../outside/*"});
    let decision = engine.authorize(common, ToolCall::new("Glob", glob)).await;
    assert_eq!(decision.decision, CallDecision::Deny);
}

/// The working directory is itself a symlink.
async fn behind_another_way(engine: &Engine, root: &Path) {
    let way = root.join("way");
    symlink(root.join("repo"), &way).unwrap();
    let common = CommonFields::new("session-1", way.display().to_string());
    let decide = |path: String| engine.authorize(&common, file("Edit", &path));
    assert_eq!(
        decide("src/a".to_owned()).await.decision,
        CallDecision::Allow
    );
    let real = root.join("repo/src/a").display().to_string();
    assert_eq!(decide(real).await.decision, CallDecision::Allow);
    assert_eq!(
        decide("src/out/a".to_owned()).await.decision,
        CallDecision::Deny
    );
    assert_eq!(
        decide("src/../lib/a".to_owned()).await.decision,
        CallDecision::Deny
    );
}
