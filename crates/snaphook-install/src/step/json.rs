//! Trusted folders and approvals in JSON files.

use std::path::Path;

use serde_json::{Value, json};
use snaphook_settings::edit::{JsonStep, JsonText};

use super::steps::StepOutcome;
use crate::command::is_ours;
use crate::entry::AgentHookEntry;
use crate::error::InstallError;

pub(super) fn trust_in_map(
    file: &Path,
    given: Option<&str>,
    folder: &str,
    value: &str,
) -> Result<StepOutcome, InstallError> {
    let mut text = JsonText::parse(file, given)?;
    let root = text.root().to_value();
    match root.get(folder).and_then(Value::as_str) {
        Some(known) if known.starts_with("DO_NOT") => Ok(StepOutcome::Refused(format!(
            "{}: {folder} stands there as `{known}`; trust it there, or its hooks do not run",
            file.display()
        ))),
        Some(_) => Ok(StepOutcome::Done),
        None => {
            text.set(&[JsonStep::Key(folder)], &value.into())?;
            Ok(StepOutcome::Text(text.text()))
        }
    }
}

pub(super) fn trust_in_list(
    file: &Path,
    given: Option<&str>,
    folder: &str,
    key: &str,
) -> Result<StepOutcome, InstallError> {
    let mut text = JsonText::parse(file, given)?;
    let root = text.root().to_value();
    let listed = root.get(key).and_then(Value::as_array);
    let trusted = |item: &Value| {
        let path = item.as_str().map(Path::new);
        path.is_some_and(|path| Path::new(folder).starts_with(path))
    };
    if listed.is_some_and(|items| items.iter().any(trusted)) {
        return Ok(StepOutcome::Done);
    }
    text.append(&[key], &folder.into())?;
    Ok(StepOutcome::Text(text.text()))
}

/// Has exactly the approvals of these entries, beside those of other commands.
pub(super) fn approve(
    file: &Path,
    given: Option<&str>,
    key: &str,
    entries: &[AgentHookEntry],
) -> Result<StepOutcome, InstallError> {
    let mut text = JsonText::parse(file, given)?;
    let mut missing: Vec<&AgentHookEntry> = entries.iter().collect();
    let mut at = 0;
    loop {
        let root = text.root().to_value();
        let items = root.get(key).and_then(Value::as_array);
        let Some(item) = items.and_then(|items| items.get(at)) else {
            break;
        };
        let word = |key: &str| item.get(key).and_then(Value::as_str).unwrap_or_default();
        let own = is_ours(word("command"));
        let wanted = missing
            .iter()
            .position(|entry| entry.event == word("event") && entry.command == word("command"));
        match wanted {
            Some(found) => {
                missing.remove(found);
                at += 1;
            }
            None if own => text.remove(&[JsonStep::Key(key), JsonStep::Item(at)])?,
            None => at += 1,
        }
    }
    for entry in missing {
        let approval = json!({"event": entry.event, "command": entry.command});
        text.append(&[key], &approval)?;
    }
    let new = text.text();
    Ok(match given {
        Some(given) if given == new => StepOutcome::Done,
        None if entries.is_empty() => StepOutcome::Done,
        _ => StepOutcome::Text(new),
    })
}
