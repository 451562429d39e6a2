//! Making and undoing the steps of an agent.

use std::path::Path;

use snaphook_agents::FileStep;
use toml_edit::DocumentMut;

use super::codex_hash::trusted_hash;
use super::{json, toml};
use crate::entry::AgentHookEntry;
use crate::error::InstallError;
use crate::form::{EntryPlace, parse_toml, toml_text};

/// What steps are about.
#[derive(Debug, Clone, Default)]
pub(crate) struct StepContext {
    /// The project's folder, where hooks of a project are installed.
    pub(crate) folder: Option<String>,
    /// The path of the hook configuration; several, where an agent may write it without
    /// or with symlinks.
    pub(crate) hook_files: Vec<String>,
    /// Where the entries stand in it.
    pub(crate) places: Vec<EntryPlace>,
    /// The entries.
    pub(crate) entries: Vec<AgentHookEntry>,
}

/// What a step comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum StepOutcome {
    /// There is nothing to change.
    Done,
    /// The new text of the file.
    Text(String),
    /// A person decided otherwise; in words.
    Refused(String),
}

/// The file after a step.
pub(crate) fn make(
    step: &FileStep,
    file: &Path,
    given: Option<&str>,
    context: &StepContext,
) -> Result<StepOutcome, InstallError> {
    let folder = context.folder.as_deref();
    match step {
        FileStep::TomlSwitch { keys, .. } => {
            let document = parse_toml(file, given)?;
            let on = toml::get(&document, keys).and_then(toml_edit::Item::as_bool);
            match on {
                Some(true) => Ok(StepOutcome::Done),
                _ => edit_toml(file, given, document, &[(keys.to_vec(), true.into())]),
            }
        }
        FileStep::TomlFolder {
            table, key, value, ..
        } => {
            let Some(folder) = folder else {
                return Ok(StepOutcome::Done);
            };
            let document = parse_toml(file, given)?;
            let keys = vec![*table, folder, *key];
            match toml::get(&document, &keys).and_then(toml_edit::Item::as_str) {
                Some(known) if known == *value => Ok(StepOutcome::Done),
                Some(known) => Ok(StepOutcome::Refused(format!(
                    "{}: {folder} stands there as `{known}`; trust it there, or its hooks do not run",
                    file.display()
                ))),
                None => edit_toml(file, given, document, &[(keys, (*value).into())]),
            }
        }
        FileStep::TomlHookHashes { .. } => {
            let document = parse_toml(file, given)?;
            let hashes = hashes(context);
            let keys = |key| vec!["hooks", "state", key, "trusted_hash"];
            let missing: Vec<_> = hashes
                .iter()
                .filter(|(key, hash)| {
                    let known = toml::get(&document, &keys(key));
                    known.and_then(toml_edit::Item::as_str) != Some(hash)
                })
                .map(|(key, hash)| (keys(key), hash.as_str().into()))
                .collect();
            match missing.is_empty() {
                true => Ok(StepOutcome::Done),
                false => edit_toml(file, given, document, &missing),
            }
        }
        FileStep::JsonFolderMap { value, .. } => match folder {
            Some(folder) => json::trust_in_map(file, given, folder, value),
            None => Ok(StepOutcome::Done),
        },
        FileStep::JsonFolderList { key, .. } => match folder {
            Some(folder) => json::trust_in_list(file, given, folder, key),
            None => Ok(StepOutcome::Done),
        },
        FileStep::JsonApprovals { key, .. } => json::approve(file, given, key, &context.entries),
        _ => Ok(StepOutcome::Done),
    }
}

/// The file without what only our entries needed. Switches and trusted folders stay: other
/// hooks may need them by now.
pub(crate) fn undo(
    step: &FileStep,
    file: &Path,
    given: Option<&str>,
    context: &StepContext,
) -> Result<StepOutcome, InstallError> {
    match step {
        FileStep::TomlHookHashes { .. } if given.is_some() => {
            let mut document = parse_toml(file, given)?;
            for (key, hash) in hashes(context) {
                let keys = ["hooks", "state", key.as_str(), "trusted_hash"];
                let known = toml::get(&document, &keys).and_then(toml_edit::Item::as_str);
                if known == Some(hash.as_str()) {
                    toml::remove(&mut document, &keys);
                }
            }
            let text = toml_text(given, &document);
            Ok(match given == Some(text.as_str()) {
                true => StepOutcome::Done,
                false => StepOutcome::Text(text),
            })
        }
        FileStep::JsonApprovals { key, .. } => json::approve(file, given, key, &[]),
        _ => Ok(StepOutcome::Done),
    }
}

fn hashes(context: &StepContext) -> Vec<(String, String)> {
    let files = context.hook_files.iter();
    let of_file = |file: &String| {
        let places = context.places.iter();
        let hashes: Vec<_> = places.map(|place| trusted_hash(file, place)).collect();
        hashes
    };
    files.flat_map(of_file).collect()
}

fn edit_toml(
    file: &Path,
    given: Option<&str>,
    mut document: DocumentMut,
    values: &[(Vec<&str>, toml_edit::Value)],
) -> Result<StepOutcome, InstallError> {
    for (keys, value) in values {
        toml::set(file, &mut document, keys, value.clone())?;
    }
    let text = toml_text(given, &document);
    let again = parse_toml(file, Some(&text))?;
    let set = values.iter().all(|(keys, value)| {
        let now = toml::get(&again, keys).and_then(toml_edit::Item::as_value);
        now.is_some_and(|now| now.to_string().trim() == value.to_string().trim())
    });
    match set {
        true => Ok(StepOutcome::Text(text)),
        false => Err(InstallError::Unsafe(file.to_owned())),
    }
}
