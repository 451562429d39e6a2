//! Who decides, in which order, and what is said of every step.

use std::future::Future;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use snaphook::permission::{
    Behavior, Classified, Classifier, ClassifierCall, Decided, Decider, Mode, PermissionOptions,
    StepResult, UpdateKind,
};
use snaphook::tool::ToolClass;
use snaphook::{CancellationToken, Context, Engine, FunctionHook, ToolCall};

use super::world::{Person, bash, before, common, file, in_mode, request, rules, says, way};

fn asks() -> FunctionHook {
    before(
        "asks",
        json!({"permissionDecision": "ask", "permissionDecisionReason": "sure?"}),
    )
}

fn allows() -> FunctionHook {
    before("allows", json!({"permissionDecision": "allow"}))
}

#[tokio::test]
async fn every_step_says_what_it_said() {
    let engine = rules(&[
        (Behavior::Allow, "Bash(git *)"),
        (Behavior::Ask, "Bash(git push *)"),
    ])
    .function(before("watch", json!({})))
    .approver(Person::who_says("allow"))
    .build()
    .unwrap();
    let allowed = engine.authorize(&common(), bash("git log")).await;
    assert_eq!(allowed.decision, Decided::Allow);
    assert_eq!(
        allowed.by.to_string(),
        "the allow rule `Bash(git *)` in <settings>:1"
    );
    assert_eq!(
        way(&allowed),
        [
            "PreToolUse hooks: Nothing",
            "deny rules: Nothing",
            "ask rules: Nothing",
            "allow rules: Allow"
        ]
    );
    let asked = engine
        .authorize(&common(), bash("git status; git push"))
        .await;
    assert_eq!(
        (asked.decision, &asked.by),
        (Decided::Allow, &Decider::Approver)
    );
    assert_eq!(
        way(&asked),
        [
            "PreToolUse hooks: Nothing",
            "deny rules: Nothing",
            "ask rules: Ask",
            "approver: Allow"
        ]
    );
    let reason = asked.steps[2].reason.as_deref();
    assert_eq!(reason, Some("matches `git push`"));
}

#[tokio::test]
async fn a_hook_that_allows_skips_the_prompt_but_no_rule() {
    let engine = rules(&[
        (Behavior::Deny, "Bash(rm *)"),
        (Behavior::Ask, "Bash(git push *)"),
    ])
    .function(allows())
    .build()
    .unwrap();
    let mode = in_mode("default");
    let decide = |command: &str| engine.authorize(&mode, bash(command));
    let engine_says = decide("make").await;
    assert_eq!(engine_says.decision, Decided::Allow);
    assert_eq!(engine_says.by.to_string(), "the PreToolUse hook allows");
    assert_eq!(decide("rm x").await.decision, Decided::Deny);
    // With nobody to ask, ask means deny.
    let asked = decide("git push").await;
    assert_eq!((asked.decision, asked.by), (Decided::Deny, Decider::Nobody));
}

#[tokio::test]
async fn a_hook_that_asks_is_heard_although_a_rule_allows() {
    let person = Person::who_says("deny");
    let engine = rules(&[(Behavior::Allow, "Bash")])
        .function(asks())
        .approver(person.clone())
        .build()
        .unwrap();
    for mode in ["default", "bypassPermissions"] {
        let decision = engine.authorize(&in_mode(mode), bash("ls")).await;
        assert_eq!(
            (decision.decision, decision.by),
            (Decided::Deny, Decider::Approver)
        );
    }
    assert_eq!(person.questions()[0].message, "sure?");
    assert_eq!(person.questions()[0].hook, "the PreToolUse hook asks");
    // And where nobody is asked, it is denied without asking.
    let decision = engine.authorize(&in_mode("dontAsk"), bash("ls")).await;
    assert_eq!(
        decision.by,
        Decider::Mode {
            mode: Mode::DontAsk
        }
    );
    assert_eq!(person.questions().len(), 2);
}

