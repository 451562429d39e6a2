//! The form of the store:
//!
//! ```json
//! {
//!   "version": 1,
//!   "projects": {
//!     "/home/me/project": { "hooks": [ { "id": "…", "digest": "…" } ] }
//!   }
//! }
//! ```
//!
//! Records are kept as they were read, so that fields of another release
//! survive a change to their neighbours.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::{ScriptState, TrustRecord};

const VERSION: u64 = 1;

/// A store in memory.
#[derive(Debug, Default)]
pub(super) struct StoreForm {
    /// What else is beside the projects.
    rest: Map<String, Value>,
    projects: Vec<ProjectEntry>,
}

#[derive(Debug)]
struct ProjectEntry {
    path: String,
    /// What else is beside its hooks.
    rest: Map<String, Value>,
    hooks: Vec<StoreEntry>,
}

#[derive(Debug)]
struct StoreEntry {
    raw: Value,
    record: TrustRecord,
}

/// Why a text is not a store.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum StoreFormError {
    Newer(u64),
    Corrupt(String),
}

fn corrupt<T>(reason: impl Into<String>) -> Result<T, StoreFormError> {
    Err(StoreFormError::Corrupt(reason.into()))
}

impl StoreForm {
    pub(super) fn parse(text: &str) -> Result<Self, StoreFormError> {
        let mut rest = match serde_json::from_str(text) {
            Ok(Value::Object(members)) => members,
            Ok(_) => return corrupt("it is not an object"),
            Err(error) => return corrupt(error.to_string()),
        };
        match rest.remove("version").as_ref().map(Value::as_u64) {
            Some(Some(VERSION)) => {}
            Some(Some(newer)) if newer > VERSION => return Err(StoreFormError::Newer(newer)),
            _ => return corrupt("its `version` is missing or unknown"),
        }
        let projects = match rest.remove("projects") {
            Some(Value::Object(members)) => members
                .into_iter()
                .map(|(path, value)| ProjectEntry::parse(path, value))
                .collect::<Result<_, _>>()?,
            _ => return corrupt("it has no `projects`"),
        };
        Ok(Self { rest, projects })
    }

    pub(super) fn to_text(&self) -> String {
        let projects: Map<String, Value> = self
            .projects
            .iter()
            .map(|project| (project.path.clone(), project.to_value()))
            .collect();
        let mut whole = Map::new();
        whole.insert("version".to_owned(), VERSION.into());
        whole.insert("projects".to_owned(), Value::Object(projects));
        whole.extend(self.rest.clone());
        format!("{:#}\n", Value::Object(whole))
    }

    /// Every project with its records.
    pub(super) fn projects(&self) -> impl Iterator<Item = (&str, Vec<&TrustRecord>)> {
        self.projects
            .iter()
            .map(|project| (&*project.path, project.records()))
    }

    /// The digests of all files in all records.
    pub(super) fn contents(&self) -> BTreeSet<String> {
        let records = self.projects().flat_map(|(_, records)| records);
        let scripts = records.flat_map(|record| &record.scripts);
        scripts
            .filter_map(|script| match script.state {
                ScriptState::File { sha256 } => Some(sha256.to_string()),
                ScriptState::Missing | ScriptState::Unreadable { .. } => None,
            })
            .collect()
    }

    /// The records of one project.
    pub(super) fn records(&self, path: &str) -> Vec<&TrustRecord> {
        self.projects
            .iter()
            .find(|project| project.path == path)
            .map(ProjectEntry::records)
            .unwrap_or_default()
    }

    /// Adds a record. One of the same definition is of the same hook, whose
    /// scripts or whose pack were others; it goes.
    pub(super) fn insert(&mut self, path: &str, record: TrustRecord) {
        self.remove(path, |old| {
            old.definition == record.definition
                || old.definition.is_other_version_of(&record.definition)
        });
        let at = self.projects.iter().position(|known| known.path == path);
        let at = at.unwrap_or_else(|| {
            self.projects.push(ProjectEntry {
                path: path.to_owned(),
                rest: Map::new(),
                hooks: Vec::new(),
            });
            self.projects.len() - 1
        });
        self.projects[at].hooks.push(StoreEntry {
            raw: json!(record),
            record,
        });
    }

    /// Takes out the chosen records of a project.
    pub(super) fn remove(
        &mut self,
        path: &str,
        mut chosen: impl FnMut(&TrustRecord) -> bool,
    ) -> Vec<TrustRecord> {
        let mut removed = Vec::new();
        for project in &mut self.projects {
            if project.path == path {
                removed.extend(
                    project
                        .hooks
                        .extract_if(.., |entry| chosen(&entry.record))
                        .map(|entry| entry.record),
                );
            }
        }
        self.projects
            .retain(|project| !project.hooks.is_empty() || !project.rest.is_empty());
        removed
    }
}

impl ProjectEntry {
    fn parse(path: String, value: Value) -> Result<Self, StoreFormError> {
        let Value::Object(mut rest) = value else {
            return corrupt(format!("`{path}` is not an object"));
        };
        let hooks = match rest.remove("hooks") {
            Some(Value::Array(items)) => items,
            _ => return corrupt(format!("`{path}` has no list of `hooks`")),
        };
        let hooks = hooks
            .into_iter()
            .map(|raw| match serde_json::from_value(raw.clone()) {
                Ok(record) => Ok(StoreEntry { raw, record }),
                Err(error) => corrupt(format!("a hook of `{path}`: {error}")),
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { path, rest, hooks })
    }

    fn to_value(&self) -> Value {
        let hooks = self.hooks.iter().map(|entry| entry.raw.clone()).collect();
        let mut members = Map::new();
        members.insert("hooks".to_owned(), Value::Array(hooks));
        members.extend(self.rest.clone());
        Value::Object(members)
    }

    fn records(&self) -> Vec<&TrustRecord> {
        self.hooks.iter().map(|entry| &entry.record).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_store_is_told_from_a_newer_one() {
        assert_eq!(
            StoreForm::parse(r#"{"version": 2}"#).unwrap_err(),
            StoreFormError::Newer(2)
        );
        for text in [
            "",
            "[]",
            "{",
            "{}",
            r#"{"version": 0, "projects": {}}"#,
            r#"{"version": "1", "projects": {}}"#,
            r#"{"version": 1}"#,
            r#"{"version": 1, "projects": []}"#,
            r#"{"version": 1, "projects": {"/p": {}}}"#,
            r#"{"version": 1, "projects": {"/p": {"hooks": [{}]}}}"#,
        ] {
            let error = StoreForm::parse(text).unwrap_err();
            assert!(matches!(error, StoreFormError::Corrupt(_)), "{text}");
        }
    }

    #[test]
    fn unknown_fields_beside_the_projects_are_kept() {
        let text =
            r#"{"version": 1, "note": "mine", "projects": {"/p": {"hooks": [], "colour": 3}}}"#;
        let mut form = StoreForm::parse(text).unwrap();
        form.remove("/p", |_| true);
        let again: Value = serde_json::from_str(&form.to_text()).unwrap();
        assert_eq!(again, serde_json::from_str::<Value>(text).unwrap());
    }
}
