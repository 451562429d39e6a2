//! What tools are given, and what comes of what they say.

use serde_json::json;
use snaphook_testkit::fake::fake_mcp;

use crate::common::{
    assert_contains, error, fire, fire_one, folder, harness, hook, said, server, with,
};

#[tokio::test]
async fn a_tool_decides_like_the_stdout_of_a_command() {
    let text = r#"{"decision": "block", "reason": "not ${tool_input.command}"}"#;
    let harness = harness(
        json!({"fake": server(&[])}),
        &[hook("echo", json!({"text": text}))],
    );
    let outcome = fire(&harness).await;
    assert!(outcome.blocked);
    assert_contains(
        outcome.block_reason.as_deref().unwrap_or_default(),
        "not ls",
    );
    harness.close().await;
}

#[tokio::test]
async fn fields_of_the_input_reach_the_tool_as_they_are() {
    let input = json!({
        "name": "${tool_name}", "list": "${tool_input.list}", "none": "${no.such}",
        "deep": [{"text": "${tool_input.command} in ${tool_input.list.1}"}],
    });
    let harness = harness(json!({"fake": server(&[])}), &[hook("echo", input)]);
    let outcome = fire(&harness).await;
    // An object is read as an answer, and its keys mean nothing there.
    assert_eq!(
        said(&outcome.hooks[0]),
        r#"{"name":"Bash","list":[1,2],"none":null,"deep":[{"text":"ls in 2"}]}"#
    );
    harness.close().await;
}

#[tokio::test]
async fn texts_are_joined_and_structure_is_json() {
    let harness = harness(
        json!({"fake": server(&[])}),
        &[
            hook("parts", json!({"texts": ["one", "two"]})),
            hook("structured", json!({"systemMessage": "hello"})),
        ],
    );
    let outcome = fire(&harness).await;
    assert_eq!(said(&outcome.hooks[0]), "one\ntwo");
    assert_eq!(said(&outcome.hooks[1]), r#"{"systemMessage":"hello"}"#);
    assert_eq!(outcome.system_messages, ["hello"]);
    harness.close().await;
}

#[tokio::test]
async fn failures_say_whose_they_are_and_what_to_do() {
    let harness = harness(
        json!({"fake": server(&[]), "broken": {"command": "${NOT_SET_ANYWHERE}"}, "odd": 7}),
        &[
            hook("fail", json!({"text": "the disk is full"})),
            hook("ecco", json!({})),
            with(hook("echo", json!({})), json!({"server": "fakes"})),
            with(hook("echo", json!({})), json!({"server": "broken"})),
            with(hook("echo", json!({})), json!({"server": "odd"})),
            hook("echo", json!({"text": "fine"})),
        ],
    );
    let outcome = fire(&harness).await;
    let errors: Vec<_> = outcome.hooks[..5].iter().map(error).collect();
    assert_contains(
        errors[0],
        "`fail` of the MCP server `fake` failed: the disk is full",
    );
    assert_contains(errors[1], "has no tool `ecco`; did you mean `echo`?");
    assert_contains(
        errors[2],
        "unknown MCP server `fakes`; configured: `broken`, `fake`, `odd`",
    );
    assert_contains(errors[3], "`NOT_SET_ANYWHERE` is not set");
    assert_contains(errors[4], "must be an object");
    assert_eq!(said(&outcome.hooks[5]), "fine");
    assert!(!outcome.blocked);
    harness.close().await;
}

#[tokio::test]
async fn an_answer_that_is_too_long_fails_alone() {
    let harness = harness(
        json!({"fake": server(&[])}),
        &[
            hook("big", json!({"size": 11 * 1024 * 1024})),
            hook("echo", json!({"text": "still here"})),
        ],
    );
    assert_contains(
        error(&fire_one(&harness, 0).await),
        "more than 10485760 bytes",
    );
    assert_eq!(said(&fire_one(&harness, 1).await), "still here");
    harness.close().await;
}

#[tokio::test]
async fn a_server_has_its_own_folder_and_variables() {
    let (_kept, file) = folder();
    let here = file("").canonicalize().unwrap();
    let definition = json!({
        "type": "stdio", "command": fake_mcp(), "cwd": here, "env": {"COLOUR": "${TINT:-blue}"},
    });
    let harness = harness(
        json!({"fake": definition}),
        &[
            hook("env", json!({"name": "COLOUR"})),
            hook("env", json!({"name": "PATH"})),
            hook("cwd", json!({})),
        ],
    );
    assert_eq!(said(&fire_one(&harness, 0).await), "blue");
    let path = std::env::var("PATH").unwrap();
    assert_eq!(said(&fire_one(&harness, 1).await), path);
    assert_eq!(said(&fire_one(&harness, 2).await), here.to_str().unwrap());
    harness.close().await;
}

#[tokio::test]
async fn an_input_that_is_no_object_is_told_when_it_is_loaded() {
    let harness = harness(json!({"fake": server(&[])}), &[hook("echo", json!("text"))]);
    let outcome = fire(&harness).await;
    assert!(outcome.hooks.is_empty());
    let told: Vec<_> = outcome
        .diagnostics
        .iter()
        .map(|told| &told.message)
        .collect();
    assert_contains(&format!("{told:?}"), "`input` must be an object");
}