#[tokio::test]
async fn a_hooks_defer_is_handed_to_the_host_unless_a_rule_denies() {
    let engine = rules(&[
        (Behavior::Deny, "Bash(rm *)"),
        (Behavior::Ask, "Bash(git *)"),
    ])
    .function(before(
        "later",
        json!({"permissionDecision": "defer", "permissionDecisionReason": "in the morning"}),
    ))
    .build()
    .unwrap();
    let deferred = engine.authorize(&common(), bash("git push")).await;
    assert_eq!(deferred.decision, Decided::Defer);
    assert_eq!(deferred.reason.as_deref(), Some("in the morning"));
    let denied = engine.authorize(&common(), bash("rm x")).await;
    assert_eq!(denied.decision, Decided::Deny);
}

#[tokio::test]
async fn rules_judge_what_hooks_made_of_the_input() {
    let rewrites = |to: &'static str| {
        before(
            "rewrites",
            json!({"permissionDecision": "allow", "updatedInput": {"command": to}}),
        )
    };
    let deny = [(Behavior::Deny, "Bash(rm *)")];
    let engine = rules(&deny).function(rewrites("echo no")).build().unwrap();
    let mended = engine.authorize(&common(), bash("rm -rf /")).await;
    assert_eq!(mended.decision, Decided::Allow);
    assert_eq!(mended.tool_input, json!({"command": "echo no"}));
    assert!(mended.rewritten);

    let engine = rules(&deny).function(rewrites("rm -rf /")).build().unwrap();
    let broken = engine.authorize(&common(), bash("ls")).await;
    assert_eq!(broken.decision, Decided::Deny);
    assert_eq!(broken.reason.as_deref(), Some("it matches `rm -rf /`"));
}

#[tokio::test]
async fn a_guard_sees_what_another_hook_made_of_the_input() {
    let guard = FunctionHook::new("PreToolUse", "guard", |call| async move {
        let input = call.input.fields().value("tool_input").unwrap_or_default();
        (input["command"] == "rm x").then(|| snaphook::Answer::deny("no rm"))
    });
    let engine = Engine::builder()
        .function(guard)
        .function(before(
            "rewrites",
            json!({"updatedInput": {"command": "rm x"}}),
        ))
        .function(request("yes", json!({"behavior": "allow"})))
        .build()
        .unwrap();
    let decision = engine.authorize(&common(), bash("ls")).await;
    assert_eq!(decision.decision, Decided::Deny);
    assert_eq!(decision.reason.as_deref(), Some("no rm"));
    assert_eq!(
        way(&decision),
        ["PreToolUse hooks: Nothing", "PreToolUse hooks again: Deny"]
    );
}

#[tokio::test]
async fn what_a_request_hook_rewrites_is_judged_once_more() {
    let to = |command: &str| json!({"behavior": "allow", "updatedInput": {"command": command}});
    let person = Person::who_says("deny");
    for (command, decided, by) in [
        ("make", Decided::Allow, "the PermissionRequest hook yes"),
        (
            "rm x",
            Decided::Deny,
            "the deny rule `Bash(rm *)` in <settings>:1",
        ),
        // Somebody must look: a hook said yes to another command.
        ("git push", Decided::Deny, "the approver"),
        ("curl x", Decided::Deny, "the PreToolUse hook guard"),
    ] {
        let guard = FunctionHook::new("PreToolUse", "guard", |call| async move {
            let input = call.input.fields().value("tool_input").unwrap_or_default();
            (input["command"] == "curl x").then(|| snaphook::Answer::deny("no curl"))
        });
        let engine = rules(&[
            (Behavior::Deny, "Bash(rm *)"),
            (Behavior::Ask, "Bash(git push *)"),
        ])
        .function(guard)
        .function(request("yes", to(command)))
        .approver(person.clone())
        .build()
        .unwrap();
        let decision = engine.authorize(&common(), bash("ls")).await;
        assert_eq!(decision.decision, decided, "{command}");
        assert_eq!(decision.by.to_string(), by, "{command}");
        assert_eq!(decision.tool_input, json!({"command": command}));
    }
}

