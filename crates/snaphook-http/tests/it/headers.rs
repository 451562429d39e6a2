//! Which headers are sent, and what variables become in them.

use serde_json::{Value, json};

use crate::common::{Bench, SECRET, fire, hook};
use crate::server::{Request, Server, answer};

async fn sent(bench: &Bench, more: Value) -> Request {
    let server = Server::answering(answer("200 OK", "")).await;
    let entry = bench.run(&hook(server.url(), more)).await;
    assert_eq!(entry.status.as_str(), "success", "{entry:?}");
    server.seen().remove(0)
}

/// The value of a header that is written like this.
async fn value(bench: &Bench, written: &str, allowed: &[&str]) -> String {
    let more = json!({"headers": {"X-Test": written}, "allowedEnvVars": allowed});
    let request = sent(bench, more).await;
    request.header("x-test").unwrap().to_owned()
}

fn world() -> Bench {
    Bench {
        env: vec![
            ("TOKEN", SECRET.into()),
            ("OTHER", "other".into()),
            ("NESTED", "$TOKEN".into()),
            ("EMPTY", "".into()),
        ],
        ..Bench::default()
    }
}

#[tokio::test]
async fn only_allowed_variables_that_exist_are_put_into_headers() {
    let both = &["TOKEN", "OTHER", "NESTED", "EMPTY", "UNSET"];
    for (written, allowed, expected) in [
        ("Bearer $TOKEN", &["TOKEN"][..], format!("Bearer {SECRET}")),
        ("Bearer ${TOKEN}", &["TOKEN"], format!("Bearer {SECRET}")),
        ("a${OTHER}b$OTHER", &["OTHER"], "aotherbother".to_owned()),
        ("[$TOKEN]", &[], "[]".to_owned()),
        ("[${TOKEN}]", &["OTHER"], "[]".to_owned()),
        ("[$TOKEN]", &["token"], "[]".to_owned()),
        ("[$UNSET$EMPTY]", both, "[]".to_owned()),
        // What a variable holds is not looked into again.
        ("[$NESTED]", both, "[$TOKEN]".to_owned()),
        ("costs $5 $$", both, "costs $5 $$".to_owned()),
        ("$TOKENS", both, String::new()),
        ("é", &[], "é".to_owned()),
    ] {
        assert_eq!(
            value(&world(), written, allowed).await,
            expected,
            "{written}"
        );
    }
}

#[tokio::test]
async fn the_settings_narrow_what_a_hook_allows() {
    let written = "[$TOKEN][$OTHER]";
    let both = &["TOKEN", "OTHER"];
    for (said, expected) in [
        (json!(["OTHER"]), "[][other]".to_owned()),
        (json!(["OTHER", "TOKEN", "X"]), format!("[{SECRET}][other]")),
        (json!([]), "[][]".to_owned()),
        (json!(null), format!("[{SECRET}][other]")),
    ] {
        let bench = Bench {
            settings: json!({"httpHookAllowedEnvVars": said}),
            ..world()
        };
        assert_eq!(value(&bench, written, both).await, expected, "{said}");
    }
    // And never widen it.
    let bench = Bench {
        settings: json!({"httpHookAllowedEnvVars": ["TOKEN"]}),
        ..world()
    };
    assert_eq!(value(&bench, "[$TOKEN]", &[]).await, "[]");
}

#[tokio::test]
async fn the_environment_of_the_process_is_not_looked_at() {
    assert!(std::env::var_os("PATH").is_some());
    assert_eq!(value(&world(), "[$PATH]", &["PATH"]).await, "[]");
}

#[tokio::test]
async fn a_hook_may_say_what_it_sends() {
    let more =
        json!({"headers": {"Content-Type": "application/x", "User-Agent": "me", "x-a": "b"}});
    let request = sent(&world(), more).await;
    assert_eq!(request.header("content-type"), Some("application/x"));
    assert_eq!(request.header("user-agent"), Some("me"));
    assert_eq!(request.header("x-a"), Some("b"));
    let count = request
        .headers
        .iter()
        .filter(|(name, _)| name == "content-type");
    assert_eq!(count.count(), 1);
}

#[tokio::test]
async fn a_value_that_becomes_invalid_is_a_failure_that_does_not_show_it() {
    let server = Server::answering(answer("200 OK", "")).await;
    for bad in ["\n", "\r\nX-Evil: 1", "\0", "\u{7f}"] {
        let bench = Bench {
            env: vec![("TOKEN", format!("{SECRET}{bad}").into())],
            ..Bench::default()
        };
        let more =
            json!({"headers": {"Authorization": "Bearer $TOKEN"}, "allowedEnvVars": ["TOKEN"]});
        let error = bench.failure(&hook(server.url(), more)).await;
        assert!(error.contains("the header `authorization`"), "{error}");
        assert!(!error.contains(SECRET), "{error}");
    }
    assert_eq!(server.connections(), 0);
}

#[cfg(unix)]
#[tokio::test]
async fn a_variable_that_is_not_text_is_a_failure() {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt;
    let server = Server::answering(answer("200 OK", "")).await;
    let more = json!({"headers": {"X-A": "$TOKEN"}, "allowedEnvVars": ["TOKEN"]});
    let bench = Bench {
        env: vec![("TOKEN", OsString::from_vec(vec![b'a', 0xff]))],
        ..Bench::default()
    };
    let error = bench.failure(&hook(server.url(), more)).await;
    assert!(
        error.ends_with("the variable `TOKEN` in the header `x-a` is not text"),
        "{error}"
    );
}

#[tokio::test]
async fn headers_that_cannot_be_sent_are_found_when_the_settings_are_loaded() {
    for (name, value, expected) in [
        ("", "x", "`` is not a valid header name"),
        ("a b", "x", "`a b` is not a valid header name"),
        ("a\r\nb", "x", "`a\\r\\nb` is not a valid header name"),
        (
            "X-A",
            "a\nb",
            "the value of the header `x-a` has an invalid character",
        ),
        ("Host", "x", "hooks cannot set the header `host`"),
        (
            "Content-Length",
            "1",
            "hooks cannot set the header `content-length`",
        ),
        (
            "transfer-encoding",
            "x",
            "hooks cannot set the header `transfer-encoding`",
        ),
        (
            "Connection",
            "x",
            "hooks cannot set the header `connection`",
        ),
    ] {
        let more = json!({"headers": {name: value}});
        let harness = world().harness(&hook("http://127.0.0.1:1/", more));
        let outcome = fire(&harness).await;
        assert!(outcome.hooks.is_empty(), "{outcome:?}");
        let said = &outcome.diagnostics[0].message;
        assert!(said.contains(expected), "{said}");
    }
}
