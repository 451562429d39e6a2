//! Puts the view of a call together.

use serde_json::{Value, json};

use super::command::command;
use super::difference::differences;
use super::place::place;

/// Keys of an input whose texts are paths.
const PATHS: [&str; 4] = ["file_path", "notebook_path", "path", "cwd"];

/// What takes secrets out of a text that is not part of the input.
pub(super) type Redact<'a> = &'a dyn Fn(&str) -> String;

/// The view of a call of this tool. `redact` takes secrets out of what is read from files.
pub(crate) fn call_view(tool: &str, input: &Value, cwd: Option<&str>, redact: Redact<'_>) -> Value {
    let mut view = json!({});
    let mut places: Vec<Value> = PATHS
        .iter()
        .filter_map(|key| input[*key].as_str())
        .map(|path| place(path, cwd, false))
        .collect();
    let line = input["command"].as_str().or_else(|| input["cmd"].as_str());
    if let Some(line) = line.filter(|_| tool != "PowerShell") {
        let (command, written) = command(line);
        view["command"] = command;
        places.extend(written.iter().map(|file| {
            let cwd = cwd.filter(|_| !file.is_elsewhere);
            place(&file.path, cwd, true)
        }));
    }
    let differences = differences(input, cwd, redact);
    if !differences.is_empty() {
        view["differences"] = differences.into();
    }
    view["places"] = places.into();
    view
}
