//! Secrets are taken out, whatever they stand in, and nothing else is.
#![cfg(test)]

use proptest::prelude::*;
use serde_json::json;
use snaphook_redact::{Redaction, holds_secret};

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
        (r#"{"passwd":"cat"}"#, r#"{"passwd":"[redacted: passwd]"}"#),
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
fn secrets_with_signs_in_them_go_as_a_whole() {
    for (text, shown) in [
        (
            "DB_PASSWORD=Tr0ub4[dor3]XX1 x",
            "DB_PASSWORD=[redacted: password] x",
        ),
        ("API_KEY=abc123(x", "API_KEY=[redacted: apikey]"),
        (
            "DB_PASSWORD=abc123&tail",
            "DB_PASSWORD=[redacted: password]",
        ),
        (
            "/a?token=abc123&page=2",
            "/a?token=[redacted: token]&page=2",
        ),
        (r#"API_TOKEN="ab\"tail" x"#, "API_TOKEN=[redacted: token] x"),
        ("API_TOKEN='one\ntwo' x", "API_TOKEN=[redacted: token] x"),
        (
            "psql postgres://me:p@tail@db/x",
            "psql postgres://me:[redacted: password in a URL]@db/x",
        ),
        (
            "  password: correcthorse\nport: 1",
            "  password: [redacted: password]\nport: 1",
        ),
        (
            "Uid=me;Pwd=kitten;Database=x",
            "Uid=me;Pwd=[redacted: pwd];Database=x",
        ),
        (
            "curl -su me:kitten x",
            "curl -su me:[redacted: password of a user] x",
        ),
        (
            "mysql -pkitten shop",
            "mysql -p[redacted: password of a database] shop",
        ),
    ] {
        assert_eq!(redacted(text), shown);
    }
}

#[test]
fn look_alikes_of_secrets_stay() {
    for text in [
        "PWD=/repo OLDPWD=/home/me",
        "PASS: tests/parser_1.test",
        "max_tokens=100000, total_tokens: 123456",
        "struct User {\n    password: String\n}",
        "interface A {\n  password: string;\n  apiKey: z.string()\n}",
        "secret=sha256(data)",
        "connect(password=get_password(), x)",
        r#"{"usage":{"tokens":{"input":5,"output":7}},"pwd":"/repo","pin":13,"pass":12}"#,
        "{\n  \"token\": 5,  \"n\": 1.50\n}",
        "set the token limit to something",
        "login with a password that you know",
        "mysql -h db -P 3306 shop",
        "bypass=everything spin=100000",
    ] {
        assert_eq!(redacted(text), text);
    }
}

#[test]
fn members_by_plural_short_and_numeric_names_go() {
    let key = format!("ghp_{}", "a1".repeat(18));
    let mut value = json!({
        "tokens": ["a"], "cookies": {"sid": "b"}, "pass": "c", "dbPwd": "d", "password": 8675309123_u64,
        "pin": 1234, "credentials": {key: true},
    });
    Redaction::thorough().value(&mut value);
    assert_eq!(
        value,
        json!({
            "tokens": ["[redacted: token]"], "cookies": {"sid": "[redacted: cookie]"},
            "pass": "[redacted: pass]", "dbPwd": "[redacted: pwd]", "password": "[redacted: password]",
            "pin": "[redacted: pin]", "credentials": {"[redacted: GitHub token]": true},
        })
    );
}

#[test]
fn the_lines_of_a_private_key_in_a_list_go() {
    let mut value = json!({
        "lines": ["+a", "+-----BEGIN EC PRIVATE KEY-----", "+MIIEsecret", "+-----END EC PRIVATE KEY-----", "+b"],
        "hits": [{"n": 1, "text": "-----BEGIN PRIVATE KEY-----"}, {"n": 2, "text": "MIIEsecret"}],
        "more": ["c"],
    });
    Redaction::certain().value(&mut value);
    let gone = "[redacted: private key]";
    assert_eq!(
        value,
        json!({
            "lines": ["+a", format!("+{gone}"), gone, gone, "+b"],
            "hits": [{"n": 1, "text": gone}, {"n": 2, "text": gone}],
            "more": ["c"],
        })
    );
}

#[test]
fn json_in_a_text_is_redacted_as_json() {
    let redaction = Redaction::thorough().fields(["plan", "pin", "tool_input.content"]);
    for (text, shown) in [
        (
            r#"ok {"plan":["at dawn"],"credentials":["x"],"pin": 12} end"#,
            r#"ok {"plan":"[redacted: plan]","credentials":["[redacted: credentials]"],"pin":"[redacted: pin]"} end"#,
        ),
        (
            r#"{"tool_input":{"content":"at noon","file":"a"}}"#,
            r#"{"tool_input":{"content":"[redacted: content]","file":"a"}}"#,
        ),
        (
            r#"{"hookSpecificOutput":{"updatedInput":{"content":"at noon"}}}"#,
            r#"{"hookSpecificOutput":{"updatedInput":{"content":"[redacted: content]"}}}"#,
        ),
        (
            r#"{"content":"at noon"}"#,
            r#"{"content":"[redacted: content]"}"#,
        ),
        (
            r#"{"password":"a","password":false}"#,
            r#"{"password":false}"#,
        ),
        // Cut off.
        (
            r#"{"tool_input":{"content":"at noon and"#,
            r#"{"tool_input":{"content":[redacted: content]"#,
        ),
        (r#"{"plan":["at dawn","#, r#"{"plan":[redacted: plan]"#),
        (r#"{"pin": 12, "a"#, r#"{"pin": [redacted: pin], "a"#),
        // Quotes within quotes.
        (
            r#"x {\\\"password\\\":\\\"hun\\\\\\\"ter\\\"}"#,
            r#"x {\\\"password\\\":[redacted: password]}"#,
        ),
    ] {
        let mut text = text.to_owned();
        redaction.text(&mut text);
        assert_eq!(text, shown);
    }
    let mut outcome = json!({
        "updatedInput": {"content": "at noon", "x": "y"},
        "permissionRequest": {"updatedInput": {"content": "at noon"}},
        "content": "stays",
    });
    redaction.value(&mut outcome);
    let gone = "[redacted: content]";
    assert_eq!(
        outcome,
        json!({
            "updatedInput": {"content": gone, "x": "y"},
            "permissionRequest": {"updatedInput": {"content": gone}},
            "content": "stays",
        })
    );
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

#[test]
fn a_long_text_of_names_is_looked_at_only_so_often() {
    for part in [
        "-",
        "token=a(",
        "token=a1(",
        "token:",
        "pwd=/",
        "\"tokens\":[1,",
        "password=\"",
        "{\"",
        "[[",
        "{\"a\":1}\n",
        "password: ",
        "\\\"token\\\":\\\"",
        "{\"pwd\":\"x\"} ",
    ] {
        let mut text = part.repeat(40_000 / part.len());
        text.push(')');
        Redaction::thorough().text(&mut text);
        assert!(text.ends_with([')', ']']), "{part}");
    }
}

proptest! {
    /// What was redacted holds nothing more to redact.
    #[test]
    fn once_is_enough(words in prop::collection::vec(
        prop::sample::select(vec![
            "password=", "kitten7", "\"", "'", " ", ":", "token", "Authorization: Bearer abcdefghij0123456789",
            "https://a:b@c", "sk-aaaaaaaaaaaaaaaaaaaaaaaa", "--secret", "-----BEGIN PRIVATE KEY-----", "ä", "\n", "=", "\\",
            "curl -u a:b", "Cookie: x=yyyy", "{", "}", "(", "[", "]", ",", "&", ";", "\\\"", "{\"pwd\":\"x\"}",
            "\"tokens\":", "mysql -pab", "pin=", "password: kittens\n", "@",
        ]), 0..12)) {
        let once = redacted(&words.concat());
        prop_assert_eq!(redacted(&once), once);
    }
}
