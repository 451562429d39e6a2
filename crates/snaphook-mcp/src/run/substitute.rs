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
use std::convert::Infallible;

use serde_json::{Map, Value};
use snaphook_core::placeholder;

/// The top fields that a template wants to know.
pub(crate) fn variables_in(template: &Value) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    collect(template, &mut names);
    names
}

fn collect<'t>(template: &'t Value, names: &mut BTreeSet<&'t str>) {
    match template {
        Value::String(text) => {
            fill_placeholders(text, |path| {
                names.extend(path.split('.').next());
                Some(String::new())
            });
        }
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
    if let Some(path) = whole(text) {
        return at(path, fields).cloned().unwrap_or_default();
    }
    let filled = fill_placeholders(text, |path| {
        Some(match at(path, fields) {
            None => String::new(),
            Some(Value::String(text)) => text.clone(),
            Some(other) => other.to_string(),
        })
    });
    Value::String(filled)
}

/// The path in a text that is one placeholder and nothing else.
fn whole(text: &str) -> Option<&str> {
    let path = text.strip_prefix("${")?.strip_suffix('}')?;
    (!path.contains('}')).then_some(path)
}

fn fill_placeholders<'t>(
    text: &'t str,
    mut value_of: impl FnMut(&'t str) -> Option<String>,
) -> String {
    let filled = placeholder::fill(text, |found| {
        let path = Some(found.name).filter(|_| found.is_closed);
        Ok::<_, Infallible>(path.and_then(&mut value_of).map(Cow::Owned))
    });
    match filled {
        Ok(filled) => filled,
    }
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

#[cfg(test)]
mod tests {
    use super::{fill, variables_in};
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
            variables_in(&template).into_iter().collect::<Vec<_>>(),
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
            let _ = variables_in(&template);
            prop_assert!(fill(&template, &fields).is_array());
        }
    }
}
