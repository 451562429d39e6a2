//! Holds the value of a key to what the key may hold.

use serde_json::Value;
use snaphook_core::kind::{Key, ValueType};

use super::fields::NodeFields;
use super::handler::{HandlerProblem, ReadResult};
use crate::node::{Kind, Node};

/// Whether a value is what its key may hold; `field` is how messages call it.
pub(super) fn check<'a>(field: &str, holds: &ValueType, node: &'a Node) -> ReadResult<'a, ()> {
    let wrong = |expected: &str| Err(HandlerProblem::wrong_type(field, expected, node));
    match holds {
        // Only what is outside of hooks holds hooks.
        ValueType::Any | ValueType::Events | ValueType::Hooks => Ok(()),
        ValueType::Bool => match node.kind {
            Kind::Bool(_) => Ok(()),
            _ => wrong("true or false"),
        },
        // Whether a URL can be reached is looked at by who reaches it.
        ValueType::String | ValueType::Url => match node.text() {
            Some(_) => Ok(()),
            None => wrong("a string"),
        },
        ValueType::NonEmptyString => match node.text() {
            Some(text) if text.trim().is_empty() => Err(because(
                node,
                "empty-string",
                format!("`{field}` must not be empty"),
            )),
            Some(_) => Ok(()),
            None => wrong("a string"),
        },
        ValueType::Word(words) => match node.text() {
            Some(text) if words.contains(&text) => Ok(()),
            Some(_) => Err(because(
                node,
                "unknown-word",
                format!(
                    "`{field}` must be {}, not {}",
                    one_of(words),
                    node.described()
                ),
            )),
            None => wrong("a string"),
        },
        ValueType::Seconds => match node.kind {
            Kind::Number(seconds) if seconds > 0.0 => Ok(()),
            _ => wrong("a number of seconds greater than 0"),
        },
        ValueType::Integer { least, most } => integer(field, *least, *most, node),
        ValueType::List(item) => {
            let Some(items) = node.items() else {
                return wrong(match item {
                    ValueType::String => "a list of strings",
                    _ => "a list",
                });
            };
            let name = format!("{field}[]");
            items.iter().try_for_each(|node| check(&name, item, node))
        }
        ValueType::ByName(item) => match (node.members(), item) {
            (Some(_), _) => by_name(field, item, node),
            (None, ValueType::String) => wrong("an object of strings"),
            (None, _) => wrong("an object"),
        },
        // Who reads them says which of them cannot be set.
        ValueType::PlainVariables => match node.members() {
            Some(_) => Ok(()),
            None => wrong("an object of strings"),
        },
        ValueType::Variables => match node.members() {
            Some(_) => variables(field, node),
            None => wrong("an object of strings"),
        },
        ValueType::Object(keys) | ValueType::Only(keys) => match node.members() {
            Some(_) => object(field, keys, matches!(holds, ValueType::Only(_)), node),
            None => wrong("an object"),
        },
        ValueType::Either(types) => {
            let mut errors = Vec::new();
            for one in *types {
                match check(field, one, node) {
                    Ok(()) => return Ok(()),
                    Err(error) => errors.push(error),
                }
            }
            errors.pop().map_or(Ok(()), Err)
        }
    }
}

/// The value, where it was found to be what it may be. Of a name that occurs twice
/// in it the last counts, in its place.
pub(super) fn value_of(node: &Node) -> Value {
    if node.members().is_none() {
        return node.to_value();
    }
    let fields = NodeFields::of(node);
    let members = fields.last_members();
    let members = members.map(|member| (member.key.clone(), member.value.to_value()));
    Value::Object(members.collect())
}

fn because<'a>(node: &'a Node, code: &'static str, message: String) -> HandlerProblem<'a> {
    HandlerProblem {
        node,
        code,
        message,
        help: None,
    }
}

/// `"a"`, `"a" or "b"`, `"a", "b" or "c"`.
fn one_of(words: &[&str]) -> String {
    let words: Vec<_> = words.iter().map(|word| format!("\"{word}\"")).collect();
    match words.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        all => all.concat(),
    }
}

fn integer<'a>(field: &str, least: u32, most: u32, node: &'a Node) -> ReadResult<'a, ()> {
    let range = f64::from(least)..=f64::from(most);
    match node.kind {
        Kind::Number(number) if number.fract() == 0.0 && range.contains(&number) => Ok(()),
        Kind::Number(_) => Err(because(
            node,
            "wrong-type",
            format!(
                "`{field}` must be a whole number from {least} to {most}, not {}",
                node.described()
            ),
        )),
        _ => {
            let expected = format!("a whole number from {least} to {most}");
            Err(HandlerProblem::wrong_type(field, &expected, node))
        }
    }
}

fn by_name<'a>(field: &str, item: &ValueType, node: &'a Node) -> ReadResult<'a, ()> {
    let fields = NodeFields::of(node);
    let mut members = fields.last_members();
    members.try_for_each(|member| check(&format!("{field}.{}", member.key), item, &member.value))
}

/// Whether an environment can hold a variable of this name with this value.
pub(super) fn is_variable(name: &str, value: &str) -> bool {
    !name.is_empty() && !name.contains(['=', '\0']) && !value.contains('\0')
}

/// The operating system takes no other names and values.
fn variables<'a>(field: &str, node: &'a Node) -> ReadResult<'a, ()> {
    by_name(field, &ValueType::String, node)?;
    let fields = NodeFields::of(node);
    let mut members = fields.last_members();
    let bad =
        members.find(|member| !is_variable(&member.key, member.value.text().unwrap_or_default()));
    match bad {
        None => Ok(()),
        Some(member) => Err(HandlerProblem {
            node,
            code: "bad-variable",
            message: format!(
                "`{field}` sets the variable `{}` with an invalid name or value",
                member.key.escape_debug()
            ),
            help: Some(
                "give the variable a name that is not empty and has no `=`, and leave out zero bytes"
                    .to_owned(),
            ),
        }),
    }
}

fn object<'a>(field: &str, keys: &[Key], only: bool, node: &'a Node) -> ReadResult<'a, ()> {
    let fields = NodeFields::of(node);
    let is_known = |name: &str| keys.iter().any(|key| key.name == name);
    let mut members = fields.members().iter();
    if let Some(member) = members.find(|member| only && !is_known(&member.key)) {
        let message = format!("unknown key `{field}.{}`", member.key);
        return Err(because(&member.value, "unknown-key", message));
    }
    for key in keys {
        let name = format!("{field}.{}", key.name);
        match fields.get(key.name) {
            Some(value) => check(&name, &key.holds, value)?,
            None if key.needed => {
                let message = format!("missing `{}` in `{field}`", key.name);
                return Err(because(node, "missing-field", message));
            }
            None => {}
        }
    }
    Ok(())
}
