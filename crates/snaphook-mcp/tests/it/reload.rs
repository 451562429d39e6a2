//! Servers, when the settings that define them change.

use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};
use snaphook::{Context, Engine};
use snaphook_mcp::McpFactory;

use crate::common::{
    assert_contains, error, fire_one, folder, hook, is_there, option, pids, said, server,
    shut_down, until, with,
};

fn write(file: &Path, servers: Value) {
    let echo = |server: &str, text: &str| {
        with(
            hook("echo", json!({"text": text})),
            json!({"server": server}),
        )
    };
    let settings = json!({
        "mcpServers": servers,
        "hooks": {
            "Hook0": [{"hooks": [echo("kept", "kept")]}],
            "Hook1": [{"hooks": [echo("changed", "changed")]}],
        },
    });
    std::fs::write(file, settings.to_string()).unwrap();
}

fn engine(file: &Path) -> Engine {
    Engine::builder()
        .context(Context::from_process().project_dir(std::env::temp_dir()))
        .handler("mcp_tool", Arc::new(McpFactory::new()))
        .settings_file(file)
        .build()
        .unwrap()
}

#[tokio::test]
async fn servers_that_are_defined_as_before_stay_and_others_end() {
    let (_kept, file) = folder();
    let kept = server(&[option("pid", &file("kept"))]);
    let old = server(&[option("pid", &file("old"))]);
    let new = server(&[option("pid", &file("new"))]);
    write(
        &file("settings.json"),
        json!({"kept": kept, "changed": old}),
    );
    let engine = engine(&file("settings.json"));
    assert_eq!(said(&fire_one(&engine, 0).await), "kept");
    assert_eq!(said(&fire_one(&engine, 1).await), "changed");

    write(
        &file("settings.json"),
        json!({"kept": kept, "changed": new}),
    );
    assert!(engine.reload().await.swapped);
    let old = pids(&file("old"))[0];
    until("the end of the old server", || !is_there(old)).await;
    assert_eq!(said(&fire_one(&engine, 0).await), "kept");
    assert_eq!(said(&fire_one(&engine, 1).await), "changed");
    assert_eq!(pids(&file("kept")).len(), 1);
    assert_eq!(pids(&file("new")).len(), 1);

    write(&file("settings.json"), json!({"changed": new}));
    assert!(engine.reload().await.swapped);
    let kept = pids(&file("kept"))[0];
    until("the end of a server that is gone", || !is_there(kept)).await;
    assert_contains(error(&fire_one(&engine, 0).await), "no MCP server `kept`");
    assert_eq!(said(&fire_one(&engine, 1).await), "changed");
    assert_eq!(pids(&file("new")).len(), 1);
    shut_down(&engine).await;
    assert!(!is_there(pids(&file("new"))[0]));
}

#[tokio::test]
async fn a_call_under_way_finishes_on_the_server_it_began_with() {
    let (_kept, file) = folder();
    let slow = [option("pid", &file("old")), option("wait", &file("go"))];
    let new = server(&[option("pid", &file("new"))]);
    write(&file("settings.json"), json!({"changed": server(&slow)}));
    let engine = engine(&file("settings.json"));
    let under_way = tokio::spawn({
        let engine = engine.clone();
        async move { fire_one(&engine, 1).await }
    });
    until("the server", || !pids(&file("old")).is_empty()).await;
    write(&file("settings.json"), json!({"changed": new}));
    assert!(engine.reload().await.swapped);
    assert_eq!(said(&fire_one(&engine, 1).await), "changed");
    std::fs::write(file("go"), "").unwrap();
    assert_eq!(said(&under_way.await.unwrap()), "changed");
    let old = pids(&file("old"))[0];
    until("the end of the old server", || !is_there(old)).await;
    assert_eq!(pids(&file("new")).len(), 1);
    shut_down(&engine).await;
}

#[tokio::test]
async fn a_shutdown_ends_also_what_only_a_session_still_uses() {
    let (_kept, file) = folder();
    let old = server(&[option("pid", &file("old"))]);
    write(&file("settings.json"), json!({"changed": old}));
    let engine = engine(&file("settings.json"));
    let session = engine.session("s");
    let echo = with(
        hook("echo", json!({"text": "mine"})),
        json!({"server": "changed"}),
    );
    session.add_hook("Mine", None, &echo).unwrap();
    write(&file("settings.json"), json!({}));
    assert!(engine.reload().await.swapped);
    let mine = snaphook::Input::parse(r#"{"hook_event_name": "Mine"}"#).unwrap();
    let outcome = session.execute(mine).await;
    assert_eq!(said(&outcome.hooks[0]), "mine");
    let old = pids(&file("old"))[0];
    assert!(is_there(old));
    shut_down(&engine).await;
    assert!(!is_there(old));
}
