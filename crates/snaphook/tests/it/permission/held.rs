//! What a review found that got through, or was lost, and no longer is.

use snaphook::prelude::*;
use std::fs;
use std::future::Future;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use snaphook::input::CommonFields;
use snaphook::permission::{
    Behavior, CallDecision, Classification, Classifier, ClassifierCall, Decider, Mode,
    PermissionOptions, RuleText, UpdateKind,
};
use snaphook::trust::TrustFile;
use snaphook::{
    Answer, ApprovalReply, Approver, CancellationToken, Context, Engine, FunctionHook, Places,
    Question, SessionMemory, ToolCall, TrustPolicy,
};
use tokio::sync::Notify;

use super::world::{Person, bash, before, common, file, in_mode, request, rules};

fn at(cwd: &str, mode: &str) -> CommonFields {
    CommonFields {
        permission_mode: Some(mode.to_owned()),
        ..CommonFields::new("session-1", cwd)
    }
}

#[tokio::test]
async fn a_folder_that_holds_everything_is_no_working_directory() {
    let engine = Engine::builder().build().unwrap();
    for cwd in ["", ".", "/", "repo"] {
        let decision = engine
            .authorize(&at(cwd, "acceptEdits"), file("Edit", "/etc/shadow"))
            .await;
        assert_eq!(decision.decision, CallDecision::Deny, "{cwd:?}");
    }
    let context = Context::default().project_dir("/repo");
    let engine = Engine::builder().context(context).build().unwrap();
    let decide = |path: &'static str| {
        let engine = &engine;
        async move {
            engine
                .authorize(&at("sub", "acceptEdits"), file("Edit", path))
                .await
        }
    };
    assert!(decide("a").await.is_allowed());
    assert!(!decide("../../a").await.is_allowed());
}

#[tokio::test]
async fn edits_of_what_decides_about_edits_are_asked() {
    let engine = Engine::builder().build().unwrap();
    for path in [
        ".claude/settings.json",
        ".git/hooks/pre-commit",
        "sub/.snaphook/x",
        ".mcp.json",
    ] {
        let decision = engine
            .authorize(&in_mode("acceptEdits"), file("Write", path))
            .await;
        assert_eq!(decision.by, Decider::Nobody, "{path}");
        let bypass = engine
            .authorize(&in_mode("bypassPermissions"), file("Write", path))
            .await;
        assert!(bypass.is_allowed());
    }
    let decision = engine
        .authorize(&in_mode("acceptEdits"), file("Write", ".gitignore"))
        .await;
    assert!(decision.is_allowed());
}

#[tokio::test]
async fn a_call_that_was_cancelled_before_is_not_allowed() {
    let engine = rules(&[(Behavior::Allow, "Bash")]).build().unwrap();
    let token = CancellationToken::new();
    token.cancel();
    let decision = engine
        .authorize(&common(), bash("make").cancel(token))
        .await;
    assert_eq!(
        (decision.decision, decision.by),
        (CallDecision::Deny, Decider::Cancelled)
    );
}

struct HangingApprover;

impl Classifier for HangingApprover {
    fn classify(
        &self,
        _: ClassifierCall,
    ) -> Pin<Box<dyn Future<Output = Option<Classification>> + Send + '_>> {
        Box::pin(std::future::pending())
    }
}

#[tokio::test]
async fn a_classifier_that_hangs_does_not_outlive_its_call() {
    let options = PermissionOptions::default().classifier(Arc::new(HangingApprover));
    let engine = Engine::builder().permissions(options).build().unwrap();
    let token = CancellationToken::new();
    let (auto, call) = (in_mode("auto"), bash("make").cancel(token.clone()));
    let deciding = engine.authorize(&auto, call);
    tokio::pin!(deciding);
    assert!(futures_util::poll!(&mut deciding).is_pending());
    token.cancel();
    assert_eq!(deciding.await.by, Decider::Cancelled);
}

