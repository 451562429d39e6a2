//! Prints the places where settings may be, in the order in which they merge.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use snaphook::hook::Scope;
use snaphook::{Engine, FileState, SettingsFile};

use crate::error::CommandError;
use crate::show::{self, style};

pub(super) fn print(engine: &Engine, named: &[PathBuf], json: bool) -> Result<(), CommandError> {
    let named = named.iter().map(|path| SettingsFile {
        scope: Scope::Explicit,
        path: path.clone(),
        state: state_of(engine, path),
    });
    let files: Vec<SettingsFile> = engine.files().iter().cloned().chain(named).collect();
    if json {
        let list: Value = files.iter().map(as_json).collect();
        return show::json(&list);
    }
    let rows: Vec<[String; 3]> = files
        .iter()
        .map(|file| {
            let path = style::one_line(&file.path.display().to_string());
            [file.scope.as_str().to_owned(), words(file.state), path]
        })
        .collect();
    let (bold, dim) = (style::BOLD, style::DIM);
    let headings = ["scope", "state", "file"].map(str::to_owned);
    for (number, line) in show::columns(&headings, &rows).iter().enumerate() {
        let file = number.checked_sub(1).and_then(|at| files.get(at));
        match file.map(|file| file.state) {
            None => crate::say!("{bold}{line}{bold:#}"),
            Some(FileState::Absent) => crate::say!("{dim}{line}{dim:#}"),
            Some(_) => crate::say!("{line}"),
        }
    }
    show::switched_off(engine, "");
    Ok(())
}

/// The state of a file from `--settings`. At least one was loaded, or there would be no
/// engine.
fn state_of(engine: &Engine, file: &Path) -> FileState {
    let failed = engine
        .load_errors()
        .iter()
        .any(|error| error.file() == file);
    if failed {
        return FileState::Failed;
    }
    let hooks = engine.configured();
    let hooks = hooks
        .iter()
        .filter(|hook| hook.source.file.as_deref() == Some(file));
    FileState::Read {
        hooks: hooks.count(),
    }
}

fn words(state: FileState) -> String {
    match state {
        FileState::Read { hooks: 1 } => "1 hook".to_owned(),
        FileState::Read { hooks } => format!("{hooks} hooks"),
        FileState::Absent => "absent".to_owned(),
        FileState::Failed => "not loaded".to_owned(),
        FileState::Off => "plugin is off".to_owned(),
    }
}

fn as_json(file: &SettingsFile) -> Value {
    let (state, hooks) = match file.state {
        FileState::Read { hooks } => ("read", Some(hooks)),
        FileState::Absent => ("absent", None),
        FileState::Failed => ("notLoaded", None),
        FileState::Off => ("off", None),
    };
    let mut json = json!({
        "scope": file.scope.as_str(),
        "file": file.path.to_string_lossy(),
        "state": state,
    });
    if let Some(hooks) = hooks {
        json["hooks"] = hooks.into();
    }
    json
}
