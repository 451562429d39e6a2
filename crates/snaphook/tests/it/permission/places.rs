//! Where a call reads and writes: tools that the host describes, working
//! directories, and what a command line writes by itself.

use snaphook::prelude::*;
use std::path::Path;

use serde_json::json;
use snaphook::permission::{Behavior, CallDecision, PermissionOptions};
use snaphook::tool::ToolClass;
use snaphook::{Engine, ToolCall};

use super::world::{bash, common, file, in_mode, rules};

#[tokio::test]
async fn the_host_says_what_its_tools_do() {
    let options = PermissionOptions::default()
        .tool_class("peek", ToolClass::Read)
        .directory("/data");
    let engine = Engine::builder().permissions(options).build().unwrap();
    let mode = in_mode("default");
    let decide = |path: &str| engine.authorize(&mode, file("peek", path));
    assert_eq!(decide("src/a").await.decision, CallDecision::Allow);
    assert_eq!(decide("/data/a").await.decision, CallDecision::Allow);
    assert_eq!(decide("/etc/passwd").await.decision, CallDecision::Deny);
    assert_eq!(decide("../repo2/a").await.decision, CallDecision::Deny);
    let unknown = ToolCall::new("peek", json!({}));
    assert_eq!(
        engine.authorize(&common(), unknown).await.decision,
        CallDecision::Deny
    );
}

#[tokio::test]
async fn working_directories_are_what_they_really_are() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for name in ["repo", "elsewhere"] {
        std::fs::create_dir(at(name)).unwrap();
        std::fs::write(at(name).join("file"), "").unwrap();
    }
    std::os::unix::fs::symlink(at("elsewhere"), at("repo/link")).unwrap();
    std::os::unix::fs::symlink(at("repo"), at("alias")).unwrap();
    let engine = Engine::builder().build().unwrap();
    let decide = async |cwd: &Path, path: &str| {
        let common = snaphook::input::CommonFields {
            cwd: cwd.display().to_string(),
            ..in_mode("acceptEdits")
        };
        engine.authorize(&common, file("Edit", path)).await.decision
    };
    let (repo, alias) = (at("repo"), at("alias"));
    assert_eq!(decide(&repo, "file").await, CallDecision::Allow);
    assert_eq!(decide(&repo, "new/file").await, CallDecision::Allow);
    assert_eq!(decide(&alias, "file").await, CallDecision::Allow);
    assert_eq!(
        decide(&repo, &alias.join("file").display().to_string()).await,
        CallDecision::Allow
    );
    assert_eq!(decide(&repo, "link/file").await, CallDecision::Deny);
    assert_eq!(decide(&repo, "link/new").await, CallDecision::Deny);
    assert_eq!(decide(&repo, "link/../file").await, CallDecision::Deny);
    assert_eq!(decide(&repo, "../elsewhere/file").await, CallDecision::Deny);
}

#[tokio::test]
async fn what_a_command_line_writes_by_itself_counts() {
    let engine = rules(&[
        (Behavior::Allow, "Bash(ls *)"),
        (Behavior::Allow, "Bash(cd *)"),
        (Behavior::Allow, "Edit(out/**)"),
        (Behavior::Deny, "Edit(.env)"),
        (Behavior::Deny, "Read(.env)"),
    ])
    .build()
    .unwrap();
    for (command, decided, by) in [
        ("ls", CallDecision::Allow, "allow rule"),
        ("ls > /dev/null 2>&1", CallDecision::Allow, "allow rule"),
        ("ls > out/list", CallDecision::Allow, "allow rule"),
        ("ls > list", CallDecision::Deny, "nobody"),
        ("ls > ~/.bashrc", CallDecision::Deny, "nobody"),
        ("ls > out/../../x", CallDecision::Deny, "nobody"),
        ("cd / && ls > out/list", CallDecision::Deny, "nobody"),
        (
            "ls > .env",
            CallDecision::Deny,
            "the deny rule `Edit(.env)`",
        ),
        (
            "cd sub && ls > .env",
            CallDecision::Deny,
            "the deny rule `Edit(.env)`",
        ),
        (
            "ls < .env",
            CallDecision::Deny,
            "the deny rule `Read(.env)`",
        ),
        // Where it goes, nobody knows: somebody must look.
        ("ls > $FILE", CallDecision::Deny, "nobody"),
    ] {
        let decision = engine.authorize(&common(), bash(command)).await;
        assert_eq!(decision.decision, decided, "{command}");
        assert!(
            decision.by.to_string().contains(by),
            "{command}: {}",
            decision.by
        );
    }
}
