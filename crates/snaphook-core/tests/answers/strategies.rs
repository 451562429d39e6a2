//! Answers that deny, written in odd ways.

use proptest::prelude::*;
use serde_json::json;

/// A value beside a deny: anything that JSON can hold.
fn beside() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        Just("1e999".to_owned()),
        Just(r#""\ud800""#.to_owned()),
        Just(r#""approve""#.to_owned()),
        Just(r#""allow""#.to_owned()),
        "[a-z\\\\\"{}:,\u{0}\u{1b}é]{0,6}".prop_map(|text| json!(text).to_string()),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let key = prop_oneof![
            Just("decision"),
            Just("permissionDecision"),
            Just("hookEventName"),
            Just("behavior"),
            Just("x"),
        ];
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..3)
                .prop_map(|items| format!("[{}]", items.join(","))),
            proptest::collection::vec((key, inner), 0..3).prop_map(|members| {
                let members: Vec<_> = members
                    .into_iter()
                    .map(|(key, value)| format!("\"{key}\":{value}"))
                    .collect();
                format!("{{{}}}", members.join(","))
            }),
        ]
    })
}

/// A key, perhaps with a letter escaped.
fn spelled(key: &str, escaped: bool) -> String {
    match escaped {
        false => format!("\"{key}\""),
        true => {
            let first = key.chars().next().unwrap_or_default() as u32;
            format!("\"\\u{first:04x}{}\"", &key[1..])
        }
    }
}

/// An answer with a deny somewhere, among members of every kind under the same
/// and other keys.
pub(crate) fn with_a_deny() -> impl Strategy<Value = (&'static str, String)> {
    let keys = prop_oneof![
        Just("decision"),
        Just("continue"),
        Just("reason"),
        Just("hookSpecificOutput"),
        Just("systemMessage"),
        Just("terminalSequence"),
        Just("async"),
        Just("mine"),
    ];
    let members = proptest::collection::vec((keys, any::<bool>(), beside()), 0..5);
    let denies = prop_oneof![
        Just(("PreToolUse", "decision", "\"block\"")),
        Just(("UserPromptSubmit", "decision", "\"block\"")),
        Just((
            "PreToolUse",
            "hookSpecificOutput",
            r#"{"permissionDecision":"deny","permissionDecision":"allow"}"#
        )),
        Just((
            "PreToolUse",
            "hookSpecificOutput",
            r#"{"hookEventName":"PreToolUse","x":[],"permissionDecision":"deny"}"#
        )),
        Just((
            "PermissionRequest",
            "hookSpecificOutput",
            r#"{"hookEventName":"Stop","decision":{"behavior":"deny","behavior":"allow"}}"#
        )),
        Just((
            "Elicitation",
            "hookSpecificOutput",
            r#"{"action":"decline","action":3}"#
        )),
    ];
    (denies, members, any::<bool>(), any::<prop::sample::Index>()).prop_map(
        |((event, key, value), members, escaped, at)| {
            let mut members: Vec<String> = members
                .into_iter()
                .map(|(key, escaped, value)| format!("{}:{value}", spelled(key, escaped)))
                .collect();
            let at = at.index(members.len() + 1);
            members.insert(at, format!("{}:{value}", spelled(key, escaped)));
            (event, format!("{{{}}}", members.join(",")))
        },
    )
}