#[tokio::test]
async fn a_request_hook_decides_before_a_person_is_asked() {
    let person = Person::who_says("allow");
    let engine = Engine::builder()
        .function(request(
            "no",
            json!({"behavior": "deny", "message": "not now", "interrupt": true}),
        ))
        .approver(person.clone())
        .build()
        .unwrap();
    let decision = engine.authorize(&common(), bash("make")).await;
    assert_eq!(decision.decision, Decided::Deny);
    assert_eq!(decision.reason.as_deref(), Some("not now"));
    assert!(decision.interrupt);
    assert!(person.questions().is_empty());
}

#[tokio::test]
async fn request_hooks_are_told_what_would_have_allowed_the_call() {
    let (told, mut heard) = tokio::sync::mpsc::unbounded_channel();
    let engine = Engine::builder()
        .function(FunctionHook::new(
            "PermissionRequest",
            "listen",
            move |call| {
                let _ = told.send(call.input.fields().value("permission_suggestions"));
                async {}
            },
        ))
        .build()
        .unwrap();
    engine
        .authorize(&common(), bash("make test && git log"))
        .await;
    let suggested = heard.recv().await.unwrap().unwrap();
    assert_eq!(
        suggested,
        json!([{"type": "addRules", "behavior": "allow", "destination": "session", "rules": [
            {"toolName": "Bash", "ruleContent": "make test"},
            {"toolName": "Bash", "ruleContent": "git log"}]}])
    );
    // What nobody can know is no rule.
    engine.authorize(&common(), bash("make $TARGET")).await;
    assert_eq!(heard.recv().await.unwrap(), None);
    engine.authorize(&common(), file("Edit", "/repo/a")).await;
    let suggested = heard.recv().await.unwrap().unwrap();
    assert_eq!(suggested[0]["rules"][0]["ruleContent"], "//repo/a");
    assert_eq!(suggested[1]["mode"], "acceptEdits");
}

#[tokio::test]
async fn after_a_deny_hooks_may_let_the_model_try_again() {
    let engine = rules(&[(Behavior::Deny, "Bash(rm *)")])
        .function(says("again", "PermissionDenied", json!({"retry": true})))
        .build()
        .unwrap();
    let decision = engine.authorize(&common(), bash("rm x")).await;
    assert!(decision.retry);
    assert_eq!(decision.steps.last().unwrap().result, StepResult::Retry);
    let allowed = engine
        .authorize(&in_mode("bypassPermissions"), bash("ls"))
        .await;
    assert!(!allowed.retry && allowed.outcomes.is_empty());
}

#[tokio::test]
async fn a_hook_that_stops_the_agent_stops_the_call() {
    let stops = FunctionHook::new("PreToolUse", "stops", |_| async {
        snaphook::Answer::stop("enough")
    });
    let engine = Engine::builder().function(stops).build().unwrap();
    let decision = engine
        .authorize(&in_mode("bypassPermissions"), bash("ls"))
        .await;
    assert_eq!(decision.decision, Decided::Deny);
    assert_eq!(decision.stop.as_deref(), Some("enough"));
}

struct Judge;

impl Classifier for Judge {
    fn classify(
        &self,
        call: ClassifierCall,
    ) -> Pin<Box<dyn Future<Output = Option<Classified>> + Send + '_>> {
        let behavior = match call.tool_input["command"].as_str() {
            Some("ls") => Some(Behavior::Allow),
            Some("reboot") => Some(Behavior::Deny),
            Some("panic") => panic!("a classifier that panics"),
            _ => None,
        };
        let reason = Some("by its looks".to_owned());
        Box::pin(async move { behavior.map(|behavior| Classified { behavior, reason }) })
    }

    fn is_read_only(&self, _: &str, input: &Value) -> bool {
        input["command"] == "ls"
    }
}

