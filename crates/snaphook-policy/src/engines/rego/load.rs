//! Reads the files of a folder, which may be that of an OPA bundle: policies, and data at
//! the place that its folders spell.

use std::path::{Component, Path};
use std::sync::Mutex;

use regorus::Engine;
use serde_json::{Map, Value};

use super::decide::RegoPolicies;
use crate::engines::folder::PolicyFile;
use crate::engines::language::{LoadedPolicies, PolicyError};
use crate::engines::mentions::Mentions;

/// The rules of the package `snaphook` that count.
pub(super) const RULES: &[&str] = &[
    "decision",
    "halt",
    "deny",
    "block",
    "ask",
    "modify",
    "add_context",
];

pub(crate) fn load(files: &[PolicyFile]) -> Result<Box<dyn LoadedPolicies>, PolicyError> {
    let mut engine = Engine::new();
    engine.set_strict_builtin_errors(true);
    let mut data = Map::new();
    for file in files {
        let failed = |why: String| PolicyError::Policy {
            file: file.name.clone(),
            why: why.split_whitespace().collect::<Vec<_>>().join(" "),
        };
        if file.name.ends_with(".rego") {
            // Tests of policies are for their authors.
            if file.name.ends_with("_test.rego") {
                continue;
            }
            let added = engine.add_policy(file.name.clone(), file.text.clone());
            added.map_err(|error| failed(error.to_string()))?;
        } else if Path::new(&file.name)
            .file_name()
            .is_some_and(|name| name == "data.json")
        {
            let value = serde_json::from_str(&file.text);
            let value: Value = value.map_err(|error| failed(error.to_string()))?;
            put(&mut data, &file.name, value).map_err(failed)?;
        }
    }
    let failed = |error: String| PolicyError::Policy {
        file: "the data".to_owned(),
        why: error,
    };
    let data = Value::Object(data).to_string();
    engine
        .add_data_json(&data)
        .map_err(|error| failed(error.to_string()))?;
    let mut declared = Vec::new();
    for rule in RULES {
        for file in files.iter().filter(|file| file.name.ends_with(".rego")) {
            let has = engine.has_declared_rule_rooted_at(&file.name, rule);
            if has.unwrap_or(false) && is_ours(&file.text) && !declared.contains(rule) {
                declared.push(*rule);
            }
        }
    }
    if declared.is_empty() {
        return Err(PolicyError::Policy {
            file: "package snaphook".to_owned(),
            why: format!("it has no rule {}", RULES.join(", ")),
        });
    }
    let texts = files.iter().filter(|file| file.name.ends_with(".rego"));
    let mentions = Mentions::of(texts.map(|file| file.text.as_str()), "input");
    Ok(Box::new(RegoPolicies {
        prepared: engine,
        idle: Mutex::new(Vec::new()),
        declared,
        mentions,
    }))
}

/// Whether a file is of the package `snaphook`.
fn is_ours(text: &str) -> bool {
    text.lines().any(|line| {
        let mut words = line.split_whitespace();
        words.next() == Some("package") && words.next() == Some("snaphook")
    })
}

/// Puts data where the folders of its file spell.
fn put(data: &mut Map<String, Value>, name: &str, value: Value) -> Result<(), String> {
    let Value::Object(members) = value else {
        return Err("data must be an object".to_owned());
    };
    let folders = Path::new(name)
        .parent()
        .into_iter()
        .flat_map(Path::components);
    let mut at = data;
    for folder in folders {
        if let Component::Normal(folder) = folder {
            let folder = folder.to_string_lossy().into_owned();
            let inner = at
                .entry(folder)
                .or_insert_with(|| Value::Object(Map::new()));
            let Value::Object(inner) = inner else {
                return Err("its place holds another value".to_owned());
            };
            at = inner;
        }
    }
    for (key, value) in members {
        if at.insert(key.clone(), value).is_some() {
            return Err(format!("`{key}` stands in two files"));
        }
    }
    Ok(())
}
