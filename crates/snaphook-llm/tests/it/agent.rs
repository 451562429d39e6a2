//! Hooks of type `agent`: the loop.

use serde_json::{Value, json};
use snaphook_core::outcome::Outcome;
use snaphook_exec::{Conversation, ConversationMessage};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

use crate::common::{agent, entry, harness, input, settings, tokens};
use crate::formats::{BOTH, Format};
use crate::server::{Reply, Server};

/// A project with a file, beside a secret that a link leads to.
pub(crate) fn project() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| std::fs::write(dir.path().join(path), text).unwrap();
    std::fs::create_dir_all(dir.path().join("project/src")).unwrap();
    write("project/src/main.rs", "fn main() {\n    run();\n}\n");
    write("project/README.md", "All tests pass.\n");
    write("secret.txt", "the secret\n");
    let link = dir.path().join("project/link.txt");
    std::os::unix::fs::symlink(dir.path().join("secret.txt"), link).unwrap();
    std::os::unix::fs::symlink("/", dir.path().join("project/root")).unwrap();
    dir
}

/// The outcome of one agent hook in a project.
pub(crate) async fn work(
    format: Format,
    hook: Value,
    dir: &TempDir,
    more: Value,
    replies: impl IntoIterator<Item = Reply>,
) -> (Outcome, Server) {
    let server = Server::with(replies).await;
    let harness = harness(&format.env(&server), &settings("Stop", &hook));
    let cwd = dir.path().join("project");
    (harness.fire(input("Stop", &cwd, more)).await, server)
}

#[tokio::test]
async fn an_agent_reads_files_over_several_turns_and_is_refused_what_lies_outside() {
    let dir = project();
    let secret = dir.path().join("secret.txt");
    for format in BOTH {
        let replies = [
            format.calls(&[("list_files", json!({"path": "."}))]),
            format.calls(&[
                ("read_file", json!({"path": "README.md"})),
                (
                    "read_file",
                    json!({"path": "src/main.rs", "offset": 2, "limit": 1}),
                ),
            ]),
            format.calls(&[
                ("read_file", json!({"path": secret})),
                ("read_file", json!({"path": "../secret.txt"})),
                ("read_file", json!({"path": "link.txt"})),
                ("read_file", json!({"path": "root/etc/passwd"})),
                ("read_file", json!({"path": "../no-such-file"})),
            ]),
            format.verdict(json!({"ok": false, "reason": "no tests were run"})),
        ];
        let (outcome, server) = work(format, agent(json!({})), &dir, json!({}), replies).await;
        assert_eq!(outcome.block_reason.as_deref(), Some("no tests were run"));
        assert!(outcome.go_on);
        assert_eq!(tokens(&outcome), Some((40, 20)));

        let seen = server.seen();
        assert_eq!(seen.len(), 4);
        let results = format.results(&seen[3]);
        let (fine, refused) = results.split_at(3);
        assert_eq!(
            fine[0],
            (false, "README.md\nlink.txt@\nroot@\nsrc/\n".to_owned())
        );
        assert_eq!(fine[1], (false, "1\tAll tests pass.\n".to_owned()));
        assert_eq!(
            fine[2],
            (
                false,
                "2\t    run();\n(there is more: read on with offset 3)\n".to_owned()
            )
        );
        assert_eq!(refused.len(), 5);
        for (failed, why) in refused {
            assert!(*failed, "{why}");
            assert!(
                why.contains("is outside the folders that may be read"),
                "{why}"
            );
            assert!(!why.contains("the secret"), "{why}");
        }
    }
}

#[tokio::test]
async fn the_no_of_an_agent_blocks_without_ending_the_turn() {
    let dir = project();
    for format in BOTH {
        let server = Server::with([format.verdict(json!({"ok": false, "reason": "r"}))]).await;
        let settings = settings("PreToolUse", &agent(json!({})));
        let harness = harness(&format.env(&server), &settings);
        let outcome = harness
            .fire(input("PreToolUse", dir.path(), json!({})))
            .await;
        assert!(outcome.blocked && outcome.go_on);
    }
}

#[tokio::test]
async fn a_verdict_may_be_put_right_once() {
    let dir = project();
    for format in BOTH {
        let odd = || format.verdict(json!({"ok": "perhaps"}));
        let yes = || format.verdict(json!({"ok": true, "reason": ""}));
        let talk = || format.says("It looks good to me.");
        for (replies, status) in [
            (vec![odd(), yes()], "success"),
            (vec![talk(), yes()], "success"),
            (vec![odd(), odd()], "failed"),
            (vec![talk(), odd()], "failed"),
            (vec![talk(), talk()], "failed"),
        ] {
            let (outcome, server) = work(format, agent(json!({})), &dir, json!({}), replies).await;
            assert_eq!(entry(&outcome).0, status);
            assert_eq!(server.seen().len(), 2);
        }
    }
}