#[tokio::test]
async fn a_shutdown_while_a_guard_looks_allows_nothing() {
    let looking = Arc::new(Notify::new());
    let seen = Arc::clone(&looking);
    let guard = FunctionHook::new("PreToolUse", "guard", move |_| {
        seen.notify_one();
        std::future::pending::<()>()
    });
    let engine = rules(&[(Behavior::Allow, "Bash")])
        .function(guard)
        .build()
        .unwrap();
    let deciding = {
        let engine = engine.clone();
        tokio::spawn(async move { engine.authorize(&common(), bash("make")).await })
    };
    looking.notified().await;
    engine.shutdown(Duration::ZERO).await;
    assert_eq!(deciding.await.unwrap().decision, CallDecision::Deny);
}

#[tokio::test]
async fn what_a_request_hook_rewrites_may_still_be_deferred() {
    let defers = FunctionHook::new("PreToolUse", "defers", |call| async move {
        let input = call.input.fields().value("tool_input").unwrap_or_default();
        (input["command"] == "two").then(|| {
            json!({"hookSpecificOutput":
                {"hookEventName": "PreToolUse", "permissionDecision": "defer"}})
        })
    });
    let engine = Engine::builder()
        .function(defers)
        .function(request(
            "yes",
            json!({"behavior": "allow", "updatedInput": {"command": "two"}}),
        ))
        .approver(Person::who_says("allow"))
        .build()
        .unwrap();
    let decision = engine.authorize(&common(), bash("one")).await;
    assert_eq!(decision.decision, CallDecision::Defer);
}

#[tokio::test]
async fn what_a_request_hook_rewrites_meets_every_ask_rule() {
    let person = Person::who_says("deny");
    let engine = rules(&[
        (Behavior::Ask, "Bash(one *)"),
        (Behavior::Ask, "Bash(* two)"),
    ])
    .function(request(
        "yes",
        json!({"behavior": "allow", "updatedInput": {"command": "one two"}}),
    ))
    .approver(person.clone())
    .build()
    .unwrap();
    let decision = engine.authorize(&common(), bash("one")).await;
    assert_eq!(decision.by, Decider::Approver);
    assert_eq!(person.questions().len(), 1);
}

#[tokio::test]
async fn a_session_that_was_in_bypass_elsewhere_is_not_here() {
    let mode = Mode::BypassPermissions;
    let there = Engine::builder()
        .permissions(PermissionOptions::default().bypass_available(true))
        .build()
        .unwrap();
    let session = there.session("s");
    session
        .update_permissions(UpdateKind::SetMode { mode })
        .unwrap();
    assert!(
        session
            .authorize(&common(), bash("make"))
            .await
            .is_allowed()
    );
    let kept: SessionMemory =
        serde_json::from_value(serde_json::to_value(session.memory()).unwrap()).unwrap();
    let here = Engine::builder().build().unwrap();
    let session = here.session("s");
    session.remember(kept);
    let decision = session.authorize(&common(), bash("make")).await;
    assert_eq!(
        (decision.decision, decision.mode),
        (CallDecision::Deny, Mode::Default)
    );
}

#[tokio::test]
async fn a_folder_that_was_added_stays_where_it_was() {
    let updates = json!([{"type": "addDirectories", "directories": ["../shared", "~/notes"], "destination": "session"}]);
    let engine = Engine::builder()
        .context(Context::default().home("/home/ada"))
        .function(request(
            "yes",
            json!({"behavior": "allow", "updatedPermissions": updates}),
        ))
        .build()
        .unwrap();
    let session = engine.session("session-1");
    assert!(
        session
            .authorize(&CommonFields::new("session-1", "/repo/sub"), bash("make"))
            .await
            .is_allowed()
    );
    let later = at("/repo", "dontAsk");
    for (path, inside) in [
        ("/repo/shared/a", true),
        ("/home/ada/notes/a", true),
        ("/shared/a", false),
        ("/repo/~/notes/a", true),
    ] {
        let decision = session.authorize(&later, file("Read", path)).await;
        assert_eq!(decision.is_allowed(), inside, "{path}");
    }
}

fn write(root: &Path, name: &str, value: &serde_json::Value) {
    let path = root.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, value.to_string()).unwrap();
}

