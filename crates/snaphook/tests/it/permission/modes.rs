//! Permission modes: who sets them, and what they decide.

use snaphook::prelude::*;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use serde_json::Value;
use snaphook::Engine;
use snaphook::permission::{
    Behavior, CallDecision, Classification, Classifier, ClassifierCall, Decider, Mode,
    PermissionOptions, UpdateKind,
};

use super::world::{bash, common, file, in_mode, rules};

struct Judge;

impl Classifier for Judge {
    fn classify(
        &self,
        call: ClassifierCall,
    ) -> Pin<Box<dyn Future<Output = Option<Classification>> + Send + '_>> {
        let behavior = match call.tool_input["command"].as_str() {
            Some("ls") => Some(Behavior::Allow),
            Some("reboot") => Some(Behavior::Deny),
            Some("panic") => panic!("a classifier that panics"),
            _ => None,
        };
        let reason = Some("by its looks".to_owned());
        Box::pin(async move { behavior.map(|behavior| Classification { behavior, reason }) })
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
        (CallDecision::Allow, Decider::Classifier)
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
        CallDecision::Deny
    );
    // A command that only reads may run in plan.
    assert_eq!(
        engine
            .authorize(&in_mode("plan"), bash("ls"))
            .await
            .decision,
        CallDecision::Allow
    );
    assert_eq!(
        engine
            .authorize(&in_mode("plan"), bash("make"))
            .await
            .decision,
        CallDecision::Deny
    );
}

#[tokio::test]
async fn a_mode_that_nobody_knows_is_the_default() {
    let engine = Engine::builder().build().unwrap();
    let decision = engine.authorize(&in_mode("yolo"), bash("make")).await;
    assert_eq!(
        (decision.decision, decision.mode),
        (CallDecision::Deny, Mode::Default)
    );
    assert!(
        decision.diagnostics[0]
            .message
            .contains("unknown permission mode `yolo`")
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
        .authorize(&in_mode("bypassPermissions"), bash("make"))
        .await;
    assert_eq!(
        (decision.decision, decision.mode),
        (CallDecision::Deny, Mode::Default)
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
        (CallDecision::Deny, Mode::Plan)
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
