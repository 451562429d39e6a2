//! Whatever goes wrong, a guard blocks, another hook lets go, and nobody is
//! shown a secret.

use serde_json::{Value, json};
use snaphook_core::merge::BlockedBy;

use crate::common::{Bench, Names, SECRET, fire, hook};
use crate::server::{Server, answer, closed_port, read_request};

/// A way to fail: what it is called, what is answered, and how the hook and its
/// harness are made otherwise.
struct Mode {
    name: &'static str,
    server: Option<Server>,
    bench: Bench,
    /// With `SERVER` for the server's address.
    url: &'static str,
    more: Value,
    status: &'static str,
}

impl Mode {
    fn new(name: &'static str) -> Self {
        Self {
            name,
            server: None,
            bench: Bench::default(),
            url: "http://SERVER/hook",
            more: json!({}),
            status: "failed",
        }
    }

    async fn answered(name: &'static str, raw: impl Into<Vec<u8>>) -> Self {
        Self {
            server: Some(Server::answering(raw).await),
            ..Self::new(name)
        }
    }

    async fn silent(name: &'static str) -> Self {
        let hold = |mut stream| async move {
            read_request(&mut stream).await;
            std::future::pending().await
        };
        Self {
            server: Some(Server::talking(hold).await),
            more: json!({"timeout": 0.1}),
            status: "timedOut",
            ..Self::new(name)
        }
    }

    fn at(name: &'static str, url: &'static str) -> Self {
        Self {
            url,
            ..Self::new(name)
        }
    }

    async fn under(name: &'static str, settings: Value) -> Self {
        let server = Server::answering(answer("200 OK", "")).await;
        Self {
            server: Some(server),
            bench: Bench::settings(settings),
            ..Self::new(name)
        }
    }

    fn hook(&self, policy: &str) -> Value {
        let address = match &self.server {
            Some(server) => server.address.to_string(),
            None => format!("127.0.0.1:{}", closed_port()),
        };
        let url = format!("{}?key={SECRET}", self.url.replace("SERVER", &address));
        let mut hook = hook(url, self.more.clone());
        hook["onFailure"] = policy.into();
        if hook.get("headers").is_none() {
            hook["headers"] = json!({"Authorization": "Bearer $TOKEN", "X-Key": SECRET});
            hook["allowedEnvVars"] = json!(["TOKEN"]);
        }
        hook
    }
}

async fn modes() -> Vec<Mode> {
    let redirect =
        "HTTP/1.1 302 Found\r\nlocation: http://169.254.169.254/\r\ncontent-length: 0\r\n\r\n";
    let broken = "HTTP/1.1 200 OK\r\ncontent-length: 9\r\nconnection: close\r\n\r\n{}";
    let long = format!("HTTP/1.1 200 OK\r\n\r\n{}", " ".repeat(11 << 20));
    let elsewhere = json!({"allowedHttpHookUrls": ["https://elsewhere.test/*"]});
    vec![
        Mode::new("refused connection"),
        Mode::answered("server error", answer("500 Oh", "{}")).await,
        Mode::answered(
            "not found",
            answer("404 Not Found", r#"{"decision":"approve"}"#),
        )
        .await,
        Mode::answered("redirect", redirect).await,
        Mode::answered("text", answer("200 OK", "fine")).await,
        Mode::answered("list", answer("200 OK", "[]")).await,
        Mode::answered("bad JSON", answer("200 OK", r#"{"decision": }"#)).await,
        Mode::answered("bad word", answer("200 OK", r#"{"decision": "perhaps"}"#)).await,
        Mode::answered("broken answer", broken).await,
        Mode::answered("long answer", long).await,
        Mode::answered("not HTTP", "220 mail.test ESMTP\r\n").await,
        Mode::answered("hangs up", "").await,
        Mode::silent("never answers").await,
        Mode {
            url: "https://SERVER/hook",
            server: Some(Server::plain().await),
            ..Mode::new("not TLS")
        },
        Mode {
            bench: Bench::names(Names::new([])),
            ..Mode::at("unknown name", "http://nowhere.test/hook")
        },
        Mode {
            bench: Bench::names(Names::new([("inside.test", &["169.254.169.254"])])),
            ..Mode::at("name of a metadata service", "http://inside.test/hook")
        },
        Mode::at("metadata service", "http://169.254.169.254/hook"),
        Mode::at("no URL", "hook"),
        Mode::at("another scheme", "ftp://127.0.0.1/hook"),
        Mode::at("user info", "http://me:s3cr3t-v4lue@127.0.0.1/hook"),
        Mode {
            bench: Bench {
                env: vec![("TOKEN", format!("{SECRET}\n").into())],
                ..Bench::default()
            },
            ..Mode::new("header with a line break")
        },
        Mode {
            more: json!({"headers": {"Host": SECRET}}),
            ..Mode::new("header that is made")
        },
        Mode {
            more: json!({"headers": {"X-Key": format!("{SECRET}\n")}}),
            ..Mode::new("literal line break")
        },
        Mode::under("URL not allowed", elsewhere).await,
        Mode::under("no URL allowed", json!({"allowedHttpHookUrls": []})).await,
        Mode::under("broken setting", json!({"httpHookPrivateNetworks": "no"})).await,
    ]
}

#[tokio::test]
async fn in_every_way_to_fail_a_guard_blocks() {
    for mode in modes().await {
        let outcome = fire(&mode.bench.harness(&mode.hook("block"))).await;
        assert!(outcome.blocked, "{}", mode.name);
        assert_eq!(
            outcome.blocked_by,
            Some(BlockedBy::Failure),
            "{}",
            mode.name
        );
        assert_eq!(
            outcome.hooks[0].status.as_str(),
            mode.status,
            "{}",
            mode.name
        );
        let reason = outcome.block_reason.clone().unwrap();
        let end = "blocking because onFailure is \"block\"";
        let first = reason.lines().next().unwrap();
        assert!(first.ends_with(end), "{}: {reason}", mode.name);
        let shown = serde_json::to_string(&outcome).unwrap();
        assert!(!shown.contains(SECRET), "{}: {shown}", mode.name);
    }
}

#[tokio::test]
async fn in_every_way_to_fail_another_hook_lets_go() {
    for mode in modes().await {
        let outcome = fire(&mode.bench.harness(&mode.hook("continue"))).await;
        assert!(!outcome.blocked, "{}", mode.name);
        // One that cannot be made is left out when the settings are loaded.
        match outcome.hooks.first() {
            Some(entry) => assert_eq!(entry.status.as_str(), mode.status, "{}", mode.name),
            None => assert_eq!(outcome.diagnostics[0].code, "no-handler", "{}", mode.name),
        }
        let shown = serde_json::to_string(&outcome).unwrap();
        assert!(!shown.contains(SECRET), "{}: {shown}", mode.name);
    }
}

#[tokio::test]
async fn a_guard_that_answers_lets_the_call_through() {
    let server = Server::answering(answer("200 OK", "{}")).await;
    let harness = Bench::default().harness(&hook(server.url(), json!({"onFailure": "block"})));
    assert!(!fire(&harness).await.blocked);
}
