//! Every way in which a model can fail a hook, and what that does.

use serde_json::{Value, json};
use snaphook_core::merge::BlockedBy;

use crate::common::{agent, entry, fire, harness, prompt, settings};
use crate::formats::{BOTH, Format, KEY};
use crate::server::{Reply, Server};

/// One way to fail.
struct ModelFailureCase {
    name: &'static str,
    /// The model's side; nothing where it is never asked.
    reply: fn(Format) -> Reply,
    /// What else the settings say.
    settings: Value,
    /// What else the hook says.
    hook: Value,
    /// No variable leads to the server.
    lost: bool,
    status: &'static str,
    error: &'static str,
}

fn case(name: &'static str, error: &'static str, reply: fn(Format) -> Reply) -> ModelFailureCase {
    ModelFailureCase {
        name,
        reply,
        settings: json!({}),
        hook: json!({}),
        lost: false,
        status: "failed",
        error,
    }
}

fn cases() -> Vec<ModelFailureCase> {
    let fine: fn(Format) -> Reply = |format| format.says(r#"{"ok": true}"#);
    vec![
        case("malformed", "cannot be used", |format| {
            format.says("{ok: maybe}")
        }),
        case("no object", "cannot be used", |format| format.says("[]")),
        case("nothing", "cannot be used", |format| format.says("")),
        case("another schema", "cannot be used", |format| {
            format.says(r#"{"decision": "block"}"#)
        }),
        case(
            "refusal",
            "refused to answer: I would rather not",
            |format| format.refuses("I would rather not"),
        ),
        case("rate limit", "asks to come back in 3600s", |format| {
            format.busy(429, &[("retry-after", "3600")])
        }),
        case("server error", "status 500: some_error: sorry", |format| {
            format.complains(500, "sorry")
        }),
        case("no such model", "status 404", |format| {
            format.complains(404, "no such model")
        }),
        case("wrong key", "does not accept the key in `", |format| {
            format.complains(401, &format!("Incorrect API key provided: {KEY}"))
        }),
        case(
            "an echo",
            "status 418: some_error: you said [key]",
            |format| format.complains(418, &format!("you said {KEY}")),
        ),
        case("an echoing model", "cannot be used", |format| {
            format.says(&format!("{KEY}!"))
        }),
        case("a redirect", "status 307", |_| {
            Reply::Says(307, &[("location", "http://127.0.0.1:1/")], String::new())
        }),
        case("not JSON", "cannot be read", |_| {
            Reply::Says(200, &[], "<html>".to_owned())
        }),
        case("other JSON", "cannot be read", |_| {
            Reply::json(json!({"hello": []}))
        }),
        ModelFailureCase {
            hook: json!({"timeout": 0.3}),
            status: "timedOut",
            ..case("timeout", "it did not end within", |_| Reply::Hangs)
        },
        ModelFailureCase {
            lost: true,
            ..case(
                "no model",
                "set `ANTHROPIC_API_KEY` or `OPENAI_API_KEY`",
                fine,
            )
        },
        ModelFailureCase {
            hook: json!({"model": "anthropic/x"}),
            lost: true,
            ..case(
                "no key",
                "the key for anthropic is missing: set `ANTHROPIC_API_KEY`",
                fine,
            )
        },
        ModelFailureCase {
            settings: json!({"hookModel": 5}),
            ..case(
                "wrong setting",
                "the setting `hookModel` cannot be used",
                fine,
            )
        },
        // Nobody listens on port 1.
        ModelFailureCase {
            settings: json!({"hookModel": {"baseUrl": "http://127.0.0.1:1", "model": "m"}}),
            ..case("unreachable", "`127.0.0.1:1` cannot be reached", fine)
        },
    ]
}

#[tokio::test]
async fn a_guard_blocks_in_every_way_to_fail_and_others_let_go() {
    for (make, kind) in [(prompt as fn(Value) -> Value, "prompt"), (agent, "agent")] {
        for format in BOTH {
            for case in cases() {
                for policy in ["block", "continue"] {
                    let about = format!("{kind} {format:?} {} {policy}", case.name);
                    let server = Server::with([(case.reply)(format)]).await;
                    let mut hook = make(case.hook.clone());
                    hook["onFailure"] = json!(policy);
                    hook["name"] = json!("guard");
                    let mut settings = settings("PreToolUse", &hook);
                    for (key, value) in case.settings.as_object().unwrap() {
                        settings[key] = value.clone();
                    }
                    let env = if case.lost {
                        Vec::new()
                    } else {
                        format.env(&server)
                    };
                    let harness = harness(&env, &settings);
                    let outcome = fire(&harness, "PreToolUse", json!({})).await;

                    let (status, error) = entry(&outcome);
                    assert_eq!(status, case.status, "{about}: {error}");
                    assert!(error.contains(case.error), "{about}: {error}");
                    assert_eq!(outcome.blocked, policy == "block", "{about}");
                    assert!(outcome.go_on, "{about}");
                    if policy == "block" {
                        assert_eq!(outcome.blocked_by, Some(BlockedBy::Failure), "{about}");
                        let reason = outcome.block_reason.clone().unwrap();
                        assert!(reason.contains("onFailure"), "{about}: {reason}");
                    }
                    let whole = serde_json::to_string(&outcome).unwrap();
                    assert!(!whole.contains(KEY), "{about}: {whole}");
                }
            }
        }
    }
}

#[tokio::test]
async fn an_agent_that_runs_out_of_turns_has_failed() {
    for format in BOTH {
        for policy in ["block", "continue"] {
            let looks = format.calls(&[("list_files", json!({"path": "."}))]);
            let server = Server::with([looks]).await;
            let hook = agent(json!({"maxTurns": 3, "onFailure": policy}));
            let settings = settings("PreToolUse", &hook);
            let harness = harness(&format.env(&server), &settings);
            let outcome = fire(&harness, "PreToolUse", json!({})).await;
            let (status, error) = entry(&outcome);
            assert_eq!(status, "failed");
            assert!(error.contains("no verdict within 3 turns"), "{error}");
            assert_eq!(outcome.blocked, policy == "block");
            let seen = server.seen();
            assert_eq!(seen.len(), 3);
            let results = format.results(&seen[2]);
            assert!(!results[0].1.contains("One turn is left"));
            assert!(results[1].1.contains("One turn is left"));
        }
    }
}