fn engine_in(root: &Path) -> Engine {
    let repo = root.join("repo");
    let store = TrustFile::new(root.join("state/trust.json"));
    Engine::builder()
        .context(
            Context::default()
                .project_dir(&repo)
                .home(root.join("home")),
        )
        .discover(Places::usual(&root.join("etc"), &root.join("home"), None).project(&repo))
        .trust(TrustPolicy::Store(Arc::new(store)))
        .build()
        .unwrap()
}

fn trust_all(root: &Path, engine: &Engine) {
    let questions = engine.trust_questions();
    let hooks: Vec<_> = questions
        .iter()
        .map(|one| (&*one.hook, &one.evidence))
        .collect();
    let store = TrustFile::new(root.join("state/trust.json"));
    store.trust(&root.join("repo"), &hooks, 1).unwrap();
}

#[tokio::test]
async fn trust_in_a_folder_ends_when_it_leads_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    fs::create_dir_all(root.join("repo/data")).unwrap();
    fs::create_dir_all(root.join("elsewhere")).unwrap();
    write(
        &root,
        "repo/.claude/settings.json",
        &json!({"permissions": {"additionalDirectories": ["../data"]}}),
    );
    fs::create_dir_all(root.join("data")).unwrap();
    trust_all(&root, &engine_in(&root));
    let common = at(&root.join("repo").display().to_string(), "dontAsk");
    let inside = file("Read", &root.join("data/a").display().to_string());
    assert!(
        engine_in(&root)
            .authorize(&common, inside)
            .await
            .is_allowed()
    );
    fs::remove_dir(root.join("data")).unwrap();
    symlink("elsewhere", root.join("data")).unwrap();
    let elsewhere = file("Read", &root.join("elsewhere/a").display().to_string());
    assert!(
        !engine_in(&root)
            .authorize(&common, elsewhere)
            .await
            .is_allowed()
    );
}

#[tokio::test]
async fn a_reload_hears_of_trust_in_rules() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    write(
        &root,
        "repo/.claude/settings.json",
        &json!({"permissions": {"allow": ["Bash"]}}),
    );
    let engine = engine_in(&root);
    let common = at(&root.join("repo").display().to_string(), "dontAsk");
    assert!(!engine.authorize(&common, bash("make")).await.is_allowed());
    trust_all(&root, &engine);
    assert!(engine.reload().await.swapped);
    assert!(engine.authorize(&common, bash("make")).await.is_allowed());
    fs::remove_file(root.join("state/trust.json")).unwrap();
    assert!(engine.reload().await.swapped);
    assert!(!engine.authorize(&common, bash("make")).await.is_allowed());
}

#[tokio::test]
async fn an_untrusted_project_does_not_take_the_users_strictness_back() {
    for (user, project, holds) in [
        ("plan", "default", Mode::Plan),
        ("dontAsk", "plan", Mode::DontAsk),
        ("acceptEdits", "plan", Mode::Plan),
        ("acceptEdits", "default", Mode::Default),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        write(
            &root,
            "home/.claude/settings.json",
            &json!({"permissions": {"defaultMode": user}}),
        );
        write(
            &root,
            "repo/.claude/settings.json",
            &json!({"permissions": {"defaultMode": project}}),
        );
        let cwd = root.join("repo").display().to_string();
        let decision = engine_in(&root)
            .authorize(&CommonFields::new("s", cwd), bash("make"))
            .await;
        assert_eq!(decision.mode, holds, "{user} then {project}");
    }
}

