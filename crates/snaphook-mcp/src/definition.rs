//! One server, as `mcpServers` in settings or `.mcp.json` defines it.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::PathBuf;

use serde_json::{Map, Value};
use snaphook_exec::Surroundings;

use crate::variables::expand;

/// How a server is reached, with all variables replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Definition {
    /// A program that is spoken to through its stdin and stdout.
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
    /// An endpoint for streamable HTTP.
    Http {
        /// Where it is.
        url: String,
        /// Headers of every request.
        headers: Vec<(String, String)>,
    },
}

impl Definition {
    /// Reads a definition.
    ///
    /// # Errors
    /// When it cannot be used, why not.
    pub fn read(definition: &Value, world: &Surroundings) -> Result<Self, String> {
        let Value::Object(fields) = definition else {
            return Err("its definition must be an object".to_owned());
        };
        let reader = Reader { fields, world };
        let kind = reader.text("type")?;
        match kind.as_deref() {
            Some("stdio") => reader.stdio(),
            Some("http" | "streamable-http") => reader.http(),
            Some("sse") => Err(
                "its `type` is \"sse\", a transport that MCP has given up: use \"http\", with the endpoint that the server has for it"
                    .to_owned(),
            ),
            Some(other) => Err(format!(
                "its `type` is \"{other}\": use \"stdio\" or \"http\""
            )),
            None if fields.contains_key("command") => reader.stdio(),
            None if fields.contains_key("url") => reader.http(),
            None => Err("it needs a `command`, or a `url`".to_owned()),
        }
    }
}

struct Reader<'a> {
    fields: &'a Map<String, Value>,
    world: &'a Surroundings,
}

impl Reader<'_> {
    fn stdio(&self) -> Result<Definition, String> {
        let mut env = self.world.env.clone();
        let own = self.pairs("env")?.into_iter();
        env.extend(own.map(|(name, value)| (name.into(), value.into())));
        Ok(Definition::Stdio {
            command: self.needed("command")?,
            args: self.texts("args")?,
            env,
            cwd: self.folder()?,
        })
    }

    fn http(&self) -> Result<Definition, String> {
        let url = self.needed("url")?;
        if !(url.starts_with("http://") || url.starts_with("https://")) {
            return Err("its `url` must begin with http:// or https://".to_owned());
        }
        Ok(Definition::Http {
            url,
            headers: self.pairs("headers")?,
        })
    }

    /// Its own folder, or the project's: a server serves all sessions, wherever
    /// they are.
    fn folder(&self) -> Result<PathBuf, String> {
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
            Some(folder) => Err(format!("its `cwd` {} is no folder", folder.display())),
            None => Err("there is no folder to run it in: give it a `cwd`".to_owned()),
        }
    }

    fn needed(&self, key: &str) -> Result<String, String> {
        match self.text(key)? {
            Some(text) if !text.trim().is_empty() => Ok(text),
            _ => Err(format!("it needs a `{key}`")),
        }
    }

    fn text(&self, key: &str) -> Result<Option<String>, String> {
        match self.fields.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => self.expanded(key, text).map(Some),
            Some(_) => Err(format!("its `{key}` must be a string")),
        }
    }

    fn texts(&self, key: &str) -> Result<Vec<String>, String> {
        let wrong = || format!("its `{key}` must be a list of strings");
        let items = match self.fields.get(key) {
            None | Some(Value::Null) => return Ok(Vec::new()),
            Some(items) => items.as_array().ok_or_else(wrong)?,
        };
        items
            .iter()
            .map(|item| self.expanded(key, item.as_str().ok_or_else(wrong)?))
            .collect()
    }

    fn pairs(&self, key: &str) -> Result<Vec<(String, String)>, String> {
        let wrong = || format!("its `{key}` must be an object of strings");
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

    fn expanded(&self, key: &str, text: &str) -> Result<String, String> {
        let value_of = |name: &str| {
            let variable = self.world.var(name);
            let variable = variable.map(|value| value.to_string_lossy().into_owned());
            variable.or_else(|| {
                let project = self.world.project_dir.as_ref()?;
                (self.world.variable_of(name)? == "PROJECT_DIR")
                    .then(|| project.to_string_lossy().into_owned())
            })
        };
        expand(text, value_of).map_err(|error| format!("in its `{key}`, {error}"))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use snaphook_exec::Surroundings;

    use super::Definition;

    fn world() -> Surroundings {
        Surroundings {
            env: [("KEY", "secret"), ("BASE", "http://localhost:1")]
                .map(|(name, value)| (name.into(), value.into()))
                .into(),
            project_dir: Some(std::env::temp_dir()),
            ..Surroundings::default()
        }
    }

    fn read(definition: &Value) -> Result<Definition, String> {
        Definition::read(definition, &world())
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
            Definition::Stdio {
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
                Definition::Http {
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
            (json!({"type": "sse", "url": "http://x"}), "given up"),
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
            (json!({"command": "x", "cwd": "not/there"}), "no folder"),
            (
                json!({"command": "${NONE}"}),
                "in its `command`, the variable `NONE`",
            ),
        ];
        for (definition, expected) in table {
            let error = read(&definition).unwrap_err();
            assert!(error.contains(expected), "{definition}: {error}");
        }
    }

    #[test]
    fn the_project_is_a_variable_too() {
        let definition = json!({"command": "${CLAUDE_PROJECT_DIR}/server"});
        let Definition::Stdio { command, .. } = read(&definition).unwrap() else {
            panic!("it is a program");
        };
        assert_eq!(
            command,
            format!("{}/server", std::env::temp_dir().display())
        );
    }
}
