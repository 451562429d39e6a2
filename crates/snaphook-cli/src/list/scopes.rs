//! Where settings were looked for, in the order in which they merge.

use std::path::PathBuf;

use serde_json::{Value, json};
use snaphook::{Engine, FileState};

use crate::error::CommandError;
use crate::show::{self, style};

pub(super) fn print(engine: &Engine, named: &[PathBuf], json: bool) -> Result<(), CommandError> {
    let mut rows: Vec<[String; 3]> = engine
        .files()
        .iter()
        .map(|file| {
            let path = file.path.display().to_string();
            [file.scope.as_str().to_owned(), state(file.state), path]
        })
        .collect();
    for file in named {
        let hooks = engine.configured().iter();
        let hooks = hooks.filter(|hook| hook.source.file.as_deref() == Some(file));
        let state = state(FileState::Read {
            hooks: hooks.count(),
        });
        rows.push(["explicit".to_owned(), state, file.display().to_string()]);
    }
    if json {
        let list: Value = rows
            .iter()
            .map(|[scope, state, file]| json!({"scope": scope, "state": state, "file": file}))
            .collect();
        return show::json(&list);
    }
    let (bold, dim) = (style::BOLD, style::DIM);
    let headings = ["scope", "state", "file"].map(str::to_owned);
    for (number, line) in show::columns(&headings, &rows).iter().enumerate() {
        let row = number.checked_sub(1).and_then(|at| rows.get(at));
        match row {
            None => crate::say!("{bold}{line}{bold:#}"),
            Some([_, state, _]) if state == "absent" => crate::say!("{dim}{line}{dim:#}"),
            Some(_) => crate::say!("{line}"),
        }
    }
    Ok(())
}

fn state(state: FileState) -> String {
    match state {
        FileState::Read { hooks: 1 } => "1 hook".to_owned(),
        FileState::Read { hooks } => format!("{hooks} hooks"),
        FileState::Absent => "absent".to_owned(),
        FileState::Failed => "not loaded".to_owned(),
        FileState::Off => "plugin is off".to_owned(),
    }
}
