//! A hook's definition as explicit JSON: everything that decides when it runs, what
//! it runs and what its answer does.
//!
//! Every struct is taken apart without `..`: a field that is added to a hook
//! and forgotten here does not compile. Left out on purpose: whether the hook
//! is enabled, its id, where it is (but for the content of its pack), and the number of its
//! row.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use snaphook_core::hook::{Background, Hook, HookName, NameOrigin, OnFailure, Rewake};

use crate::{Digest, canonical};

/// A hook's definition as JSON. Every field is present, `null` where it has no value;
/// only the fields of workers are left out for other commands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HookDefinition(Map<String, Value>);

impl HookDefinition {
    /// The definition of a hook.
    #[must_use]
    pub fn of(hook: &Hook) -> Self {
        let Hook {
            id: _,
            name,
            event,
            native_event,
            matcher,
            condition,
            when,
            handler,
            timeout,
            on_failure,
            observe,
            status_message,
            description,
            once,
            background,
            enabled: _,
            trusted: _,
            internal: _,
            row,
            source,
        } = hook;
        // A name that nobody gave is not covered: it only shows what the rest says, or
        // the label of the group, which changes nothing.
        let given = name.origin() == NameOrigin::Explicit && *name != derived_name(hook);
        let given_name = given.then_some(name);
        let mut fields = object(json!({
            "event": event.as_str(),
            "matcher": matcher.text(),
            "if": condition,
            "name": given_name,
            "description": description,
            "statusMessage": status_message,
            "timeout": timeout.map(seconds),
            "onFailure": match on_failure {
                OnFailure::Continue => "continue",
                OnFailure::Block => "block",
            },
            "once": once,
            "sequential": row.is_some(),
        }));
        // Left out where it is not so, as in definitions that were trusted before.
        if let Some(native) = native_event {
            fields.insert("nativeEvent".to_owned(), (*native).into());
        }
        if let Some(when) = when {
            fields.insert("when".to_owned(), (**when).into());
        }
        if *observe {
            fields.insert("observe".to_owned(), true.into());
        }
        if let Some(origin) = source.origin.as_ref()
            && let Some(pin) = &origin.pack
        {
            // Trust in a hook of a pack is trust in every byte of the pack.
            fields.insert(
                "pack".to_owned(),
                json!({"name": origin.name, "tree": pin.tree}),
            );
        }
        fields.extend(of_background(background.as_ref()));
        fields.insert("type".to_owned(), handler.kind().as_str().into());
        fields.extend(handler.definition().to_json());
        Self(fields)
    }

    /// The digest of the definition alone.
    #[must_use]
    pub fn digest(&self) -> Digest {
        canonical::digest(&self.to_json())
    }

    /// The value of a field, such as `command`.
    #[must_use]
    pub fn get(&self, field: &str) -> Option<&Value> {
        self.0.get(field)
    }

    /// The text of a field, where it has one.
    #[must_use]
    pub fn text(&self, field: &str) -> Option<&str> {
        self.get(field)?.as_str()
    }

    /// Whether it is that of the same hook in another version of the same pack: trust in
    /// one version ends with trust in another, so that nobody goes back to an old one.
    #[must_use]
    pub fn is_other_version_of(&self, other: &Self) -> bool {
        let name = |one: &Self| one.get("pack").and_then(|pack| pack.get("name")).cloned();
        let alone = |one: &Self| {
            let mut fields = one.0.clone();
            fields.remove("pack");
            fields
        };
        name(self).is_some() && name(self) == name(other) && alone(self) == alone(other)
    }

    /// All fields, in the order in which people read them.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(field, value)| (&**field, value))
    }

    /// The definition as one JSON object.
    #[must_use]
    pub fn to_json(&self) -> Value {
        Value::Object(self.0.clone())
    }
}

fn derived_name(hook: &Hook) -> HookName {
    Hook::new(
        hook.event.clone(),
        hook.matcher.clone(),
        hook.handler.clone(),
        hook.source.clone(),
    )
    .name
}

fn of_background(background: Option<&Background>) -> Map<String, Value> {
    let rewake = background.and_then(|Background { rewake }| rewake.as_ref());
    let (message, summary) = rewake
        .map(|Rewake { message, summary }| (message, summary))
        .unzip();
    object(json!({
        "async": background.is_some(),
        "asyncRewake": rewake.is_some(),
        "rewakeMessage": message,
        "rewakeSummary": summary,
    }))
}

/// The members of a value that is known to be an object.
fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}

/// The exact length, as `90s` or `1.5s`.
fn seconds(length: Duration) -> String {
    let text = format!("{}.{:09}", length.as_secs(), length.subsec_nanos());
    format!("{}s", text.trim_end_matches('0').trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_of_time_is_exact() {
        assert_eq!(seconds(Duration::from_secs(90)), "90s");
        assert_eq!(seconds(Duration::from_millis(1500)), "1.5s");
        assert_eq!(seconds(Duration::ZERO), "0s");
        assert_eq!(seconds(Duration::from_nanos(1)), "0.000000001s");
    }
}
