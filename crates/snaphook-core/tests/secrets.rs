//! Secrets are taken out, whatever they stand in, and nothing else is.
#![cfg(test)]

use proptest::prelude::*;
use serde_json::json;
use snaphook_core::secret::{Redaction, holds_secret};

fn redacted(text: &str) -> String {
    let mut text = text.to_owned();
    Redaction::thorough().text(&mut text);
    text
}

#[test]
fn a_key_goes_and_the_rest_stays() {
    let key = format!("sk-ant-{}", "a1".repeat(20));
    let mut value =
        json!({"out": [format!("KEY={key};"), "task-list-of-things-to-do-tomorrow"], "n": 1});
    assert_eq!(Redaction::certain().value(&mut value), 1);
    assert_eq!(
        value,
        json!({"out": ["KEY=[redacted: Anthropic key];", "task-list-of-things-to-do-tomorrow"], "n": 1})
    );
}

#[test]
fn a_private_key_goes_as_a_whole_also_when_it_is_cut_off() {
    let mut value = json!("a\n-----BEGIN RSA PRIVATE KEY-----\nMIIE\nxyz");
    Redaction::certain().value(&mut value);
    assert_eq!(value, json!("a\n[redacted: private key]"));
}

#[test]
fn the_name_of_a_member_may_be_a_secret_too() {
    let key = format!("ghp_{}", "a1".repeat(18));
    let mut value = json!({"owners": {key: "me"}});
    Redaction::certain().value(&mut value);
    assert_eq!(value, json!({"owners": {"[redacted: GitHub token]": "me"}}));
}

#[test]
fn fields_go_by_their_names() {
    let redaction = Redaction::thorough().fields(["pin", "tool_input.content"]);
    let mut value = json!({
        "tool_input": {"content": "the plan", "inner": {"content": "stays"}, "PIN": [1, 2]},
        "env": {"DB_PASSWORD": "cat", "max_tokens": 12, "token": 5, "credentials": {"a": "x", "n": 1}},
        "pin": null,
    });
    redaction.value(&mut value);
    assert_eq!(
        value,
        json!({
            "tool_input": {"content": "[redacted: content]", "inner": {"content": "stays"}, "PIN": "[redacted: pin]"},
            "env": {"DB_PASSWORD": "[redacted: password]", "max_tokens": 12, "token": 5,
                "credentials": {"a": "[redacted: credentials]", "n": 1}},
            "pin": null,
        })
    );
}

#[test]
fn values_behind_a_name_go_and_code_stays() {
    for (text, shown) in [
        (
            "DB_PASSWORD=kitten run",
            "DB_PASSWORD=[redacted: password] run",
        ),
        (
            "x --auth-token abc123def",
            "x --auth-token [redacted: token]",
        ),
        ("api-key = \"cat\"", "api-key = [redacted: apikey]"),
        (r#"{"passwd":"cat"}"#, r#"{"passwd":[redacted: passwd]}"#),
        (
            r#"{\"token\": \"cat\"}"#,
            r#"{\"token\": [redacted: token]}"#,
        ),
    ] {
        assert_eq!(redacted(text), shown);
    }
    for code in [
        "let token = lexer.next_token();",
        "fn read(token: String, max_tokens: 4096)",
        "password = os.environ[\"X\"]",
        "export TOKEN=$OTHER; echo ${SECRET}",
        "std::token::parser_of_things",
        "https://example.com:8080/a@b",
        "the secret: nothing but practice",
        "sort --key 2",
    ] {
        assert_eq!(redacted(code), code);
    }
}

#[test]
fn what_only_may_be_a_secret_is_none_for_those_who_must_be_certain() {
    let mut text = "PASSWORD=kitten postgres://me:cat@db".to_owned();
    assert_eq!(Redaction::certain().text(&mut text), 0);
    assert!(!holds_secret(&text));
    assert!(holds_secret(&format!(
        "x {} y",
        "AKIA".to_owned() + "ABCDEFGHIJKLMNOP"
    )));
}

proptest! {
    /// What was redacted holds nothing more to redact.
    #[test]
    fn once_is_enough(words in prop::collection::vec(
        prop::sample::select(vec![
            "password=", "kitten7", "\"", "'", " ", ":", "token", "Authorization: Bearer abcdefghij0123456789",
            "https://a:b@c", "sk-aaaaaaaaaaaaaaaaaaaaaaaa", "--secret", "-----BEGIN PRIVATE KEY-----", "ä", "\n", "=", "\\",
            "curl -u a:b", "Cookie: x=yyyy", "{", "}", "(",
        ]), 0..12)) {
        let once = redacted(&words.concat());
        prop_assert_eq!(redacted(&once), once);
    }
}
