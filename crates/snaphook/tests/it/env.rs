//! What a host says of the world around hooks.

use serde_json::json;
use snaphook::prelude::*;
use snaphook::{Context, Engine, EngineBuilder};

use crate::common::{call, fire};

fn prints(text: &str) -> EngineBuilder {
    let hook = json!({"command": format!("echo \"{text}\"")});
    let settings = json!({"hooks": {"PreToolUse": [{"hooks": [hook]}]}});
    Engine::builder().settings_json(settings.to_string())
}

fn world() -> Context {
    let path = std::env::var_os("PATH").unwrap_or_default();
    Context::default()
        .env([("PATH".into(), path)])
        .temp_dir(std::env::temp_dir())
}

#[tokio::test]
async fn command_hooks_without_a_context_are_told_of() {
    let engine = prints("x").build().unwrap();
    let outcome = fire(&engine, call(0)).await;
    let codes = outcome.diagnostics.iter().map(|one| one.code);
    assert_eq!(codes.collect::<Vec<_>>(), ["empty-environment"]);
    assert!(
        outcome.diagnostics[0]
            .message
            .contains("Context::from_process()")
    );

    let with_context = prints("x").context(world()).build().unwrap();
    assert_eq!(fire(&with_context, call(0)).await.diagnostics, []);
    let without_commands = Engine::builder().settings_json("{}").build().unwrap();
    assert_eq!(fire(&without_commands, call(0)).await.diagnostics, []);
}

#[tokio::test]
async fn hooks_are_told_which_agent_started_them() {
    let said = async |context: Context| {
        let engine = prints("$AI_AGENT").context(context).build().unwrap();
        let outcome = fire(&engine, call(0)).await;
        outcome.hooks[0].stdout.clone().unwrap_or_default()
    };
    assert_eq!(said(world()).await.trim(), "");
    assert_eq!(said(world().ai_agent("harbour")).await.trim(), "harbour");
    // Whoever started the host knows better.
    let path = std::env::var_os("PATH").unwrap_or_default();
    let known = world().env([("PATH".into(), path), ("AI_AGENT".into(), "dock".into())]);
    assert_eq!(said(known.ai_agent("harbour")).await.trim(), "dock");
}
