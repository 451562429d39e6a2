//! What a hook may reach, as its own definition says: the keys of the sandbox, read as
//! they are written. What it does not say is unknown, and then it may reach everything.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The rights that a hook asks for.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct HookRights {
    /// The network: hosts, or `unknown`.
    pub network: Right,
    /// Files and folders, or `unknown`.
    pub filesystem: Right,
    /// Variables of the environment, or `unknown`.
    pub env: Right,
}

/// One right: what the definition says, or unknown.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Right {
    /// The definition does not say: the hook may reach everything.
    #[default]
    Unknown,
    /// The definition says this.
    Declared(Value),
}

const UNKNOWN: &str = "unknown";

impl HookRights {
    /// The rights of a hook of this kind with this definition.
    #[must_use]
    pub fn of(kind: &str, definition: &Map<String, Value>) -> Self {
        let sandbox = definition.get("sandbox").and_then(Value::as_object);
        let said = |key: &str| match sandbox.and_then(|sandbox| sandbox.get(key)) {
            None | Some(Value::Null) => Right::Unknown,
            Some(value) => Right::Declared(value.clone()),
        };
        let mut rights = Self {
            network: said("network"),
            filesystem: said("filesystem"),
            env: said("env"),
        };
        if kind == "http" {
            // It runs no program: it reaches one server, with the variables that it names.
            let none = || Right::Declared(Value::Array(Vec::new()));
            rights.filesystem = none();
            rights.env = match definition.get("allowedEnvVars") {
                Some(Value::Array(names)) => Right::Declared(Value::Array(names.clone())),
                _ => none(),
            };
            if let Some(host) = definition
                .get("url")
                .and_then(Value::as_str)
                .and_then(host_of)
            {
                rights.network = Right::Declared(Value::Array(vec![host.into()]));
            }
        }
        rights
    }

    /// Its rights with their names.
    #[must_use]
    pub fn named(&self) -> [(&'static str, &Right); 3] {
        [
            ("network", &self.network),
            ("filesystem", &self.filesystem),
            ("env", &self.env),
        ]
    }

    /// Which of these rights are more, or other ones, than before. A right that a
    /// definition limits for the first time is not.
    #[must_use]
    pub fn gained_since(&self, before: &Self) -> Vec<&'static str> {
        let pairs = self.named().into_iter().zip(before.named());
        let gained = pairs.filter(|((_, now), (_, before))| match (before, now) {
            (Right::Unknown, _) => false,
            (Right::Declared(_), Right::Unknown) => true,
            (Right::Declared(before), Right::Declared(now)) => !is_within(now, before),
        });
        gained.map(|((name, _), _)| name).collect()
    }
}

/// Whether everything that `now` lists was in `before`; only lists can be compared.
fn is_within(now: &Value, before: &Value) -> bool {
    match (now, before) {
        (Value::Array(now), Value::Array(before)) => now.iter().all(|item| before.contains(item)),
        (Value::Bool(false) | Value::Null, _) => true,
        _ => now == before,
    }
}

fn host_of(url: &str) -> Option<String> {
    let rest = url.split_once("://")?.1;
    let authority = rest.split(['/', '?', '#']).next()?;
    let host = authority
        .rsplit_once('@')
        .map_or(authority, |(_, host)| host);
    (!host.is_empty()).then(|| host.to_owned())
}

impl std::fmt::Display for Right {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unknown => f.write_str(UNKNOWN),
            Self::Declared(Value::Array(items)) if items.is_empty() => f.write_str("none"),
            Self::Declared(Value::Array(items)) => {
                for (number, item) in items.iter().enumerate() {
                    let comma = if number > 0 { ", " } else { "" };
                    match item.as_str() {
                        Some(text) => write!(f, "{comma}{text}")?,
                        None => write!(f, "{comma}{item}")?,
                    }
                }
                Ok(())
            }
            Self::Declared(Value::Bool(false)) => f.write_str("none"),
            Self::Declared(Value::String(text)) => f.write_str(text),
            Self::Declared(value) => write!(f, "{value}"),
        }
    }
}

impl Serialize for Right {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Unknown => serializer.serialize_str(UNKNOWN),
            Self::Declared(value) => value.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Right {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        Ok(match value.as_str() == Some(UNKNOWN) || value.is_null() {
            true => Self::Unknown,
            false => Self::Declared(value),
        })
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Right {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Right".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "`unknown`, or what the definition of the hook says.",
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn rights(sandbox: Value) -> HookRights {
        let definition = json!({"sandbox": sandbox});
        HookRights::of("command", definition.as_object().unwrap())
    }

    #[test]
    fn what_a_definition_does_not_say_is_unknown() {
        assert_eq!(rights(json!(null)), HookRights::default());
        let some = rights(json!({"network": ["a.example"]}));
        assert_eq!(some.network.to_string(), "a.example");
        assert_eq!(some.env, Right::Unknown);
    }

    #[test]
    fn losing_a_limit_and_a_longer_list_are_gains() {
        let before = rights(json!({"network": ["a"], "env": []}));
        let gained = |now: Value| rights(now).gained_since(&before);
        assert_eq!(gained(json!({"network": ["a"], "env": []})), [""; 0]);
        assert_eq!(gained(json!({"network": [], "env": []})), [""; 0]);
        assert_eq!(
            gained(json!({"network": ["a", "b"], "env": []})),
            ["network"]
        );
        assert_eq!(gained(json!({"network": ["a"]})), ["env"]);
        assert_eq!(before.gained_since(&HookRights::default()), [""; 0]);
    }

    #[test]
    fn an_http_hook_reaches_the_host_of_its_url() {
        let definition = json!({"url": "https://me@a.example:8443/x", "allowedEnvVars": ["T"]});
        let rights = HookRights::of("http", definition.as_object().unwrap());
        assert_eq!(rights.network.to_string(), "a.example:8443");
        assert_eq!(rights.env.to_string(), "T");
        assert_eq!(rights.filesystem.to_string(), "none");
    }
}
