//! The golden cases, fired: each outcome fits, and has no key that the schema does
//! not name; and what their hooks answered fits where it was understood.

use snaphook::prelude::*;
use std::time::Duration;

use serde_json::{Value, json};
use snaphook::input::Fields;
use snaphook::outcome::{HookEntry, Status};
use snaphook::{Context, Engine, Input, Outcome, builtins};
use snaphook_testkit::Case;

use crate::common::{closed, completed, golden_cases, inline, misfits, validator};
use crate::outputs;

async fn fire(case: &Case) -> Vec<Outcome> {
    let folder = tempfile::tempdir().unwrap();
    let cwd = folder.path().join("work");
    std::fs::create_dir(&cwd).unwrap();
    let context = Context::from_process()
        .project_dir(&cwd)
        .state_dir(folder.path().join("state"));
    let mut builder = Engine::builder()
        .context(context)
        .builtins(builtins::shipped())
        .force_sync(true);
    for settings in inline(case) {
        builder = builder.settings_json(settings.to_string());
    }
    let engine = builder.build().unwrap();
    let session = engine.session("test");
    let input = completed(case, cwd.to_str().unwrap());
    let mut outcomes = Vec::new();
    for _ in 0..case.repeat {
        let fields = Fields::from_value(&input).unwrap();
        let input = Input::from_fields(fields).unwrap();
        outcomes.push(session.execute(input).await);
    }
    engine.shutdown(Duration::ZERO).await;
    outcomes
}

#[tokio::test]
async fn golden_outcomes_fit_exactly() {
    let schema = snaphook_schema::outcome();
    let (open, exact) = (validator(&schema), validator(&closed(schema)));
    let (mut fired, mut answers) = (0, 0);
    for case in golden_cases() {
        for outcome in fire(&case).await {
            let json = serde_json::to_value(&outcome).unwrap();
            for validator in [&open, &exact] {
                let misfits = misfits(validator, &json);
                assert!(misfits.is_empty(), "{}: {json:#}\n{misfits:#?}", case.name);
            }
            fired += 1;
            for entry in &outcome.hooks {
                answers += usize::from(answered(outcome.event.as_str(), entry));
            }
        }
    }
    assert!(
        fired > 140 && answers > 40,
        "{fired} outcomes, {answers} answers"
    );
}

/// Looks at what a hook answered, if that was JSON.
fn answered(event: &str, entry: &HookEntry) -> bool {
    let stdout = entry.stdout.as_deref().unwrap_or_default();
    let Ok(answer @ Value::Object(_)) = serde_json::from_str(stdout) else {
        return false;
    };
    outputs::agree(event, &answer);
    if entry.status == Status::Success {
        let schema = snaphook_schema::output(event).unwrap();
        let misfits = misfits(&validator(&schema), &answer);
        assert!(misfits.is_empty(), "{event}: {answer}: {misfits:?}");
    }
    true
}

#[test]
fn the_outcome_has_the_documented_fields() {
    let schema = snaphook_schema::outcome();
    let properties = schema["properties"].as_object().unwrap();
    let named: Vec<_> = properties.keys().map(String::as_str).collect();
    assert_eq!(
        named,
        [
            "event",
            "blocked",
            "continue",
            "blockReason",
            "blockedBy",
            "decidedBy",
            "stopReason",
            "permissionDecision",
            "permissionDecisionReason",
            "permissionRequest",
            "updatedInput",
            "updatedToolOutput",
            "updatedPrompt",
            "updatedRequest",
            "updatedResponse",
            "updatedPermissions",
            "additionalContext",
            "classifierContext",
            "feedback",
            "systemMessages",
            "terminalSequences",
            "initialUserMessage",
            "sessionTitle",
            "displayContent",
            "worktreePath",
            "compactInstructions",
            "watchPaths",
            "reloadSkills",
            "retry",
            "suppressOriginalPrompt",
            "elicitation",
            "notices",
            "spilled",
            "diagnostics",
            "hooks",
            "durationMs",
        ]
    );
    assert_eq!(
        schema["required"],
        json!(["event", "blocked", "continue", "hooks", "durationMs"])
    );
}

#[test]
fn what_is_no_outcome_does_not_fit() {
    let validator = validator(&snaphook_schema::outcome());
    let entry = json!({
        "id": "Stop-1", "name": "x", "type": "command", "scope": "user", "status": "success",
        "durationMs": 1.5,
    });
    let outcome = json!({
        "event": "Stop", "blocked": false, "continue": true, "hooks": [entry], "durationMs": 2,
    });
    assert!(validator.is_valid(&outcome));
    for (place, value) in [
        ("/blocked", json!("yes")),
        ("/hooks", json!({})),
        ("/hooks/0/status", json!("done")),
        ("/hooks/0/scope", json!("global")),
        ("/hooks/0/id", json!(null)),
    ] {
        let mut other = outcome.clone();
        *other.pointer_mut(place).unwrap() = value;
        assert!(!validator.is_valid(&other), "{other}");
    }
    for (key, value) in [
        ("permissionDecision", json!("maybe")),
        ("blockReason", json!(null)),
        ("additionalContext", json!("text")),
        ("updatedPermissions", json!([{"type": "setMode"}])),
        ("notices", json!([{"text": "x"}])),
    ] {
        let mut other = outcome.clone();
        other[key] = value;
        assert!(!validator.is_valid(&other), "{other}");
    }
}