#[tokio::test]
async fn in_auto_the_classifier_decides() {
    let options = PermissionOptions::default().classifier(Arc::new(Judge));
    let engine = rules(&[(Behavior::Deny, "Bash(git *)")])
        .permissions(options)
        .build()
        .unwrap();
    let auto = in_mode("auto");
    let allowed = engine.authorize(&auto, bash("ls")).await;
    assert_eq!(
        (allowed.decision, allowed.by),
        (Decided::Allow, Decider::Classifier)
    );
    assert_eq!(
        engine.authorize(&auto, bash("reboot")).await.by,
        Decider::Classifier
    );
    // It says nothing, or it panics: as by default.
    assert_eq!(
        engine.authorize(&auto, bash("make")).await.by,
        Decider::Nobody
    );
    assert_eq!(
        engine.authorize(&auto, bash("panic")).await.by,
        Decider::Nobody
    );
    assert_eq!(
        engine.authorize(&auto, bash("git log")).await.decision,
        Decided::Deny
    );
    // A command that only reads may run in plan.
    assert_eq!(
        engine
            .authorize(&in_mode("plan"), bash("ls"))
            .await
            .decision,
        Decided::Allow
    );
    assert_eq!(
        engine
            .authorize(&in_mode("plan"), bash("make"))
            .await
            .decision,
        Decided::Deny
    );
}

#[tokio::test]
async fn the_host_says_what_its_tools_do() {
    let options = PermissionOptions::default()
        .tool_class("peek", ToolClass::Read)
        .directory("/data");
    let engine = Engine::builder().permissions(options).build().unwrap();
    let mode = in_mode("default");
    let decide = |path: &str| engine.authorize(&mode, file("peek", path));
    assert_eq!(decide("src/a").await.decision, Decided::Allow);
    assert_eq!(decide("/data/a").await.decision, Decided::Allow);
    assert_eq!(decide("/etc/passwd").await.decision, Decided::Deny);
    assert_eq!(decide("../repo2/a").await.decision, Decided::Deny);
    let unknown = ToolCall::new("peek", json!({}));
    assert_eq!(
        engine.authorize(&common(), unknown).await.decision,
        Decided::Deny
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
        let common = snaphook::input::Common {
            cwd: cwd.display().to_string(),
            ..in_mode("acceptEdits")
        };
        engine.authorize(&common, file("Edit", path)).await.decision
    };
    let (repo, alias) = (at("repo"), at("alias"));
    assert_eq!(decide(&repo, "file").await, Decided::Allow);
    assert_eq!(decide(&repo, "new/file").await, Decided::Allow);
    assert_eq!(decide(&alias, "file").await, Decided::Allow);
    assert_eq!(
        decide(&repo, &alias.join("file").display().to_string()).await,
        Decided::Allow
    );
    assert_eq!(decide(&repo, "link/file").await, Decided::Deny);
    assert_eq!(decide(&repo, "link/new").await, Decided::Deny);
    assert_eq!(decide(&repo, "link/../file").await, Decided::Deny);
    assert_eq!(decide(&repo, "../elsewhere/file").await, Decided::Deny);
}

#[tokio::test]
async fn a_mode_that_nobody_knows_is_the_default() {
    let engine = Engine::builder().build().unwrap();
    let decision = engine.authorize(&in_mode("yolo"), bash("ls")).await;
    assert_eq!(
        (decision.decision, decision.mode),
        (Decided::Deny, Mode::Default)
    );
    assert!(
        decision.diagnostics[0]
            .message
            .contains("`yolo` is no permission mode")
    );
}

#[tokio::test]
async fn bypass_can_be_forbidden() {
    let settings = r#"{"permissions": {"disableBypassPermissionsMode": "disable"}}"#;
    let engine = Engine::builder()
        .settings_json(settings)
        .permissions(PermissionOptions::default().bypass_available(true))
        .build()
        .unwrap();
    let decision = engine
        .authorize(&in_mode("bypassPermissions"), bash("ls"))
        .await;
    assert_eq!(
        (decision.decision, decision.mode),
        (Decided::Deny, Mode::Default)
    );
    assert!(
        decision.diagnostics[0]
            .message
            .contains("forbids bypassPermissions")
    );
}

