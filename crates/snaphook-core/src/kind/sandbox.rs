//! The `sandbox` of a command, and `sandboxDefaults`: what a hook may reach, as settings
//! write it. The words are those of Anthropic's sandbox-runtime, so that its files carry
//! over. What follows from them on a machine is the business of `snaphook-sandbox`.

use serde_json::{Map, Value, json};

use super::key::{Key, SampleValue, ValueType};
use super::spec::FieldError;

/// The key at the top of settings.
pub const SANDBOX_DEFAULTS: &str = "sandboxDefaults";

/// What settings say about the sandbox of a hook. What is `None` was not said.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SandboxDef {
    /// `network.allowedDomains`: exact names, and `*.` before a name.
    pub allowed_domains: Option<Vec<String>>,
    /// `network.deniedDomains`: stronger than those allowed.
    pub denied_domains: Vec<String>,
    /// `filesystem.allowRead`: readable beside the defaults.
    pub allow_read: Option<Vec<String>>,
    /// `filesystem.denyRead`.
    pub deny_read: Vec<String>,
    /// `filesystem.allowWrite`: instead of the project.
    pub allow_write: Option<Vec<String>>,
    /// `filesystem.denyWrite`: stronger than what is allowed.
    pub deny_write: Vec<String>,
    /// `env`: variables beside the harmless ones.
    pub env: Option<Vec<String>>,
}

impl SandboxDef {
    /// Reads a value: `true` is a sandbox with every default, `false` none.
    ///
    /// # Errors
    /// When an entry cannot be held.
    pub fn read(value: &Value) -> Result<Option<Self>, FieldError> {
        match value {
            Value::Null | Value::Bool(false) => return Ok(None),
            Value::Bool(true) => return Ok(Some(Self::default())),
            Value::Object(_) => {}
            _ => {
                return Err(wrong(
                    "`sandbox` must be true, false or an object".to_owned(),
                ));
            }
        }
        let list = |part: &str, key: &str| -> Result<Option<Vec<String>>, FieldError> {
            let holder = if part.is_empty() {
                Some(value)
            } else {
                value.get(part)
            };
            let Some(items) = holder.and_then(|holder| holder.get(key)) else {
                return Ok(None);
            };
            let texts = items.as_array().and_then(|items| {
                let texts = items.iter().map(|item| item.as_str().map(str::to_owned));
                texts.collect::<Option<Vec<_>>>()
            });
            match texts {
                Some(texts) => Ok(Some(texts)),
                None if items.is_null() => Ok(None),
                None => Err(wrong(format!("`{key}` must be a list of strings"))),
            }
        };
        let def = Self {
            allowed_domains: list("network", "allowedDomains")?,
            denied_domains: list("network", "deniedDomains")?.unwrap_or_default(),
            allow_read: list("filesystem", "allowRead")?,
            deny_read: list("filesystem", "denyRead")?.unwrap_or_default(),
            allow_write: list("filesystem", "allowWrite")?,
            deny_write: list("filesystem", "denyWrite")?.unwrap_or_default(),
            env: list("", "env")?,
        };
        def.check()?;
        Ok(Some(def))
    }

    /// Whether every entry can be held.
    fn check(&self) -> Result<(), FieldError> {
        let paths = self.allow_read.iter().flatten().chain(&self.deny_read);
        let mut paths = paths
            .chain(self.allow_write.iter().flatten())
            .chain(&self.deny_write);
        let is_pattern = |path: &&String| {
            let plain = path.strip_suffix("/**").unwrap_or(path);
            plain.contains(['*', '?', '[']) || plain.contains('\0')
        };
        if let Some(path) = paths.find(is_pattern) {
            return Err(FieldError {
                key: "sandbox",
                code: "sandbox-pattern",
                message: format!("`{path}` is a pattern, and a sandbox holds paths only"),
                help: Some("name the folder or the file itself".to_owned()),
            });
        }
        let domains = self.allowed_domains.iter().flatten();
        if let Some(domain) = domains.clone().find(|domain| !is_domain(domain)) {
            return Err(FieldError {
                key: "sandbox",
                code: "sandbox-domain",
                message: format!("`{domain}` is not a domain that a sandbox can allow"),
                help: Some(
                    "write a name such as `example.com`, `*.example.com` or `example.com:443`; \
                    addresses and a bare `*` are not allowed"
                        .to_owned(),
                ),
            });
        }
        Ok(())
    }

    /// As JSON, with what was said and no more.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut network = Map::new();
        let mut files = Map::new();
        let put = |map: &mut Map<String, Value>, key: &str, list: Option<&Vec<String>>| {
            if let Some(list) = list {
                map.insert(key.to_owned(), json!(list));
            }
        };
        let said = |list: &'_ Vec<String>| (!list.is_empty()).then(|| list.clone());
        put(
            &mut network,
            "allowedDomains",
            self.allowed_domains.as_ref(),
        );
        put(
            &mut network,
            "deniedDomains",
            said(&self.denied_domains).as_ref(),
        );
        put(&mut files, "allowRead", self.allow_read.as_ref());
        put(&mut files, "denyRead", said(&self.deny_read).as_ref());
        put(&mut files, "allowWrite", self.allow_write.as_ref());
        put(&mut files, "denyWrite", said(&self.deny_write).as_ref());
        let mut json = Map::new();
        if !network.is_empty() {
            json.insert("network".to_owned(), network.into());
        }
        if !files.is_empty() {
            json.insert("filesystem".to_owned(), files.into());
        }
        put(&mut json, "env", self.env.as_ref());
        Value::Object(json)
    }
}

fn wrong(message: String) -> FieldError {
    FieldError {
        key: "sandbox",
        code: "sandbox-value",
        message,
        help: None,
    }
}

