//! The input of a policy: that of the event, and the facts beside its fields.

use serde_json::{Map, Value};
use snaphook_rules::facts::{Fact, FactScope, SCOPE_NAMES};

use crate::engines::mentions::Mentions;

/// The input, with the facts that the policies look at.
pub(super) fn input(scope: &FactScope<'_>, mentions: &Mentions) -> Value {
    let fields = scope.input.fields();
    let mut input = Map::new();
    for key in fields.keys() {
        if key == "tool_input" {
            if let Some(value) = scope.tool_input {
                input.insert(key.to_owned(), value.clone());
            }
        } else if let Some(value) = fields.value(key) {
            input.insert(key.to_owned(), value);
        }
    }
    for name in SCOPE_NAMES.iter().filter(|name| mentions.has(name)) {
        if let Some(fact) = scope.fact(name) {
            input.insert((*name).to_owned(), fact.to_json());
        }
    }
    if mentions.has("unknown") {
        let names = unknown(scope, mentions).into_iter();
        input.insert("unknown".to_owned(), names.collect());
    }
    Value::Object(input)
}

/// The facts that the policies look at and of which something is not known. A name of a
/// part (`args`) counts by itself: a policy that looks at names of commands alone does not
/// mind an argument.
pub(super) fn unknown(scope: &FactScope<'_>, mentions: &Mentions) -> Vec<String> {
    let mut names: Vec<&str> = Vec::new();
    for name in SCOPE_NAMES.iter().filter(|name| mentions.has(name)) {
        if let Some(fact) = scope.fact(name) {
            let mut of_fact = Vec::new();
            fact.unknown_names(name, &mut of_fact);
            of_fact.retain(|part| mentions.has(part));
            names.extend(of_fact);
            if matches!(fact, Fact::Unknown) {
                names.push(name);
            }
        }
    }
    names.sort_unstable();
    names.dedup();
    names.into_iter().map(str::to_owned).collect()
}
