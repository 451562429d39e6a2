//! Servers over streamable HTTP.

use serde_json::json;

use crate::common::{
    HttpServer, assert_contains, error, fire, fire_one, folder, harness, hook, option, said, until,
    with,
};

#[tokio::test]
async fn tools_answer_over_http_as_over_stdio() {
    let server = HttpServer::start(0, &[]);
    let harness = harness(
        json!({"fake": server.definition()}),
        &[
            hook("parts", json!({"texts": ["${tool_name}", "two"]})),
            hook("fail", json!({"text": "no"})),
            hook("ecco", json!({})),
        ],
    );
    let outcome = fire(&harness).await;
    assert_eq!(said(&outcome.hooks[0]), "Bash\ntwo");
    assert_contains(error(&outcome.hooks[1]), "failed: no");
    assert_contains(error(&outcome.hooks[2]), "did you mean `echo`?");
    harness.close().await;
}

#[tokio::test]
async fn a_crash_fails_the_call_and_a_new_server_is_found() {
    let mut server = HttpServer::start(0, &[]);
    let harness = harness(
        json!({"fake": server.definition()}),
        &[
            hook("crash", json!({})),
            hook("echo", json!({"text": "back"})),
        ],
    );
    assert_eq!(said(&fire_one(&harness, 1).await), "back");
    assert_contains(
        error(&fire_one(&harness, 0).await),
        "was lost while its tool `crash` ran",
    );
    server.wait();
    let _again = HttpServer::start(server.port, &[]);
    assert_eq!(said(&fire_one(&harness, 1).await), "back");
    harness.close().await;
}

#[tokio::test]
async fn a_slow_server_costs_the_hook_its_time_and_is_there_later() {
    let (_kept, file) = folder();
    let server = HttpServer::start(0, &[option("wait", &file("go"))]);
    let echo = hook("echo", json!({"text": "at last"}));
    let harness = harness(
        json!({"fake": server.definition()}),
        &[with(echo.clone(), json!({"timeout": 0.05})), echo],
    );
    assert_eq!(fire_one(&harness, 0).await.status.as_str(), "timedOut");
    std::fs::write(file("go"), "").unwrap();
    assert_eq!(said(&fire_one(&harness, 1).await), "at last");
    harness.close().await;
}

#[tokio::test]
async fn a_call_that_is_given_up_is_cancelled() {
    let (_kept, file) = folder();
    let server = HttpServer::start(0, &[]);
    let files = json!({"started": file("started"), "cancelled": file("cancelled")});
    let harness = harness(json!({"fake": server.definition()}), &[hook("hang", files)]);
    tokio::select! {
        _ = fire_one(&harness, 0) => panic!("it never answers"),
        () = until("the call", || file("started").exists()) => {}
    }
    until("the cancellation", || file("cancelled").exists()).await;
    harness.close().await;
}

#[tokio::test]
async fn keys_in_an_address_stay_out_of_messages() {
    let mut server = HttpServer::start(0, &["exit=0".to_owned()]);
    server.wait();
    let url = format!("http://127.0.0.1:{}/mcp?key=${{SECRET:-hush}}", server.port);
    let harness = harness(json!({"fake": {"url": url}}), &[hook("echo", json!({}))]);
    let entry = fire_one(&harness, 0).await;
    assert_contains(
        error(&entry),
        &format!("http://127.0.0.1:{}/mcp", server.port),
    );
    assert!(!error(&entry).contains("hush"), "{:?}", entry.error);
    assert!(!error(&entry).contains("key"), "{:?}", entry.error);
    harness.close().await;
}