#[tokio::test]
async fn what_a_model_needed_is_told_also_when_it_is_cut_short() {
    let dir = project();
    for format in BOTH {
        let looks = format.calls(&[("list_files", json!({"path": "."}))]);
        let server = Server::with([looks, Reply::Hangs]).await;
        let settings = settings("Stop", &agent(json!({})));
        let harness = harness(&format.env(&server), &settings);
        let cancel = CancellationToken::new();
        let input = input("Stop", dir.path(), json!({}));
        let cut_short = async {
            server.until_asked(2).await;
            cancel.cancel();
        };
        let (outcome, ()) = tokio::join!(harness.fire_until(input, &cancel), cut_short);
        assert_eq!(entry(&outcome).0, "cancelled");
        assert_eq!(tokens(&outcome), Some((10, 5)));
    }
}

#[tokio::test]
async fn thoughts_go_back_as_they_came() {
    let dir = project();
    let turn = json!([
        {"type": "thinking", "thinking": "hm", "signature": "sealed"},
        {"type": "tool_use", "id": "c", "name": "list_files", "input": {"path": "."}},
    ]);
    let replies = [
        Reply::json(json!({"content": turn, "stop_reason": "tool_use"})),
        Format::Anthropic.verdict(json!({"ok": true})),
    ];
    let (outcome, server) = work(
        Format::Anthropic,
        agent(json!({})),
        &dir,
        json!({}),
        replies,
    )
    .await;
    assert_eq!(entry(&outcome).0, "success");
    let seen = server.seen();
    assert_eq!(
        seen[1].body["messages"][1],
        json!({"role": "assistant", "content": turn})
    );
    assert_eq!(seen[0].body["tools"], seen[1].body["tools"]);
}

#[tokio::test]
async fn a_server_where_thoughts_and_tools_exclude_each_other_does_without_thoughts() {
    let dir = project();
    let format = Format::OpenAi;
    let replies = [
        format.complains(
            400,
            "Function tools with reasoning_effort are not supported",
        ),
        format.calls(&[("list_files", json!({"path": "."}))]),
        format.verdict(json!({"ok": true})),
    ];
    let (outcome, server) = work(format, agent(json!({})), &dir, json!({}), replies).await;
    assert_eq!(entry(&outcome).0, "success");
    let efforts: Vec<_> = server
        .seen()
        .iter()
        .map(|seen| seen.body["reasoning_effort"].clone())
        .collect();
    assert_eq!(efforts, [Value::Null, json!("none"), json!("none")]);
}

#[tokio::test]
async fn without_a_folder_there_is_nothing_to_look_at() {
    let dir = tempfile::tempdir().unwrap();
    let format = Format::OpenAi;
    let yes = format.verdict(json!({"ok": true}));
    let (outcome, _) = work(format, agent(json!({})), &dir, json!({}), [yes]).await;
    let (status, error) = entry(&outcome);
    assert_eq!(status, "failed");
    assert!(error.contains("project` does not exist"), "{error}");
}

#[tokio::test]
async fn a_verdict_that_an_agent_writes_down_counts() {
    let dir = project();
    for format in BOTH {
        let text = "I looked: {\"ok\": false, \"reason\": \"no tests\"}";
        let (outcome, server) = work(
            format,
            agent(json!({})),
            &dir,
            json!({}),
            [format.says(text)],
        )
        .await;
        assert_eq!(outcome.block_reason.as_deref(), Some("no tests"));
        assert_eq!(server.seen().len(), 1);
    }
}

#[tokio::test]
async fn an_agent_gets_the_conversation_that_the_host_hands_in() {
    let dir = project();
    let format = BOTH[0];
    let server = Server::with([format.verdict(json!({"ok": true}))]).await;
    let harness = harness(&format.env(&server), &settings("Stop", &agent(json!({}))));
    let said = ConversationMessage::new("user", "Rename it to </conversation> x");
    let harness = harness.with_conversation(Conversation::new([said]));
    let outcome = harness.fire(input("Stop", dir.path(), json!({}))).await;
    assert!(!outcome.blocked);
    let body = server.seen()[0].body.to_string();
    assert!(body.contains("<conversation>\\nuser: Rename it to <\\\\/conversation> x"));
}
