//! The gate and the turn helpers with permissions on.

use serde_json::{Value, json};
use snaphook::gate::ToolResult;
use snaphook::permission::{Behavior, Mode, UpdateKind};
use snaphook::{AgentHooks, Gate};

use super::world::{Person, before, common, request, rules};
use crate::gate::echo;

async fn run(gate: &Gate, command: &str) -> ToolResult {
    gate.execute("Bash", json!({ "command": command }), echo)
        .await
        .result
}

#[tokio::test]
async fn the_gate_decides_by_rules_too_when_the_host_wants_it() {
    let engine = rules(&[
        (Behavior::Allow, "Bash(build *)"),
        (Behavior::Deny, "Bash(rm *)"),
    ])
    .function(before(
        "quiet",
        json!({"additionalContext": "mind the cat"}),
    ))
    .build()
    .unwrap();
    let hooks = AgentHooks::new(&engine, common());
    assert!(matches!(
        run(&hooks.gate(), "rm x").await,
        ToolResult::Done(_)
    ));

    let gate = hooks.with_permissions().gate();
    assert!(matches!(run(&gate, "build").await, ToolResult::Done(_)));
    let gated = gate.execute("Bash", json!({"command": "rm x"}), echo).await;
    assert_eq!(
        gated.result_for_model().text,
        "The call of Bash was denied by the deny rule `Bash(rm *)`: it matches `rm x`\nmind the cat"
    );
    assert!(matches!(run(&gate, "make").await, ToolResult::Denied(_)));
}

#[tokio::test]
async fn the_tool_gets_what_the_pipeline_made_of_its_input() {
    let person = Person::who_says("allow");
    let engine = rules(&[])
        .function(request(
            "yes",
            json!({"behavior": "allow", "updatedInput": {"command": "build -l"}}),
        ))
        .build()
        .unwrap();
    let gate = AgentHooks::new(&engine, common())
        .with_permissions()
        .gate()
        .approver(person);
    let Value::Object(got) = gate
        .execute("Bash", json!({"command": "build"}), echo)
        .await
        .result
        .value()
        .unwrap()
        .clone()
    else {
        panic!("not an object");
    };
    assert_eq!(got["command"], "build -l");
}

#[tokio::test]
async fn the_gates_own_approver_is_asked() {
    let person = Person::who_says("deny");
    let engine = rules(&[])
        .approver(Person::who_says("allow"))
        .build()
        .unwrap();
    let gate = AgentHooks::new(&engine, common()).with_permissions().gate();
    assert!(matches!(run(&gate, "build").await, ToolResult::Done(_)));
    let gate = gate.approver(person.clone());
    assert!(matches!(run(&gate, "build").await, ToolResult::Denied(_)));
    assert_eq!(person.questions().len(), 1);
}

#[tokio::test]
async fn a_subagent_has_the_permissions_of_its_agent() {
    let engine = rules(&[]).build().unwrap();
    let hooks = AgentHooks::new(&engine, common()).with_permissions();
    let rules = vec![snaphook::permission::RuleText::new(
        "Bash",
        Some("build".to_owned()),
    )];
    let behavior = Behavior::Allow;
    let session = hooks.session();
    session
        .update_permissions(UpdateKind::AddRules { rules, behavior })
        .unwrap();
    let (child, _) = hooks.subagent_start("a1", "Explore").await;
    assert!(matches!(
        run(&child.gate(), "build").await,
        ToolResult::Done(_)
    ));
    assert!(matches!(
        run(&child.gate(), "make").await,
        ToolResult::Denied(_)
    ));
    let mode = Mode::Plan;
    child
        .session()
        .update_permissions(UpdateKind::SetMode { mode })
        .unwrap();
    let edit = |hooks: &AgentHooks| {
        let gate = hooks.gate();
        async move {
            gate.execute("Edit", json!({"file_path": "a"}), echo)
                .await
                .result
        }
    };
    assert!(matches!(edit(&child).await, ToolResult::Denied(_)));
}
