//! What a project says of permissions before anybody trusts it, and what the
//! organisation says.

use snaphook::prelude::*;
use std::fs;
use std::sync::Arc;

use serde_json::json;
use snaphook::input::CommonFields;
use snaphook::permission::{CallDecision, Mode};
use snaphook::trust::{TrustFile, TrustStore};
use snaphook::{Context, Engine, Places, TrustPolicy};

use super::world::{bash, file};

fn engine(root: &std::path::Path, trust: TrustPolicy) -> Engine {
    let repo = root.join("repo");
    Engine::builder()
        .context(
            Context::default()
                .project_dir(&repo)
                .home(root.join("home")),
        )
        .discover(Places::usual(&root.join("etc"), &root.join("home"), None).project(&repo))
        .trust(trust)
        .build()
        .unwrap()
}

fn write(root: &std::path::Path, name: &str, value: &serde_json::Value) {
    let path = root.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, value.to_string()).unwrap();
}

#[tokio::test]
async fn a_project_that_nobody_trusts_only_tightens() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    write(
        &root,
        "repo/.claude/settings.json",
        &json!({"permissions": {
        "allow": ["Bash", "Edit(//etc/**)"], "deny": ["Bash(rm *)"],
        "defaultMode": "acceptEdits", "additionalDirectories": ["/etc"]}}),
    );
    write(
        &root,
        "home/.claude/settings.json",
        &json!({"permissions": {"allow": ["Bash(rm *)", "Bash(build)"]}}),
    );
    let common = CommonFields::new("session-1", root.join("repo").display().to_string());
    let store: Arc<dyn TrustStore> = Arc::new(TrustFile::new(root.join("state/trust.json")));
    let untrusted = engine(&root, TrustPolicy::Store(store));
    assert!(
        untrusted
            .authorize(&common, bash("build"))
            .await
            .is_allowed()
    );
    let denied = untrusted.authorize(&common, bash("rm x")).await;
    assert!(denied.by.to_string().contains("deny rule"));
    assert!(
        !untrusted
            .authorize(&common, bash("make"))
            .await
            .is_allowed()
    );
    let edit = untrusted.authorize(&common, file("Edit", "a")).await;
    assert_eq!(
        (edit.decision, edit.mode),
        (CallDecision::Deny, Mode::Default)
    );
    assert!(
        !untrusted
            .authorize(&common, file("Read", "/etc/hosts"))
            .await
            .is_allowed()
    );
    // A person is shown what they would trust.
    let questions = untrusted.trust_questions();
    let names: Vec<&str> = questions.iter().map(|one| one.hook.name.as_str()).collect();
    assert_eq!(names, ["Bash", "Edit(//etc/**)", "/etc", "acceptEdits"]);

    let trusted = engine(&root, TrustPolicy::All);
    assert!(trusted.authorize(&common, bash("make")).await.is_allowed());
    assert!(
        trusted
            .authorize(&common, file("Edit", "a"))
            .await
            .is_allowed()
    );
    assert!(!trusted.authorize(&common, bash("rm x")).await.is_allowed());
}

#[tokio::test]
async fn a_project_puts_nobody_into_bypass() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    write(
        &root,
        "repo/.claude/settings.json",
        &json!({"permissions": {"defaultMode": "bypassPermissions"}}),
    );
    let common = CommonFields::new("session-1", root.join("repo").display().to_string());
    let trusted = engine(&root, TrustPolicy::All);
    assert!(!trusted.authorize(&common, bash("make")).await.is_allowed());
    assert_eq!(trusted.findings()[0].code, "not-in-project-settings");
}

#[tokio::test]
async fn nothing_below_undoes_what_the_organisation_denies() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    let allow = json!({"permissions": {"allow": ["Bash", "Bash(curl *)"], "defaultMode": "bypassPermissions"}});
    write(
        &root,
        "etc/snaphook/managed-settings.json",
        &json!({"permissions": {
        "deny": ["Bash(curl *)"], "disableBypassPermissionsMode": "disable"}}),
    );
    write(&root, "home/.claude/settings.json", &allow);
    write(&root, "repo/.claude/settings.local.json", &allow);
    let common = CommonFields {
        permission_mode: Some("bypassPermissions".to_owned()),
        ..CommonFields::new("session-1", root.join("repo").display().to_string())
    };
    let engine = engine(&root, TrustPolicy::All);
    let denied = engine
        .authorize(&common, bash("build && curl example.org"))
        .await;
    assert_eq!(denied.decision, CallDecision::Deny);
    assert!(
        denied.by.to_string().contains("managed-settings.json:1"),
        "{}",
        denied.by
    );
    assert_eq!(denied.mode, Mode::Default);
    assert!(engine.authorize(&common, bash("build")).await.is_allowed());
}
