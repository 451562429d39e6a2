//! Secrets whose name, or whose command, is in another field.
//!
//! | in a value | secret |
//! |---|---|
//! | `{"name": "DB_PASSWORD", "value": …}` | the value |
//! | `{"headers": [["Authorization", …]]}` | the second of a pair |
//! | `{"command": "docker", "args": ["login", "-p", …]}`, `["docker", "login", "-p", …]` | as on a command line |
//! | `{"command": "sudo -S ls", "stdin": …}` | what such a command reads |
//! | `{"kind": "Secret", "data": {…}}` | every value of a Kubernetes `Secret` |

use serde_json::{Map, Value};

use super::commands::{reads_secret, take_out_arguments};
use super::kubernetes::HELD_IN;
use super::named::{NameMatch, SecretNames};

const NAMES: &[&str] = &[
    "name", "key", "header", "field", "variable", "id", "Name", "Key", "k",
];
const VALUES: &[&str] = &["value", "val", "content", "Value", "v"];
const PROGRAMS: &[&str] = &[
    "command",
    "program",
    "cmd",
    "executable",
    "exec",
    "file",
    "path",
];
const ARGUMENTS: &[&str] = &["args", "arguments", "argv"];
const INPUTS: &[&str] = &["stdin", "input"];

/// Fields whose lists hold pairs of a name and a value.
const PAIRS: &[&str] = &[
    "headers",
    "header",
    "form",
    "fields",
    "params",
    "query",
    "data",
    "cookies",
    "env",
    "environment",
    "variables",
];

/// Takes them out of an object; how many there were.
pub(super) fn in_object(names: &SecretNames, members: &mut Map<String, Value>) -> usize {
    if !names.has_usual() {
        return 0;
    }
    let mut found = by_name_of_other(names, members);
    found += of_command(names, members);
    if members.get("kind").and_then(Value::as_str) == Some("Secret") {
        for held in HELD_IN {
            if let Some(Value::Object(held)) = members.get_mut(held) {
                found += held
                    .values_mut()
                    .map(|value| redact(value, "secret"))
                    .sum::<usize>();
            }
        }
    }
    found
}

/// Takes them out of a list that the field `key` holds; how many there were.
pub(super) fn in_list(names: &SecretNames, items: &mut [Value], key: Option<&&str>) -> usize {
    if !names.has_usual() {
        return 0;
    }
    let is_pair = key.is_some_and(|key| PAIRS.contains(&&*key.to_ascii_lowercase()));
    if let [Value::String(name), value] = items {
        if is_pair && let Some(name) = usual(names, name) {
            return redact(value, name);
        }
        // A user's name and password.
        if key.is_some_and(|key| key.eq_ignore_ascii_case("auth")) {
            return redact(value, "auth");
        }
    }
    take_out_arguments(names, None, items)
}

fn by_name_of_other(names: &SecretNames, members: &mut Map<String, Value>) -> usize {
    let name = NAMES.iter().find_map(|name| members.get(*name)?.as_str());
    let Some(name) = name.and_then(|name| usual(names, name)) else {
        return 0;
    };
    let mut found = 0;
    for value in VALUES {
        if let Some(value) = members.get_mut(*value) {
            found += redact(value, name);
        }
    }
    found
}

fn of_command(names: &SecretNames, members: &mut Map<String, Value>) -> usize {
    let mut found = 0;
    let program = PROGRAMS
        .iter()
        .find_map(|name| members.get(*name)?.as_str());
    let program = program
        .filter(|program| !program.contains(' '))
        .map(str::to_owned);
    let arguments = ARGUMENTS
        .iter()
        .find(|name| members.get(**name).is_some_and(Value::is_array));
    let mut reads = PROGRAMS
        .iter()
        .filter_map(|name| members.get(*name))
        .any(|command| reads_secret(names, command));
    if let Some(Value::Array(arguments)) = arguments.and_then(|name| members.get_mut(*name)) {
        found += take_out_arguments(names, program.as_deref(), arguments);
        let mut line: Vec<Value> = program.into_iter().map(Value::from).collect();
        line.extend(arguments.iter().cloned());
        reads |= reads_secret(names, &Value::Array(line));
    }
    if reads {
        for input in INPUTS {
            if let Some(input) = members.get_mut(*input) {
                found += redact(input, "password");
            }
        }
    }
    found
}

/// The usual name that a name ends with.
fn usual(names: &SecretNames, name: &str) -> Option<&'static str> {
    match names.ending(name, false)? {
        NameMatch::Usual(usual) if !usual.encoded => Some(usual.name),
        _ => None,
    }
}

/// Puts something in the place of a text; how many there were.
fn redact(value: &mut Value, name: &str) -> usize {
    let taken = value
        .as_str()
        .is_some_and(|text| !text.is_empty() && !text.starts_with("[redacted: "));
    if taken {
        *value = format!("[redacted: {name}]").into();
    }
    usize::from(taken)
}
