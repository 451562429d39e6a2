//! `${path.to.field}` in a tool's input, replaced from the hook's input.
//!
//! | in the template | becomes |
//! |---|---|
//! | a string that is one placeholder and nothing else | the field itself, whatever it is; `null` where it is missing |
//! | a placeholder beside other text | the field's text: a string as it is, anything else as JSON, nothing where it is missing |
//! | `${` without `}` | itself |
//!
//! A path is names, and numbers for items of lists, between dots. What a field
//! contains is never looked at again; keys are left alone.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// The top fields that a template wants to know.
pub(crate) fn wanted(template: &Value) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    collect(template, &mut names);
    names
}

fn collect<'t>(template: &'t Value, names: &mut BTreeSet<&'t str>) {
    match template {
        Value::String(text) => names.extend(pieces(text).filter_map(|piece| match piece {
            Piece::Text(_) => None,
            Piece::Path(path) => path.split('.').next(),
        })),
        Value::Array(items) => items.iter().for_each(|item| collect(item, names)),
        Value::Object(members) => members.values().for_each(|item| collect(item, names)),
        _ => {}
    }
}

/// The template with every placeholder replaced.
pub(crate) fn fill(template: &Value, fields: &Map<String, Value>) -> Value {
    match template {
        Value::String(text) => fill_text(text, fields),
        Value::Array(items) => items.iter().map(|item| fill(item, fields)).collect(),
        Value::Object(members) => members
            .iter()
            .map(|(key, item)| (key.clone(), fill(item, fields)))
            .collect(),
        other => other.clone(),
    }
}

fn fill_text(text: &str, fields: &Map<String, Value>) -> Value {
    let mut found = pieces(text);
    if let (Some(Piece::Path(path)), None) = (found.next(), found.next()) {
        return at(path, fields).cloned().unwrap_or_default();
    }
    let filled: String = pieces(text)
        .map(|piece| match piece {
            Piece::Text(text) => Cow::Borrowed(text),
            Piece::Path(path) => match at(path, fields) {
                None => Cow::Borrowed(""),
                Some(Value::String(text)) => Cow::Borrowed(text.as_str()),
                Some(other) => Cow::Owned(other.to_string()),
            },
        })
        .collect();
    Value::String(filled)
}

fn at<'f>(path: &str, fields: &'f Map<String, Value>) -> Option<&'f Value> {
    let mut names = path.split('.');
    let top = fields.get(names.next()?)?;
    names.try_fold(top, |value, name| match value {
        Value::Object(members) => members.get(name),
        Value::Array(items) => items.get(name.parse::<usize>().ok()?),
        _ => None,
    })
}

enum Piece<'t> {
    Text(&'t str),
    Path(&'t str),
}

fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let placeholder = rest.find("${").and_then(|start| {
            let end = rest[start..].find('}')?;
            Some((start, start + end))
        });
        let Some((start, end)) = placeholder else {
            return Some(Piece::Text(std::mem::take(&mut rest)));
        };
        if start > 0 {
            let (before, from) = rest.split_at(start);
            rest = from;
            return Some(Piece::Text(before));
        }
        let path = &rest[2..end];
        rest = &rest[end + 1..];
        Some(Piece::Path(path))
    })
}

#[cfg(test)]
mod tests {
    use super::{fill, wanted};
    use proptest::prelude::*;
    use serde_json::{Map, Value, json};

    fn fields() -> Map<String, Value> {
        let input = json!({
            "tool_name": "Write",
            "tool_input": {"file_path": "/a b", "lines": ["one", {"n": 2}], "deep": {"flag": true}},
            "sly": "${tool_name}",
            "nothing": null,
            "": "empty name",
        });
        input.as_object().unwrap().clone()
    }

    #[test]
    fn placeholders_become_what_the_table_says() {
        let table = [
            (json!("plain"), json!("plain")),
            (json!("${tool_name}"), json!("Write")),
            (json!("${tool_input.lines}"), json!(["one", {"n": 2}])),
            (json!("${tool_input.lines.1.n}"), json!(2)),
            (json!("${tool_input.deep.flag}"), json!(true)),
            (json!("${missing}"), json!(null)),
            (json!("${tool_input.lines.7}"), json!(null)),
            (json!("${tool_name.deeper}"), json!(null)),
            (json!("${nothing}"), json!(null)),
            (json!("is ${nothing}"), json!("is null")),
            (json!("[${missing}]"), json!("[]")),
            (json!(" ${tool_name}"), json!(" Write")),
            (json!("${tool_name}${tool_name}"), json!("WriteWrite")),
            (
                json!("${tool_name}: ${tool_input.deep}"),
                json!("Write: {\"flag\":true}"),
            ),
            (json!("${sly}"), json!("${tool_name}")),
            (json!("<${sly}>"), json!("<${tool_name}>")),
            (json!("${}"), json!("empty name")),
            (json!("${open"), json!("${open")),
            (json!("${open ${tool_name}"), json!(null)),
            (
                json!("$tool_name $${tool_name}"),
                json!("$tool_name $Write"),
            ),
            (
                json!({"${tool_name}": ["${tool_name}", 7, {"x": "${tool_input.file_path}"}]}),
                json!({"${tool_name}": ["Write", 7, {"x": "/a b"}]}),
            ),
        ];
        for (template, expected) in table {
            assert_eq!(fill(&template, &fields()), expected, "{template}");
        }
    }

    #[test]
    fn only_the_fields_that_are_named_are_wanted() {
        let template = json!({"a": ["${tool_input.x} ${cwd}"], "${key}": "${tool_input}", "b": 1});
        assert_eq!(
            wanted(&template).into_iter().collect::<Vec<_>>(),
            ["cwd", "tool_input"]
        );
    }

    proptest! {
        #[test]
        fn text_without_placeholders_stays(text in "[^$]*|[^{]*|[^}]*") {
            let template = Value::String(text);
            prop_assert_eq!(fill(&template, &fields()), template);
        }

        #[test]
        fn a_field_comes_through_whatever_it_contains(before in "[^$]+", value in any::<String>()) {
            let fields = Map::from_iter([("f".to_owned(), Value::String(value.clone()))]);
            prop_assert_eq!(fill(&json!("${f}"), &fields), json!(value));
            let template = format!("{before}${{f}}");
            prop_assert_eq!(fill(&json!(template), &fields), json!(format!("{before}{value}")));
        }

        #[test]
        fn no_template_is_too_strange(text in "[${}a.0 é]*") {
            let fields = fields();
            let template = json!([text]);
            let _ = wanted(&template);
            prop_assert!(fill(&template, &fields).is_array());
        }
    }
}
