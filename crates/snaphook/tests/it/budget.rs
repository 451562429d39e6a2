//! The budget that the hooks of a session's end share.

use serde_json::json;
use snaphook::Input;
use snaphook::prelude::*;

use crate::common::*;

fn session_end(
    hooks: &[serde_json::Value],
    sequential: bool,
    env: &[(&str, &str)],
) -> snaphook::Engine {
    let settings = json!({"hooks": {"SessionEnd": [{"sequential": sequential, "hooks": hooks}]}});
    let env =
        std::env::vars_os().chain(env.iter().map(|(name, value)| (name.into(), value.into())));
    let context = snaphook::Context::default()
        .env(env)
        .project_dir(std::env::temp_dir());
    snaphook::Engine::builder()
        .context(context)
        .settings_json(settings.to_string())
        .build()
        .unwrap()
}

fn ended() -> Input {
    Input::parse(r#"{"hook_event_name":"SessionEnd","reason":"other"}"#).unwrap()
}

#[tokio::test]
async fn hooks_of_a_sessions_end_share_one_budget() {
    let row = [fake(&["hang"]), fake(&["say:never"])];
    let outcome = fire(&session_end(&row, true, &[]), ended()).await;
    assert_eq!(statuses(&outcome), ["timedOut", "timedOut"]);
    let error = outcome.hooks[0].error.as_deref().unwrap();
    assert!(error.starts_with("it did not end within 1."), "{error}");
    let late = outcome.hooks[1].error.as_deref().unwrap();
    assert!(late.contains("was up before it started"), "{late}");
}

#[tokio::test]
async fn a_timeout_of_its_own_raises_the_budget_for_all() {
    let hooks = [
        fake_with(&["exit:0"], json!({"timeout": 5})),
        json!({"command": "sleep 2"}),
    ];
    let outcome = fire(&session_end(&hooks, false, &[]), ended()).await;
    assert_eq!(statuses(&outcome), ["success", "success"]);
}

#[tokio::test]
async fn a_variable_replaces_the_budget() {
    for name in [
        "SNAPHOOK_SESSIONEND_TIMEOUT_MS",
        "CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS",
    ] {
        let hooks = [fake_with(&["hang"], json!({"timeout": 50}))];
        let outcome = fire(&session_end(&hooks, false, &[(name, "200")]), ended()).await;
        // Its own timeout is longer than anybody would wait here.
        assert_eq!(statuses(&outcome), ["timedOut"], "{name}");
    }
}
