//! Every way to ask about a tool call gives the same decision: the gate, the engine,
//! a session and, with the feature `tower`, the layer.

use snaphook::prelude::*;

use serde_json::{Value, json};
use snaphook::gate::{GatedCall, Permit, PreHook, ToolResult};
use snaphook::permission::{Behavior, CallDecision};
use snaphook::{Engine, EngineBuilder, FunctionHook, Gate, ToolCall};

use super::world::{before, common, rules};
use crate::gate::echo;

/// A call, the engine that decides about it, and the decision.
struct Case {
    name: &'static str,
    engine: fn() -> EngineBuilder,
    tool: &'static str,
    input: Value,
    with_permissions: CallDecision,
    without_permissions: CallDecision,
}

fn no_rules() -> EngineBuilder {
    rules(&[(Behavior::Allow, "Bash(*)")])
}

/// A hook that denies `rm` and looks at what other hooks made of the call, too.
fn denies_rm() -> FunctionHook {
    FunctionHook::new("PreToolUse", "no-rm", |call| async move {
        let input = call.input.fields().json("tool_input").unwrap_or_default();
        match input["command"] == json!("rm x") {
            true => json!({"hookSpecificOutput": {
                "hookEventName": "PreToolUse", "permissionDecision": "deny",
                "permissionDecisionReason": "no rm",
            }}),
            false => json!({}),
        }
    })
}

fn cases() -> Vec<Case> {
    use CallDecision::{Allow, Defer, Deny};
    let case = |name, engine, with_permissions, without_permissions| Case {
        name,
        engine,
        tool: "Bash",
        input: json!({"command": "ls"}),
        with_permissions,
        without_permissions,
    };
    vec![
        case("an allow rule", no_rules, Allow, Allow),
        case(
            "a deny rule, which needs permissions",
            || rules(&[(Behavior::Deny, "Bash(ls *)"), (Behavior::Deny, "Bash(ls)")]),
            Deny,
            Allow,
        ),
        case(
            "a hook that denies",
            || no_rules().function(before("no", json!({"permissionDecision": "deny"}))),
            Deny,
            Deny,
        ),
        case(
            "a hook that defers",
            || no_rules().function(before("later", json!({"permissionDecision": "defer"}))),
            Defer,
            Defer,
        ),
        case(
            "a rewrite that is denied when the hooks look at it again",
            || {
                no_rules().function(denies_rm()).function(before(
                    "rewrite",
                    json!({"updatedInput": {"command": "rm x"}}),
                ))
            },
            Deny,
            Deny,
        ),
        case(
            "a hook that asks, and the host has no approver",
            || no_rules().function(before("ask", json!({"permissionDecision": "ask"}))),
            Deny,
            Deny,
        ),
        case(
            "an ask rule, and the host has no approver",
            || rules(&[(Behavior::Ask, "Bash(ls)")]),
            Deny,
            Allow,
        ),
        Case {
            tool: "",
            ..case("no tool name", no_rules, Deny, Deny)
        },
        Case {
            tool: " ",
            ..case(
                "a blank tool name and a hook that allows",
                || no_rules().function(before("yes", json!({"permissionDecision": "allow"}))),
                Deny,
                Deny,
            )
        },
    ]
}

fn decided(gated: &GatedCall) -> CallDecision {
    match gated.result {
        ToolResult::Done(_) => CallDecision::Allow,
        ToolResult::Denied(_) => CallDecision::Deny,
        ToolResult::Deferred(_) => CallDecision::Defer,
        ref other => panic!("{other:?}"),
    }
}

fn gate(engine: &Engine) -> Gate {
    Gate::new(engine.session("session-1"), common())
}

async fn through_gate(gate: &Gate, call: ToolCall) -> CallDecision {
    decided(&gate.call(call, echo).await)
}

#[cfg(feature = "tower")]
async fn through_tower(gate: &Gate, call: ToolCall) -> CallDecision {
    use tower::ServiceExt;
    let tools = tower::ServiceBuilder::new()
        .layer(snaphook::tower::GateLayer::new(gate.clone()))
        .service(tower::service_fn(|call: ToolCall| echo(call.tool_input)));
    decided(&tools.oneshot(call).await.unwrap())
}

#[cfg(not(feature = "tower"))]
async fn through_tower(gate: &Gate, call: ToolCall) -> CallDecision {
    through_gate(gate, call).await
}

#[tokio::test]
async fn gate_engine_session_and_tower_layer_decide_alike() {
    for case in cases() {
        let name = case.name;
        // A new engine for each, so that no decision depends on the one before.
        let engine = || (case.engine)().build().unwrap();
        let call = || ToolCall::new(case.tool, case.input.clone());

        let by_engine = engine().authorize(&common(), call()).await.decision;
        let session = engine().session("session-1");
        let by_session = session.authorize(&common(), call()).await.decision;
        let with = gate(&engine()).with_permissions();
        let found = [
            by_engine,
            by_session,
            through_gate(&with, call()).await,
            through_tower(&gate(&engine()).with_permissions(), call()).await,
        ];
        assert_eq!(found, [case.with_permissions; 4], "{name}, permissions on");

        let found = [
            through_gate(&gate(&engine()), call()).await,
            through_tower(&gate(&engine()), call()).await,
        ];
        assert_eq!(
            found, [case.without_permissions; 2],
            "{name}, permissions off"
        );
    }
}

/// Without permissions, hooks and approver a gate does not start an authorization. A
/// named hook that allows everything makes it start one, with the same result.
#[tokio::test]
async fn a_gate_without_any_hook_decides_as_the_whole_authorization_does() {
    let allow = || PreHook::new("allow", |_| async { Permit::Allow });
    for case in cases() {
        let name = case.name;
        for closed in [false, true] {
            let engine = (case.engine)().build().unwrap();
            if closed {
                engine.shutdown(std::time::Duration::ZERO).await;
            }
            let short = gate(&engine);
            let long = gate(&engine).pre(allow());
            for cancelled in [false, true] {
                let call = || {
                    let token = snaphook::CancellationToken::new();
                    if cancelled {
                        token.cancel();
                    }
                    ToolCall::new(case.tool, case.input.clone()).cancel(token)
                };
                let short = short.call(call(), echo).await;
                let long = long.call(call(), echo).await;
                assert_eq!(
                    short.result.as_str(),
                    long.result.as_str(),
                    "{name}, closed: {closed}, cancelled: {cancelled}"
                );
                assert_eq!(short.tool_input, long.tool_input, "{name}");
            }
        }
    }
}
