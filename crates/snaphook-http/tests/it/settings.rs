//! What the settings say to all http hooks.

use serde_json::{Value, json};

use crate::common::{Bench, SECRET, hook};
use crate::server::{Server, answer};

/// Whether a hook at this path is sent under these settings, or why not.
async fn sent(settings: Value, path: &str) -> Result<(), String> {
    let server = Server::answering(answer("200 OK", "")).await;
    let text = settings
        .to_string()
        .replace("PORT", &server.address.port().to_string());
    let bench = Bench::settings(serde_json::from_str(&text).unwrap());
    let url = format!("http://{}{path}", server.address);
    let entry = bench.run(&hook(url, json!({}))).await;
    assert_eq!(server.connections(), usize::from(entry.error.is_none()));
    entry.error.map_or(Ok(()), Err)
}

#[tokio::test]
async fn only_urls_that_fit_a_pattern_are_called() {
    for pattern in [
        "*",
        "http://127.0.0.1:*",
        "http://127.0.0.1:PORT/*",
        "http://*:PORT/a/*",
        "*://127.0.0.1:PORT/a/b?c=*",
    ] {
        let settings = json!({"allowedHttpHookUrls": ["https://x.test/*", pattern]});
        assert_eq!(sent(settings, "/a/b?c=d").await, Ok(()), "{pattern}");
    }
    for pattern in [
        "http://127.0.0.1/*",
        "https://127.0.0.1:PORT/*",
        "http://127.0.0.1:PORT/b/*",
        "http://127.0.0.1:PORT/a/b",
        "http://localhost:PORT/*",
        "",
    ] {
        let settings = json!({"allowedHttpHookUrls": [pattern]});
        let error = sent(settings, "/a/b?c=d").await.unwrap_err();
        let end = "/a/b: the URL matches no pattern of `allowedHttpHookUrls`";
        assert!(error.ends_with(end), "{pattern}: {error}");
    }
}

#[tokio::test]
async fn an_empty_list_blocks_every_url() {
    let error = sent(json!({"allowedHttpHookUrls": []}), "/")
        .await
        .unwrap_err();
    let end = "`allowedHttpHookUrls` is empty, so no http hook may be called";
    assert!(error.ends_with(end), "{error}");
    // No list is not a limit.
    assert_eq!(
        sent(json!({"allowedHttpHookUrls": null}), "/").await,
        Ok(())
    );
    assert_eq!(sent(json!({}), "/").await, Ok(()));
}

#[tokio::test]
async fn the_list_of_urls_comes_before_everything_else() {
    let bench = Bench::settings(json!({"allowedHttpHookUrls": []}));
    let error = bench
        .failure(&hook("http://169.254.169.254/", json!({})))
        .await;
    assert!(error.contains("allowedHttpHookUrls"), "{error}");
}

#[tokio::test]
async fn a_setting_of_the_wrong_type_fails_every_hook() {
    for (settings, expected) in [
        (
            json!({"allowedHttpHookUrls": "*"}),
            "`allowedHttpHookUrls` must be a list of URL patterns, not a string",
        ),
        (
            json!({"allowedHttpHookUrls": ["*", 5]}),
            "`allowedHttpHookUrls[]` must be a string, not a number",
        ),
        (
            json!({"httpHookAllowedEnvVars": {"TOKEN": true}}),
            "`httpHookAllowedEnvVars` must be a list of names of variables, not an object",
        ),
        (
            json!({"httpHookAllowedEnvVars": [null]}),
            "`httpHookAllowedEnvVars[]` must be a string, not null",
        ),
        (
            json!({"httpHookPrivateNetworks": "false"}),
            "`httpHookPrivateNetworks` must be true or false, not a string",
        ),
        (
            json!({"httpHookPrivateNetworks": 0}),
            "`httpHookPrivateNetworks` must be true or false, not a number",
        ),
    ] {
        let error = sent(settings, "/").await.unwrap_err();
        assert!(error.contains(expected), "{error}");
        assert!(error.ends_with("every http hook fails"), "{error}");
    }
}

#[tokio::test]
async fn a_url_that_cannot_be_called_is_found_when_the_settings_are_loaded() {
    for (url, expected) in [
        ("nowhere", "its `url` is not a valid URL"),
        ("ftp://127.0.0.1/", "must begin with http:// or https://"),
        (
            "http://me:s3cr3t-v4lue@127.0.0.1/",
            "must not hold a user name or a password",
        ),
    ] {
        let harness = Bench::default().harness(&hook(url, json!({})));
        let outcome = crate::common::fire(&harness).await;
        assert!(outcome.hooks.is_empty(), "{outcome:?}");
        let said = serde_json::to_string(&outcome).unwrap();
        assert!(said.contains(expected), "{said}");
        assert!(!said.contains(SECRET), "{said}");
    }
}
