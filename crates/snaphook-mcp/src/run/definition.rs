//! One server, as `mcpServers` in settings or `.mcp.json` defines it.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::PathBuf;

use serde_json::{Map, Value};
use snaphook_exec::Surroundings;

use super::variables::{UnsetVariable, expand};

/// How a server is reached, with all variables replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ServerDefinition {
    /// A server that is a program, over its stdin and stdout.
    Stdio {
        /// The program.
        command: String,
        /// Its arguments.
        args: Vec<String>,
        /// Its whole environment.
        env: HashMap<OsString, OsString>,
        /// The folder it runs in.
        cwd: PathBuf,
    },
    /// A server with streamable HTTP.
    Http {
        /// Where it is.
        url: String,
        /// Headers of every request.
        headers: Vec<(String, String)>,
    },
}

/// Why the definition of a server cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DefinitionError {
    /// It is not an object.
    #[error("its definition must be an object")]
    NotAnObject,
    /// It names a transport that is no longer in use.
    #[error(
        "its `type` is \"sse\", which MCP no longer supports: use \"http\" with the server's \
        endpoint for it"
    )]
    Sse,
    /// It names an unknown transport.
    #[error("its `type` is \"{0}\": use \"stdio\" or \"http\"")]
    UnknownType(String),
    /// It does not say how the server is reached.
    #[error("it needs a `command`, or a `url`")]
    NoCommandOrUrl,
    /// It lacks this key.
    #[error("it needs a `{0}`")]
    Missing(String),
    /// A key holds another type of value.
    #[error("its `{key}` must be {expected}")]
    WrongType {
        /// The key.
        key: String,
        /// What the key holds.
        expected: &'static str,
    },
    /// Its address cannot be called.
    #[error("its `url` must begin with http:// or https://")]
    BadUrl,
    /// Its working directory is not a folder.
    #[error("its `cwd` {} is not a folder", .0.display())]
    CwdMissing(PathBuf),
    /// It has no working directory, and neither has the host.
    #[error("it needs a folder to run in: give it a `cwd`")]
    NoFolder,
    /// A variable in a value has no value.
    #[error("in its `{key}`, {variable}")]
    Variable {
        /// The key.
        key: String,
        /// The variable.
        variable: UnsetVariable,
    },
}

fn wrong(key: &str, expected: &'static str) -> DefinitionError {
    DefinitionError::WrongType {
        key: key.to_owned(),
        expected,
    }
}

impl ServerDefinition {
    /// Reads a definition.
    ///
    /// # Errors
    /// When it cannot be used, why not.
    pub fn read(definition: &Value, world: &Surroundings) -> Result<Self, DefinitionError> {
        let Value::Object(fields) = definition else {
            return Err(DefinitionError::NotAnObject);
        };
        let reader = DefinitionReader { fields, world };
        let kind = reader.text("type")?;
        match kind.as_deref() {
            Some("stdio") => reader.stdio(),
            Some("http" | "streamable-http") => reader.http(),
            Some("sse") => Err(DefinitionError::Sse),
            Some(other) => Err(DefinitionError::UnknownType(other.to_owned())),
            None if fields.contains_key("command") => reader.stdio(),
            None if fields.contains_key("url") => reader.http(),
            None => Err(DefinitionError::NoCommandOrUrl),
        }
    }
}

struct DefinitionReader<'a> {
    fields: &'a Map<String, Value>,
    world: &'a Surroundings,
}

