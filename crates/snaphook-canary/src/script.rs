//! What the scripted model says: one tool call, then "done".

use serde_json::{Map, Value, json};

use crate::launch::{LaunchSpec, ToolCallForm};
use crate::wire::OfferedTool;

/// What the model has the agent do.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum ScriptKind {
    /// Run a command with the shell tool.
    Shell {
        /// The command.
        command: String,
    },
    /// Write a file.
    Write {
        /// Its absolute path.
        path: String,
        /// Its new content.
        content: String,
    },
    /// Replace a text in a file.
    Edit {
        /// Its absolute path.
        path: String,
        /// The text to find.
        old: String,
        /// The text to put there.
        new: String,
    },
}

/// The script of a model, for one agent.
#[derive(Debug, Clone)]
pub struct Script {
    tools: Vec<ToolCallForm>,
    /// The values of the parameters that the form names.
    values: Vec<String>,
    /// The folder that parameters for a folder get.
    folder: String,
}

/// A tool call that the model makes.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct ScriptedCall {
    /// The tool.
    pub name: String,
    /// Its arguments.
    pub arguments: Value,
}

impl Script {
    /// The script for an agent. `None`: the agent has no tool for this.
    #[must_use]
    pub fn new(launch: &LaunchSpec, kind: &ScriptKind, folder: &str) -> Option<Self> {
        let (tools, values): (_, Vec<String>) = match kind {
            ScriptKind::Shell { command } => (launch.shell, vec![command.clone()]),
            ScriptKind::Write { path, content } => {
                (launch.write, vec![path.clone(), content.clone()])
            }
            ScriptKind::Edit { path, old, new } => {
                (launch.edit, vec![path.clone(), old.clone(), new.clone()])
            }
        };
        (!tools.is_empty()).then(|| Self {
            tools: tools.to_vec(),
            values,
            folder: folder.to_owned(),
        })
    }

    /// The names of the tools that would do.
    #[must_use]
    pub fn tool_names(&self) -> Vec<&'static str> {
        self.tools.iter().map(|form| form.name).collect()
    }

    /// The call of the first tool that is among the offered ones.
    pub(crate) fn call(&self, offered: &[OfferedTool]) -> Option<ScriptedCall> {
        self.tools.iter().find_map(|form| {
            let tool = offered.iter().find(|tool| tool.name == form.name)?;
            Some(ScriptedCall {
                name: tool.name.clone(),
                arguments: self.arguments(form, &tool.schema),
            })
        })
    }

    fn arguments(&self, form: &ToolCallForm, schema: &Value) -> Value {
        let mut all = Map::new();
        for (key, value) in form.fixed {
            all.insert((*key).to_owned(), json!(value));
        }
        for (key, value) in form.keys.iter().zip(&self.values) {
            let property = &schema["properties"][*key];
            all.insert((*key).to_owned(), fitting(property, value));
        }
        let required = schema["required"].as_array().into_iter().flatten();
        for key in required.filter_map(Value::as_str) {
            if !all.contains_key(key) {
                all.insert(key.to_owned(), self.filler(key, &schema["properties"][key]));
            }
        }
        Value::Object(all)
    }

    /// A value for a required parameter that the form does not name.
    fn filler(&self, key: &str, schema: &Value) -> Value {
        if matches!(key, "cwd" | "workdir" | "dir_path" | "directory" | "dir") {
            return json!(self.folder);
        }
        if let Some(first) = schema["enum"].as_array().and_then(|all| all.first()) {
            return first.clone();
        }
        match type_of(schema).as_str() {
            "boolean" => json!(false),
            "integer" | "number" => json!(10),
            "array" => json!([]),
            "object" => json!({}),
            _ => json!("as scripted"),
        }
    }
}

/// A value in the type of its parameter: tools that take several commands get a list.
fn fitting(schema: &Value, value: &str) -> Value {
    let any_of = schema["anyOf"].as_array();
    let is_list = type_of(schema) == "array"
        || any_of.is_some_and(|all| all.iter().all(|one| type_of(one) == "array"));
    if is_list {
        json!([value])
    } else {
        json!(value)
    }
}

fn type_of(schema: &Value) -> String {
    let kind = &schema["type"];
    let first = kind.as_array().and_then(|all| all.first()).unwrap_or(kind);
    first.as_str().unwrap_or("string").to_lowercase()
}