#[tokio::test]
async fn deny_rules_survive_easy_mistakes() {
    for (permissions, command) in [
        (json!({"deny": "Bash(rm *)", "allow": ["Bash"]}), "rm x"),
        (json!({"deny": ["Write|Bash"], "allow": ["Bash"]}), "make"),
        (json!({"deny": ["Bash(rm *"], "allow": ["Bash"]}), "make"),
    ] {
        let engine = Engine::builder()
            .settings_json(json!({ "permissions": permissions }).to_string())
            .build()
            .unwrap();
        let decision = engine.authorize(&common(), bash(command)).await;
        assert_eq!(decision.decision, CallDecision::Deny, "{permissions}");
        assert!(!engine.findings().is_empty());
    }
    for permissions in [json!({"deny": ["bash"]}), json!({"allow": ["mcp__*"]})] {
        let settings = json!({ "permissions": permissions }).to_string();
        let engine = Engine::builder().settings_json(settings).build().unwrap();
        assert_eq!(engine.findings()[0].code, "unknown-tool", "{permissions}");
    }
    let settings = json!({"permissions": {"disableBypassPermissionsMode": true}}).to_string();
    let engine = Engine::builder().settings_json(settings).build().unwrap();
    let decision = engine
        .authorize(&in_mode("bypassPermissions"), bash("make"))
        .await;
    assert_eq!(decision.mode, Mode::Default);
}

#[tokio::test]
async fn a_rule_from_text_starts_at_the_project() {
    let engine = Engine::builder()
        .context(Context::default().project_dir("/repo"))
        .settings_json(r#"{"permissions": {"deny": ["Read(/secrets/**)"]}}"#)
        .build()
        .unwrap();
    let decision = engine
        .authorize(&at("/repo/sub", "default"), file("Read", "/repo/secrets/k"))
        .await;
    assert_eq!(decision.decision, CallDecision::Deny);
    assert!(decision.by.to_string().contains("Read(/secrets/**)"));
}

/// A person who has a rule added before they answer.
struct RuleAddingApprover(std::sync::OnceLock<snaphook::Session>);

impl Approver for RuleAddingApprover {
    fn ask(&self, _: Question) -> Pin<Box<dyn Future<Output = ApprovalReply> + Send + '_>> {
        let rules = vec![RuleText::new("Bash", None)];
        let behavior = Behavior::Deny;
        let session = self.0.get().unwrap();
        session
            .update_permissions(UpdateKind::AddRules { rules, behavior })
            .unwrap();
        Box::pin(async { ApprovalReply::Selected("allow".to_owned()) })
    }
}

#[tokio::test]
async fn a_deny_that_comes_while_a_person_thinks_holds() {
    let person = Arc::new(RuleAddingApprover(std::sync::OnceLock::new()));
    let engine = Engine::builder().approver(person.clone()).build().unwrap();
    let session = engine.session("session-1");
    let _ = person.0.set(session.clone());
    let decision = session.authorize(&common(), bash("make")).await;
    assert_eq!(decision.decision, CallDecision::Deny);
    assert!(decision.by.to_string().contains("deny rule"));
}

#[tokio::test]
async fn a_question_shows_what_the_tool_goes_by() {
    let person = Person::who_says("deny");
    let engine = Engine::builder().approver(person.clone()).build().unwrap();
    let forged = ToolCall::new(
        "Edit",
        json!({"command": "make", "file_path": "/etc/passwd"}),
    );
    engine.authorize(&common(), forged).await;
    engine
        .authorize(&common(), bash("echo hi #\nrm -rf ~"))
        .await;
    engine
        .authorize(
            &common(),
            bash(&format!("echo {}; rm -rf ~", "a".repeat(500))),
        )
        .await;
    let about: Vec<String> = person
        .questions()
        .into_iter()
        .filter_map(|one| one.about)
        .collect();
    assert_eq!(about[0], "Edit: /etc/passwd");
    assert_eq!(about[1], "Bash: echo hi # ⏎ rm -rf ~");
    assert!(about[2].ends_with("more characters)"));
    assert!(
        person.questions()[2].tool_input.as_ref().unwrap()["command"]
            .as_str()
            .unwrap()
            .ends_with("rm -rf ~")
    );
}

#[tokio::test]
async fn a_hook_that_stops_says_why_in_its_step() {
    let stops = FunctionHook::new("PreToolUse", "stops", |_| async { Answer::stop("enough") });
    let engine = Engine::builder()
        .function(stops)
        .function(before("other", json!({})))
        .build()
        .unwrap();
    let decision = engine.authorize(&common(), bash("make")).await;
    assert_eq!(decision.steps[0].reason.as_deref(), Some("enough"));
}
