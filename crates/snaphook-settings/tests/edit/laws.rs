//! Laws of edits, for settings as people might write them: with comments,
//! blanks, line endings and commas anywhere.

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use snaphook_core::permission::Behavior;
use snaphook_settings::edit::Edit;
use snaphook_settings::node::Node;

/// What may stand between two tokens.
fn trivia() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => Just(String::new()),
        3 => Just(" ".to_owned()),
        1 => Just("\t".to_owned()),
        3 => Just("\n  ".to_owned()),
        1 => Just("\r\n".to_owned()),
        1 => Just("\r".to_owned()),
        1 => "[a-z,\\]}\"]{0,4}".prop_map(|text| format!("// {text}\n")),
        1 => "[a-z,\\]}\"\n]{0,4}".prop_map(|text| format!("/* {text} */")),
    ];
    proptest::collection::vec(piece, 0..3).prop_map(|pieces| pieces.concat())
}

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-d]",
        1 => Just("Bash(git *)".to_owned()),
        1 => Just(" a ".to_owned()),
        1 => Just("x\"\\é\n".to_owned()),
    ]
}

/// Children between brackets, with any trivia and perhaps a last comma.
fn around(
    open: &'static str,
    close: &'static str,
    children: Vec<String>,
) -> impl Strategy<Value = String> {
    let gaps = proptest::collection::vec(trivia(), children.len() * 2 + 2);
    (gaps, any::<bool>()).prop_map(move |(gaps, last_comma)| {
        let mut text = format!("{open}{}", gaps[0]);
        for (at, child) in children.iter().enumerate() {
            let comma = if at + 1 < children.len() || last_comma {
                ","
            } else {
                ""
            };
            text += &format!("{child}{}{comma}{}", gaps[at * 2 + 1], gaps[at * 2 + 2]);
        }
        format!("{text}{close}")
    })
}

fn list() -> impl Strategy<Value = String> {
    let item = prop_oneof![
        8 => word().prop_map(|word| Value::from(word).to_string()),
        1 => Just("7".to_owned()),
        1 => Just("[\"a\"]".to_owned()),
    ];
    proptest::collection::vec(item, 0..5).prop_flat_map(|items| around("[", "]", items))
}

fn object(members: Vec<(&'static str, String)>) -> impl Strategy<Value = String> {
    let gaps = proptest::collection::vec((trivia(), trivia()), members.len());
    gaps.prop_flat_map(move |gaps| {
        let members = members.iter().zip(gaps);
        let members = members
            .map(|((key, value), (before, after))| format!("\"{key}\"{before}:{after}{value}"));
        around("{", "}", members.collect())
    })
}

fn settings() -> impl Strategy<Value = String> {
    let lists = (list(), list(), list(), any::<[bool; 5]>());
    let inside = lists.prop_flat_map(|(allow, deny, disabled, there)| {
        let mut members = Vec::new();
        let mut add = |is: bool, key, value: &str| {
            if is {
                members.push((key, value.to_owned()));
            }
        };
        add(there[0], "allow", &allow);
        add(there[1], "defaultMode", "\"default\"");
        add(there[2], "deny", &deny);
        (object(members), Just(disabled), Just(there))
    });
    let whole = inside.prop_flat_map(|(permissions, disabled, there)| {
        let mut members = vec![("model", "1.50".to_owned())];
        if there[3] {
            members.push(("permissions", permissions));
        }
        if there[4] {
            members.push(("disabledHooks", disabled));
        }
        object(members)
    });
    (any::<bool>(), trivia(), whole, trivia()).prop_map(|(mark, before, whole, after)| {
        let mark = if mark { "\u{feff}" } else { "" };
        format!("{mark}{before}{whole}{after}")
    })
}

fn words() -> impl Strategy<Value = Vec<String>> {
    proptest::collection::vec(word(), 0..4)
}

fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        words().prop_map(|words| Edit::new().add_rules(Behavior::Allow, words)),
        words().prop_map(|words| Edit::new().remove_rules(Behavior::Allow, words)),
        words().prop_map(|words| Edit::new().replace_rules(Behavior::Allow, words)),
        words().prop_map(|words| Edit::new().add_rules(Behavior::Ask, words)),
        words().prop_map(|words| Edit::new().disable_hooks(words)),
        words().prop_map(|words| Edit::new().enable_hooks(words)),
        word().prop_map(|word| Edit::new().default_mode(word)),
        words().prop_map(|words| Edit::new().add_directories(words)),
    ]
}