/// Whether a text is a name with letters in its last part, maybe with `*.` before it and
/// a port behind it.
fn is_domain(text: &str) -> bool {
    let (name, port) = match text.split_once(':') {
        Some((name, port)) => (name, Some(port)),
        None => (text, None),
    };
    let name = name.strip_prefix("*.").unwrap_or(name);
    let part = |part: &str| {
        !part.is_empty()
            && !part.starts_with('-')
            && part
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
    };
    let last = name.rsplit('.').next().unwrap_or_default();
    port.is_none_or(|port| port.parse::<u16>().is_ok_and(|port| port > 0))
        && name.split('.').all(part)
        && last.chars().any(|c| c.is_ascii_alphabetic())
        && !last.starts_with("0x")
}

const STRINGS: ValueType = ValueType::List(&ValueType::String);

const NETWORK: &[Key] = &[
    Key::new(
        "allowedDomains",
        STRINGS,
        "Domains that the hook may reach over HTTP and HTTPS, through a proxy: `example.com`, \
        `*.example.com`, `example.com:443`. None by default.",
    )
    .such_as(&[SampleValue::Strings(&["api.example.com", "*.example.org"])]),
    Key::new(
        "deniedDomains",
        STRINGS,
        "Domains that stay closed whatever is allowed.",
    ),
];

const FILESYSTEM: &[Key] = &[
    Key::new(
        "allowRead",
        STRINGS,
        "Paths that the hook may read beside the project and the programs of the system: \
        absolute, from `~`, or from the project.",
    )
    .such_as(&[SampleValue::Strings(&["~/shared/rules"])]),
    Key::new(
        "denyRead",
        STRINGS,
        "Paths that it may not read, beside those that hold secrets.",
    )
    .such_as(&[SampleValue::Strings(&["~/.ssh", "config/secrets"])]),
    Key::new(
        "allowWrite",
        STRINGS,
        "The only paths that it may write, instead of the project; a temporary folder of its own \
        it always has.",
    )
    .such_as(&[SampleValue::Strings(&["."])]),
    Key::new(
        "denyWrite",
        STRINGS,
        "Paths that it may not write, inside of those.",
    )
    .such_as(&[SampleValue::Strings(&["config/production.json"])]),
];

/// The keys of `sandbox` and of `sandboxDefaults`.
pub const SANDBOX_KEYS: &[Key] = &[
    Key::new(
        "network",
        ValueType::Object(NETWORK),
        "What it may reach over the network.",
    ),
    Key::new(
        "filesystem",
        ValueType::Object(FILESYSTEM),
        "What it may read and write.",
    ),
    Key::new(
        "env",
        STRINGS,
        "Variables of the environment that it gets beside harmless ones such as `PATH` and \
        `LANG`; a `*` at the end stands for any rest.",
    )
    .such_as(&[SampleValue::Strings(&["MY_TOOL_*"])]),
];

/// What `sandbox` and `sandboxDefaults` hold.
pub const SANDBOX_VALUE: ValueType =
    ValueType::Either(&[ValueType::Bool, ValueType::Object(SANDBOX_KEYS)]);

/// Keys inside a sandbox that nobody reads: what they would loosen stays as it is.
#[must_use]
pub fn unread_sandbox_keys(value: &Value) -> Vec<String> {
    let mut unread = Vec::new();
    let mut look = |value: Option<&Value>, prefix: &str, keys: &[Key]| {
        let members = value.and_then(Value::as_object).into_iter().flatten();
        let unknown = members.filter(|(name, _)| keys.iter().all(|key| key.name != **name));
        unread.extend(unknown.map(|(name, _)| format!("{prefix}{name}")));
    };
    look(Some(value), "", SANDBOX_KEYS);
    look(value.get("network"), "network.", NETWORK);
    look(value.get("filesystem"), "filesystem.", FILESYSTEM);
    unread
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_read_is_written_again() {
        for value in [
            json!({}),
            json!({"network": {"allowedDomains": ["a.example", "*.b.example:443"]}}),
            json!({"filesystem": {"denyRead": ["~/.ssh"], "allowWrite": ["."]}, "env": ["A_*"]}),
        ] {
            let read = SandboxDef::read(&value).unwrap().unwrap();
            assert_eq!(read.to_json(), value);
        }
        assert_eq!(SandboxDef::read(&json!(false)), Ok(None));
        assert_eq!(
            SandboxDef::read(&json!(true)),
            Ok(Some(SandboxDef::default()))
        );
    }

    #[test]
    fn what_cannot_be_held_is_refused() {
        for domain in [
            "*",
            "*.*",
            "10.0.0.1",
            "::1",
            "[::1]:80",
            "a..b",
            "a:b",
            "0x7f",
            "1.2.3.0x4",
            "a/b",
        ] {
            let value = json!({"network": {"allowedDomains": [domain]}});
            assert!(SandboxDef::read(&value).is_err(), "{domain}");
        }
        for path in ["**/.env", "~/*.pem", "a[b]"] {
            let value = json!({"filesystem": {"denyRead": [path]}});
            assert!(SandboxDef::read(&value).is_err(), "{path}");
        }
        for value in [json!("yes"), json!({"filesystem": {"denyRead": "~/.ssh"}})] {
            assert!(SandboxDef::read(&value).is_err(), "{value}");
        }
    }

    #[test]
    fn keys_that_nobody_reads_are_named() {
        let value = json!({"network": {"allowUnixSockets": []}, "enableWeakerNestedSandbox": true});
        let unread = ["enableWeakerNestedSandbox", "network.allowUnixSockets"];
        assert_eq!(unread_sandbox_keys(&value), unread);
    }
}
