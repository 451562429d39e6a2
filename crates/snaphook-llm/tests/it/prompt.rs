//! Hooks of type `prompt`.

use serde_json::{Value, json};
use snaphook_core::outcome::Outcome;
use snaphook_exec::Surroundings;

use crate::common::{entry, fire, harness, prompt, settings, tokens, world};
use crate::formats::{BOTH, Format, KEY};
use crate::server::{Reply, Server};

/// The outcome of one prompt hook on an event.
async fn ask(
    format: Format,
    event: &str,
    hook: Value,
    replies: impl IntoIterator<Item = Reply>,
) -> (Outcome, Server) {
    let server = Server::with(replies).await;
    let harness = harness(&format.env(&server), &settings(event, &hook));
    (fire(&harness, event, json!({})).await, server)
}

#[tokio::test]
async fn a_yes_lets_go_on_and_the_question_is_on_the_wire() {
    for format in BOTH {
        let yes = format.says(r#"{"ok": true, "reason": ""}"#);
        let (outcome, server) =
            ask(format, "PreToolUse", prompt(json!({"model": "m"})), [yes]).await;
        assert!(!outcome.blocked && outcome.go_on);
        assert_eq!(entry(&outcome), ("success", String::new()));
        assert_eq!(tokens(&outcome), Some((10, 5)));
        let seen = server.seen();
        assert_eq!(seen.len(), 1);
        let (body, headers) = (&seen[0].body, &seen[0].headers);
        assert_eq!(body["model"], "m");
        let (path, key, asked, schema) = match format {
            Format::Anthropic => (
                "/v1/messages",
                headers["x-api-key"].to_str().unwrap().to_owned(),
                &body["messages"][0]["content"],
                &body["output_config"]["format"]["schema"],
            ),
            Format::OpenAi => (
                "/v1/chat/completions",
                headers["authorization"]
                    .to_str()
                    .unwrap()
                    .replace("Bearer ", ""),
                &body["messages"][1]["content"],
                &body["response_format"]["json_schema"]["schema"],
            ),
        };
        assert_eq!(seen[0].path, path);
        assert_eq!(key, KEY);
        let asked = asked.as_str().unwrap();
        assert!(
            asked.starts_with(r#"Harmless? {"session_id":"s""#),
            "{asked}"
        );
        assert!(asked.ends_with('}'), "{asked}");
        assert_eq!(schema["required"], json!(["ok", "reason"]));
    }
}

#[tokio::test]
async fn a_no_blocks_and_ends_the_turn_unless_the_hook_says_otherwise() {
    for format in BOTH {
        let no = || [format.says(r#"{"ok": false, "reason": "too bold"}"#)];
        let (outcome, _) = ask(format, "PreToolUse", prompt(json!({})), no()).await;
        assert_eq!(outcome.block_reason.as_deref(), Some("too bold"));
        assert!(!outcome.go_on);
        assert_eq!(outcome.stop_reason.as_deref(), Some("too bold"));

        let goes_on = prompt(json!({"continueOnBlock": true}));
        let (outcome, _) = ask(format, "PreToolUse", goes_on, no()).await;
        assert!(outcome.blocked && outcome.go_on);

        let (outcome, _) = ask(format, "Stop", prompt(json!({})), no()).await;
        assert!(outcome.blocked && outcome.go_on);
        assert_eq!(outcome.block_reason.as_deref(), Some("too bold"));

        for event in ["PermissionRequest", "PermissionDenied"] {
            let (outcome, _) = ask(format, event, prompt(json!({})), no()).await;
            assert!(!outcome.blocked && outcome.go_on, "{event}");
        }
    }
}

#[tokio::test]
async fn an_answer_that_does_not_fit_may_be_put_right_once() {
    for format in BOTH {
        let replies = [
            format.says("I think it is fine."),
            format.says("Sorry:\n```json\n{\"ok\": false, \"reason\": \"no\"}\n```"),
        ];
        let (outcome, server) = ask(format, "PreToolUse", prompt(json!({})), replies).await;
        assert_eq!(outcome.block_reason.as_deref(), Some("no"));
        assert_eq!(tokens(&outcome), Some((20, 10)));
        let seen = server.seen();
        let second = seen[1].body["messages"].to_string();
        assert!(second.contains("I think it is fine."), "{second}");
        assert!(second.contains("it contains no JSON object"), "{second}");

        let (outcome, server) = ask(
            format,
            "PreToolUse",
            prompt(json!({})),
            [format.says("well …")],
        )
        .await;
        let (status, error) = entry(&outcome);
        assert_eq!(status, "failed");
        assert!(error.contains("it said `well …`"), "{error}");
        assert_eq!(server.seen().len(), 2);
    }
}

#[tokio::test]
async fn a_call_that_nobody_can_answer_does_not_go_back() {
    for format in BOTH {
        let replies = [
            format.calls(&[("made_up", json!({}))]),
            format.says(r#"{"ok": true}"#),
        ];
        let (outcome, server) = ask(format, "PreToolUse", prompt(json!({})), replies).await;
        assert_eq!(entry(&outcome).0, "success");
        let second = server.seen()[1].body["messages"].to_string();
        assert!(!second.contains("made_up"), "{second}");
    }
}

#[tokio::test]
async fn a_server_that_takes_no_schema_is_asked_without() {
    for (format, part) in [
        (Format::Anthropic, "output_config"),
        (Format::OpenAi, "response_format"),
    ] {
        let complaint = format.complains(400, &format!("{part} is not supported here"));
        let replies = [complaint, format.says(r#"{"ok": true}"#)];
        let (outcome, server) = ask(format, "PreToolUse", prompt(json!({})), replies).await;
        assert_eq!(entry(&outcome).0, "success");
        let has: Vec<_> = server
            .seen()
            .iter()
            .map(|seen| seen.body.get(part).is_some())
            .collect();
        assert_eq!(has, [true, false]);
    }
}

#[tokio::test]
async fn a_busy_server_is_asked_once_more() {
    for format in BOTH {
        for status in [429, 503, 529] {
            let soon = format.busy(status, &[("retry-after", "0")]);
            let yes = format.says(r#"{"ok": true}"#);
            let (outcome, server) =
                ask(format, "PreToolUse", prompt(json!({})), [soon.clone(), yes]).await;
            assert_eq!(entry(&outcome).0, "success", "{status}");
            assert_eq!(server.seen().len(), 2);

            let (outcome, server) = ask(format, "PreToolUse", prompt(json!({})), [soon]).await;
            assert_eq!(entry(&outcome).0, "failed", "{status}");
            assert_eq!(server.seen().len(), 2);
        }
    }
}

#[tokio::test]
async fn a_server_that_wants_to_be_left_alone_for_long_is() {
    for format in BOTH {
        for (timeout, busy) in [
            (600, format.busy(429, &[("retry-after", "3600")])),
            (5, format.busy(429, &[("retry-after", "15")])),
        ] {
            let hook = prompt(json!({"timeout": timeout}));
            let (outcome, server) = ask(format, "PreToolUse", hook, [busy]).await;
            let (status, error) = entry(&outcome);
            assert_eq!(status, "failed");
            assert!(error.contains("asks to come back in"), "{error}");
            assert!(error.contains("some_error: slow down"), "{error}");
            assert_eq!(server.seen().len(), 1);
        }
    }
}

#[tokio::test]
async fn where_the_surroundings_allow_it_a_model_may_give_a_whole_answer() {
    let whole = r#"{"systemMessage": "hello", "decision": "block", "reason": "whole"}"#;
    for format in BOTH {
        for (text, reason) in [
            (whole, "whole"),
            (r#"{"ok": false, "reason": "short"}"#, "short"),
        ] {
            let server = Server::with([format.says(text)]).await;
            let settings = settings("PreToolUse", &prompt(json!({})));
            let env = format.env(&server);
            let harness = harness(&env, &settings).with_surroundings(Surroundings {
                model_answers: true,
                ..world(&env)
            });
            let outcome = fire(&harness, "PreToolUse", json!({})).await;
            assert_eq!(outcome.block_reason.as_deref(), Some(reason));
            assert_eq!(outcome.system_messages.is_empty(), reason == "short");
            assert_eq!(tokens(&outcome), Some((10, 5)));
        }
        let (outcome, _) = ask(
            format,
            "PreToolUse",
            prompt(json!({})),
            [format.says(whole)],
        )
        .await;
        assert_eq!(entry(&outcome).0, "failed");
    }
}

#[tokio::test]
async fn a_prompt_gets_the_end_of_the_transcript() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("t.jsonl");
    let line = json!({"type": "user", "message": {"role": "user", "content": "write a poem"}});
    std::fs::write(&path, format!("{line}\n")).unwrap();
    for format in BOTH {
        let server = Server::with([format.says(r#"{"ok": true}"#)]).await;
        let hook = settings("Stop", &prompt(json!({})));
        let harness = harness(&format.env(&server), &hook);
        fire(&harness, "Stop", json!({"transcript_path": path})).await;
        let body = server.seen()[0].body.to_string();
        assert!(body.contains("user: write a poem"), "{body}");
    }
}