impl DefinitionReader<'_> {
    fn stdio(&self) -> Result<ServerDefinition, DefinitionError> {
        let mut env = self.world.env.clone();
        let own = self.pairs("env")?.into_iter();
        env.extend(own.map(|(name, value)| (name.into(), value.into())));
        Ok(ServerDefinition::Stdio {
            command: self.needed("command")?,
            args: self.texts("args")?,
            env,
            cwd: self.folder()?,
        })
    }

    fn http(&self) -> Result<ServerDefinition, DefinitionError> {
        let url = self.needed("url")?;
        if !(url.starts_with("http://") || url.starts_with("https://")) {
            return Err(DefinitionError::BadUrl);
        }
        Ok(ServerDefinition::Http {
            url,
            headers: self.pairs("headers")?,
        })
    }

    /// Its own folder, or the project's: a server serves all sessions, wherever
    /// they are.
    fn folder(&self) -> Result<PathBuf, DefinitionError> {
        let world = self.world;
        let base = [&world.project_dir, &world.home, &world.temp_dir]
            .into_iter()
            .flatten()
            .find(|dir| dir.is_dir());
        let folder = match (self.text("cwd")?, base) {
            (None, base) => base.cloned(),
            (Some(own), Some(base)) => Some(base.join(own)),
            (Some(own), None) => Some(PathBuf::from(own)),
        };
        match folder {
            Some(folder) if folder.is_absolute() && folder.is_dir() => Ok(folder),
            Some(folder) => Err(DefinitionError::CwdMissing(folder)),
            None => Err(DefinitionError::NoFolder),
        }
    }

    fn needed(&self, key: &str) -> Result<String, DefinitionError> {
        match self.text(key)? {
            Some(text) if !text.trim().is_empty() => Ok(text),
            _ => Err(DefinitionError::Missing(key.to_owned())),
        }
    }

    fn text(&self, key: &str) -> Result<Option<String>, DefinitionError> {
        match self.fields.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => self.expanded(key, text).map(Some),
            Some(_) => Err(wrong(key, "a string")),
        }
    }

    fn texts(&self, key: &str) -> Result<Vec<String>, DefinitionError> {
        let wrong = || wrong(key, "a list of strings");
        let items = match self.fields.get(key) {
            None | Some(Value::Null) => return Ok(Vec::new()),
            Some(items) => items.as_array().ok_or_else(wrong)?,
        };
        items
            .iter()
            .map(|item| self.expanded(key, item.as_str().ok_or_else(wrong)?))
            .collect()
    }

    fn pairs(&self, key: &str) -> Result<Vec<(String, String)>, DefinitionError> {
        let wrong = || wrong(key, "an object of strings");
        let members = match self.fields.get(key) {
            None | Some(Value::Null) => return Ok(Vec::new()),
            Some(members) => members.as_object().ok_or_else(wrong)?,
        };
        members
            .iter()
            .map(|(name, value)| {
                let value = self.expanded(key, value.as_str().ok_or_else(wrong)?)?;
                Ok((name.clone(), value))
            })
            .collect()
    }

    fn expanded(&self, key: &str, text: &str) -> Result<String, DefinitionError> {
        let value_of = |name: &str| {
            let variable = self.world.var(name);
            let variable = variable.map(|value| value.to_string_lossy().into_owned());
            variable.or_else(|| {
                let project = self.world.project_dir.as_ref()?;
                (self.world.variable_of(name)? == "PROJECT_DIR")
                    .then(|| project.to_string_lossy().into_owned())
            })
        };
        expand(text, value_of).map_err(|variable| DefinitionError::Variable {
            key: key.to_owned(),
            variable,
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use snaphook_exec::Surroundings;

    use super::{DefinitionError, ServerDefinition};

    fn world() -> Surroundings {
        Surroundings {
            env: [("KEY", "secret"), ("BASE", "http://localhost:1")]
                .map(|(name, value)| (name.into(), value.into()))
                .into(),
            project_dir: Some(std::env::temp_dir()),
            ..Surroundings::default()
        }
    }

    fn read(definition: &Value) -> Result<ServerDefinition, DefinitionError> {
        ServerDefinition::read(definition, &world())
    }

    #[test]
    fn a_program_gets_the_world_and_its_own_variables() {
        let definition = json!({
            "command": "run", "args": ["--key", "${KEY}"], "env": {"KEY": "x${KEY}", "MORE": "1"},
        });
        let mut env = world().env;
        env.insert("KEY".into(), "xsecret".into());
        env.insert("MORE".into(), "1".into());
        assert_eq!(
            read(&definition).unwrap(),
            ServerDefinition::Stdio {
                command: "run".to_owned(),
                args: vec!["--key".to_owned(), "secret".to_owned()],
                env,
                cwd: std::env::temp_dir(),
            }
        );
    }

    #[test]
    fn an_address_gets_its_headers() {
        for kind in [json!("http"), json!("streamable-http"), json!(null)] {
            let definition = json!({
                "type": kind, "url": "${BASE}/mcp", "headers": {"Authorization": "Bearer ${KEY}"},
            });
            assert_eq!(
                read(&definition).unwrap(),
                ServerDefinition::Http {
                    url: "http://localhost:1/mcp".to_owned(),
                    headers: vec![("Authorization".to_owned(), "Bearer secret".to_owned())],
                }
            );
        }
    }

    #[test]
    fn what_cannot_be_used_says_why() {
        let table = [
            (json!("npx"), "an object"),
            (json!({}), "a `command`, or a `url`"),
            (json!({"type": "stdio"}), "needs a `command`"),
            (
                json!({"type": "stdio", "command": " "}),
                "needs a `command`",
            ),
            (json!({"type": "http"}), "needs a `url`"),
            (
                json!({"type": "sse", "url": "http://x"}),
                "no longer supports",
            ),
            (json!({"type": "ws", "url": "ws://x"}), "\"ws\""),
            (json!({"url": "file:///x"}), "http://"),
            (json!({"command": 1}), "`command` must be a string"),
            (
                json!({"command": "x", "args": "y"}),
                "`args` must be a list",
            ),
            (
                json!({"command": "x", "args": [1]}),
                "`args` must be a list",
            ),
            (
                json!({"command": "x", "env": {"A": 1}}),
                "`env` must be an object",
            ),
            (
                json!({"command": "x", "cwd": "not/there"}),
                "is not a folder",
            ),
            (
                json!({"command": "${NONE}"}),
                "in its `command`, the variable `NONE`",
            ),
        ];
        for (definition, expected) in table {
            let error = read(&definition).unwrap_err().to_string();
            assert!(error.contains(expected), "{definition}: {error}");
        }
    }

    #[test]
    fn the_project_is_a_variable_too() {
        let definition = json!({"command": "${CLAUDE_PROJECT_DIR}/server"});
        let ServerDefinition::Stdio { command, .. } = read(&definition).unwrap() else {
            panic!("it is a program");
        };
        assert_eq!(
            command,
            format!("{}/server", std::env::temp_dir().display())
        );
    }
}
