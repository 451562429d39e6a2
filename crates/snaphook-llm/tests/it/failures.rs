//! Every way in which a model can fail a hook, and what that does.

use serde_json::{Value, json};
use snaphook::BlockedBy;

use crate::common::{agent, builder, entry, fire, prompt, settings};
use crate::formats::{BOTH, Format, KEY};
use crate::server::{Reply, Server};

/// One way to fail.
struct Way {
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

fn way(name: &'static str, error: &'static str, reply: fn(Format) -> Reply) -> Way {
    Way {
        name,
        reply,
        settings: json!({}),
        hook: json!({}),
        lost: false,
        status: "failed",
        error,
    }
}

fn ways() -> Vec<Way> {
    let fine: fn(Format) -> Reply = |format| format.says(r#"{"ok": true}"#);
    vec![
        way("malformed", "cannot be used", |format| {
            format.says("{ok: maybe}")
        }),
        way("no object", "cannot be used", |format| format.says("[]")),
        way("nothing", "cannot be used", |format| format.says("")),
        way("another schema", "cannot be used", |format| {
            format.says(r#"{"decision": "block"}"#)
        }),
        way(
            "refusal",
            "refused to answer: I would rather not",
            |format| format.refuses("I would rather not"),
        ),
        way("rate limit", "asks to come back in 3600s", |format| {
            format.busy(429, &[("retry-after", "3600")])
        }),
        way("server error", "status 500: some_error: sorry", |format| {
            format.complains(500, "sorry")
        }),
        way("no such model", "status 404", |format| {
            format.complains(404, "no such model")
        }),
        way("wrong key", "does not accept the key in `", |format| {
            format.complains(401, &format!("Incorrect API key provided: {KEY}"))
        }),
        way(
            "an echo",
            "status 418: some_error: you said [key]",
            |format| format.complains(418, &format!("you said {KEY}")),
        ),
        way("an echoing model", "cannot be used", |format| {
            format.says(&format!("{KEY}!"))
        }),
        way("a redirect", "status 307", |_| {
            Reply::Says(307, &[("location", "http://127.0.0.1:1/")], String::new())
        }),
        way("not JSON", "cannot be read", |_| {
            Reply::Says(200, &[], "<html>".to_owned())
        }),
        way("other JSON", "cannot be read", |_| {
            Reply::json(json!({"hello": []}))
        }),
        Way {
            hook: json!({"timeout": 0.3}),
            status: "timedOut",
            ..way("timeout", "it did not end within", |_| Reply::Hangs)
        },
        Way {
            lost: true,
            ..way(
                "no model",
                "set `ANTHROPIC_API_KEY` or `OPENAI_API_KEY`",
                fine,
            )
        },
        Way {
            hook: json!({"model": "anthropic/x"}),
            lost: true,
            ..way(
                "no key",
                "there is no key for anthropic: set `ANTHROPIC_API_KEY`",
                fine,
            )
        },
        Way {
            settings: json!({"hookModel": 5}),
            ..way(
                "wrong setting",
                "the setting `hookModel` cannot be used",
                fine,
            )
        },
        // Nobody listens on port 1.
        Way {
            settings: json!({"hookModel": {"baseUrl": "http://127.0.0.1:1", "model": "m"}}),
            ..way("unreachable", "`127.0.0.1:1` cannot be reached", fine)
        },
    ]
}

#[tokio::test]
async fn a_guard_blocks_in_every_way_to_fail_and_others_let_go() {
    for (make, kind) in [(prompt as fn(Value) -> Value, "prompt"), (agent, "agent")] {
        for format in BOTH {
            for way in ways() {
                for policy in ["block", "continue"] {
                    let about = format!("{kind} {format:?} {} {policy}", way.name);
                    let server = Server::with([(way.reply)(format)]).await;
                    let mut hook = make(way.hook.clone());
                    hook["onFailure"] = json!(policy);
                    hook["name"] = json!("guard");
                    let mut settings = settings("PreToolUse", &hook);
                    for (key, value) in way.settings.as_object().unwrap() {
                        settings[key] = value.clone();
                    }
                    let env = if way.lost {
                        Vec::new()
                    } else {
                        format.env(&server)
                    };
                    let engine = builder(&env, &settings).build().unwrap();
                    let outcome = fire(&engine, "PreToolUse", json!({})).await;

                    let (status, error) = entry(&outcome);
                    assert_eq!(status, way.status, "{about}: {error}");
                    assert!(error.contains(way.error), "{about}: {error}");
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
            let engine = builder(&format.env(&server), &settings).build().unwrap();
            let outcome = fire(&engine, "PreToolUse", json!({})).await;
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