#[tokio::test]
async fn the_session_keeps_its_mode() {
    let engine = Engine::builder()
        .settings_json(r#"{"permissions": {"defaultMode": "plan"}}"#)
        .build()
        .unwrap();
    let session = engine.session("session-1");
    let edit = || file("Edit", "src/a");
    let decision = session.authorize(&common(), edit()).await;
    assert_eq!(
        (decision.decision, decision.mode),
        (Decided::Deny, Mode::Plan)
    );
    let mode = Mode::AcceptEdits;
    session
        .update_permissions(UpdateKind::SetMode { mode })
        .unwrap();
    assert!(session.authorize(&common(), edit()).await.is_allowed());
    // Another session has its own, and the host's word counts.
    let other = engine.session("session-2");
    assert!(!other.authorize(&common(), edit()).await.is_allowed());
    assert!(
        !session
            .authorize(&in_mode("plan"), edit())
            .await
            .is_allowed()
    );
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
        ("ls", Decided::Allow, "allow rule"),
        ("ls > /dev/null 2>&1", Decided::Allow, "allow rule"),
        ("ls > out/list", Decided::Allow, "allow rule"),
        ("ls > list", Decided::Deny, "nobody"),
        ("ls > ~/.bashrc", Decided::Deny, "nobody"),
        ("ls > out/../../x", Decided::Deny, "nobody"),
        ("cd / && ls > out/list", Decided::Deny, "nobody"),
        ("ls > .env", Decided::Deny, "the deny rule `Edit(.env)`"),
        (
            "cd sub && ls > .env",
            Decided::Deny,
            "the deny rule `Edit(.env)`",
        ),
        ("ls < .env", Decided::Deny, "the deny rule `Read(.env)`"),
        // Where it goes, nobody knows: somebody must look.
        ("ls > $FILE", Decided::Deny, "nobody"),
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

#[tokio::test]
async fn a_broken_deny_rule_is_asked_about() {
    let engine = rules(&[(Behavior::Deny, "Bash(rm *"), (Behavior::Allow, "Bash")])
        .build()
        .unwrap();
    let decision = engine.authorize(&common(), bash("ls")).await;
    assert_eq!(decision.by, Decider::Nobody);
    assert!(
        engine.findings()[0]
            .message
            .contains("every use of `Bash` is asked about")
    );
}

#[tokio::test]
async fn nobody_is_asked_when_the_call_is_cancelled() {
    let token = CancellationToken::new();
    token.cancel();
    let person = Person::who_says("allow");
    let engine = Engine::builder().approver(person.clone()).build().unwrap();
    let call = bash("ls").cancel(token);
    let decision = engine.authorize(&common(), call).await;
    assert_eq!(
        (decision.decision, decision.by),
        (Decided::Deny, Decider::Cancelled)
    );
}

#[tokio::test]
async fn an_engine_that_has_ended_allows_nothing() {
    let engine = rules(&[(Behavior::Allow, "Bash")])
        .context(Context::default())
        .build()
        .unwrap();
    engine.shutdown(Duration::ZERO).await;
    let decision = engine
        .authorize(&in_mode("bypassPermissions"), bash("ls"))
        .await;
    assert_eq!(decision.decision, Decided::Deny);
}

#[tokio::test]
async fn a_person_may_allow_for_good() {
    let person = Person::who_says("always");
    let engine = Engine::builder().approver(person.clone()).build().unwrap();
    let session = engine.session("session-1");
    let first = session.authorize(&common(), bash("make test")).await;
    assert!(first.is_allowed());
    assert!(first.updates[0].applied);
    let keys: Vec<String> = person.questions()[0]
        .options
        .iter()
        .map(|o| o.key.clone())
        .collect();
    assert_eq!(keys, ["allow", "always", "deny"]);
    let again = session.authorize(&common(), bash("make test")).await;
    assert_eq!(
        again.by.to_string(),
        "the allow rule `Bash(make test)` in session"
    );
    assert!(
        !session
            .authorize(&in_mode("dontAsk"), bash("make"))
            .await
            .is_allowed()
    );
}
