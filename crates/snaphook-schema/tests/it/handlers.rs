//! What settings say to handlers is judged by these, when a hook runs; the schema
//! refuses the same.

use serde_json::{Value, json};
use snaphook::mcp::ServerDefinition;
use snaphook::prelude::*;
use snaphook::{Engine, Input, Surroundings};
use snaphook_llm::model::Provider;

use crate::common::{SETTINGS, misfits};
use crate::reader::samples;

/// Why a hook failed under a setting.
async fn failure(key: &str, value: &Value, hook: &Value) -> String {
    let settings = json!({ key: value, "hooks": {"Stop": [{"hooks": [hook]}]} });
    let engine = Engine::builder()
        .settings_json(settings.to_string())
        .build()
        .unwrap();
    let input = Input::parse(r#"{"hook_event_name": "Stop"}"#).unwrap();
    let outcome = engine.execute(input).await;
    outcome.hooks[0].error.clone().unwrap_or_default()
}

#[tokio::test]
async fn http_and_model_settings_are_refused_as_their_handlers_do() {
    // Nobody listens there, and there is no key for any model: every hook fails.
    let http = json!({"type": "http", "url": "http://127.0.0.1:1/"});
    let prompt = json!({"type": "prompt", "prompt": "p"});
    for (key, hook, words) in [
        (
            "allowedHttpHookUrls",
            &http,
            "until the settings are corrected",
        ),
        (
            "httpHookAllowedEnvVars",
            &http,
            "until the settings are corrected",
        ),
        (
            "httpHookPrivateNetworks",
            &http,
            "until the settings are corrected",
        ),
        (
            "hookModel",
            &prompt,
            "the setting `hookModel` cannot be used",
        ),
    ] {
        assert!(
            snaphook::kinds()
                .settings_keys()
                .iter()
                .any(|known| known.name == key)
        );
        let mut values = samples();
        values.extend([
            json!({"provider": "gemini"}),
            json!({"provider": "openai", "model": "m", "keyVariable": "K", "baseUrl": null}),
            json!({"baseUrl": "localhost:1"}),
            json!({"model": 5}),
        ]);
        // Of an unknown key that says nothing, only the schema complains.
        values.retain(|value| *value != json!({"a": null}));
        for value in values {
            let error = failure(key, &value, hook).await;
            let misfits = misfits(&SETTINGS, &json!({ key: value }));
            assert_eq!(
                error.contains(words),
                !misfits.is_empty(),
                "{key}: {value}: {error}: {misfits:?}"
            );
        }
    }
}

#[test]
fn servers_are_refused_as_their_reader_does() {
    let world = Surroundings {
        project_dir: Some(std::env::temp_dir()),
        ..Surroundings::default()
    };
    let mut definitions = samples();
    definitions.extend([
        json!({"type": "stdio", "command": "npx", "args": ["-y", "x"], "env": {"A": "b"}}),
        json!({"command": "npx", "args": "x"}),
        json!({"command": "npx", "args": [1]}),
        json!({"command": "npx", "env": {"A": 1}}),
        json!({"type": "stdio", "url": "https://x"}),
        json!({"url": "https://x", "headers": {"A": "b"}}),
        json!({"type": "streamable-http", "url": "https://x"}),
        json!({"type": "sse", "url": "https://x"}),
        json!({"type": "http", "url": "https://x", "headers": []}),
    ]);
    for definition in definitions {
        let read = ServerDefinition::read(&definition, &world);
        let misfits = misfits(&SETTINGS, &json!({"mcpServers": {"s": definition}}));
        assert_eq!(
            read.is_ok(),
            misfits.is_empty(),
            "{definition}: {read:?}: {misfits:?}"
        );
    }
    assert!(!SETTINGS.is_valid(&json!({"mcpServers": ["s"]})));
}

#[test]
fn a_tool_is_called_with_an_object() {
    let with = |input: Value| {
        let hook = json!({"type": "mcp_tool", "server": "s", "tool": "t", "input": input});
        json!({"hooks": {"Stop": [{"hooks": [hook]}]}})
    };
    assert!(SETTINGS.is_valid(&with(json!({"path": "${cwd}", "depth": 3}))));
    assert!(!SETTINGS.is_valid(&with(json!(["a"]))));
}

#[test]
fn every_provider_has_its_word() {
    for provider in Provider::ALL {
        let model = json!({"hookModel": {"provider": provider.as_str(), "model": "m"}});
        assert!(SETTINGS.is_valid(&model), "{model}");
    }
}

#[test]
fn permissions_have_rules_and_a_mode() {
    let fits = |permissions: Value| SETTINGS.is_valid(&json!({ "permissions": permissions }));
    assert!(fits(json!({
        "allow": ["Bash(ls *)"], "ask": [], "deny": ["Read(.env)"], "defaultMode": "plan",
        "additionalDirectories": ["../docs"], "disableBypassPermissionsMode": "disable",
    })));
    assert!(!fits(json!({"allow": "Bash"})));
    assert!(!fits(json!({"defaultMode": "yolo"})));
    assert!(!fits(json!(["Bash"])));
}