fn apply(edit: &Edit, text: &str) -> String {
    edit.apply("s.json".as_ref(), Some(text)).unwrap().text
}

fn value(text: &str) -> Value {
    let text = text.trim_start_matches('\u{feff}');
    Node::parse_json(text).unwrap().to_value()
}

/// Every comment, in order, found without the code under test.
fn comments(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find(['\n', '\r']).unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").unwrap() + 2
        } else if c == '"' {
            let mut escaped = false;
            let inside = |c: char| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            };
            rest[1..].find(inside).unwrap() + 2
        } else {
            c.len_utf8()
        };
        if rest.starts_with('/') {
            found.push(rest[..length].to_owned());
        }
        rest = &rest[length..];
    }
    found
}

/// The values that edits of these tests do not touch.
fn others(text: &str) -> Value {
    let mut value = value(text);
    let Value::Object(members) = &mut value else {
        panic!("{text}");
    };
    members.remove("disabledHooks");
    let mut permissions = members.remove("permissions").unwrap_or(json!({}));
    for key in ["allow", "ask", "defaultMode", "additionalDirectories"] {
        permissions.as_object_mut().unwrap().remove(key);
    }
    members.insert("permissions".to_owned(), permissions);
    value
}

/// A list of words after an edit, the same as an absent one when it is empty.
fn list_of(text: &str, path: &[&str]) -> Vec<Value> {
    let value = value(text);
    let found = path.iter().try_fold(&value, |value, key| value.get(key));
    found.and_then(Value::as_array).cloned().unwrap_or_default()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn every_comment_and_every_other_value_stays(text in settings(), edit in edit()) {
        let after = apply(&edit, &text);
        prop_assert_eq!(comments(&after), comments(&text), "{}", after);
        prop_assert_eq!(others(&after), others(&text), "{}", after);
        prop_assert_eq!(after.starts_with('\u{feff}'), text.starts_with('\u{feff}'));
        prop_assert_eq!(after.ends_with(['\n', '\r']), text.ends_with(['\n', '\r']));
    }

    #[test]
    fn twice_is_once(text in settings(), edit in edit()) {
        let once = apply(&edit, &text);
        let again = edit.apply("s.json".as_ref(), Some(&once)).unwrap();
        prop_assert!(!again.changed);
        prop_assert_eq!(again.text, once);
    }

    #[test]
    fn what_is_added_is_there_and_gone_when_it_is_removed(text in settings(), word in word()) {
        let path = ["permissions", "allow"];
        let word = word.trim().to_owned();
        let is_it = |item: &Value| item.as_str().is_some_and(|text| text.trim() == word);
        let before = list_of(&text, &path);
        let added = apply(&Edit::new().add_rules(Behavior::Allow, [&*word]), &text);
        let with = list_of(&added, &path);
        prop_assert!(with.iter().any(is_it));
        prop_assert_eq!(&with[..before.len()], &before[..]);
        prop_assert!(with.len() <= before.len() + 1);
        let removed = apply(&Edit::new().remove_rules(Behavior::Allow, [&*word]), &added);
        let without: Vec<Value> = before.into_iter().filter(|item| !is_it(item)).collect();
        prop_assert_eq!(list_of(&removed, &path), without);
    }

    #[test]
    fn a_replaced_list_is_the_one_that_was_given(text in settings(), words in words()) {
        let after = apply(&Edit::new().replace_rules(Behavior::Allow, words.clone()), &text);
        let mut expected: Vec<String> = Vec::new();
        for word in words.iter().map(|word| word.trim().to_owned()) {
            if !expected.contains(&word) {
                expected.push(word);
            }
        }
        let found: Vec<String> = list_of(&after, &["permissions", "allow"])
            .iter()
            .map(|item| item.as_str().unwrap().trim().to_owned())
            .collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn no_text_makes_it_panic(text in "[{}\\[\\],:\"a/*\n\r \\\\é]{0,24}", edit in edit()) {
        let _ = edit.apply("s.json".as_ref(), Some(&text));
    }
}

#[test]
fn the_laws_are_tried_on_settings_that_have_everything() {
    let text = "{ \"permissions\": { \"allow\": [\"a\", /* x, */ \"b\"] } } // y";
    assert_eq!(comments(text), ["/* x, */", "// y"]);
    assert_eq!(list_of(text, &["permissions", "allow"]), ["a", "b"]);
    let nothing = Map::new();
    assert_eq!(others(text), json!({ "permissions": nothing }));
}
