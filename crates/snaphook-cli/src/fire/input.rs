//! Reads the input of `fire` from stdin or a file, and applies the flags to it.

use std::io::{IsTerminal, Read};
use std::path::Path;

use snaphook::dialect::Rules;
use snaphook::input::{Fields, Input, InputError};
use snaphook::json::Json;

use crate::args::EventArgs;
use crate::error::CommandError;
use crate::world;

/// The fields that the arguments describe, in the words of their dialect.
pub(crate) fn described(args: &EventArgs) -> Result<Fields, CommandError> {
    let mut fields = fields(args.input.as_deref())?;
    if let Some(tool) = &args.tool {
        set(&mut fields, "tool_name", tool)?;
    }
    if let Some(json) = &args.tool_input {
        let value = Json::read(json).map_err(|error| {
            CommandError::new(format!("invalid JSON in --tool-input: {error}"))
                .help("write a JSON object, such as --tool-input '{\"command\": \"ls\"}'")
        })?;
        set(&mut fields, "tool_input", &value)?;
    }
    for assignment in &args.set {
        let Some((key, text)) = assignment
            .split_once('=')
            .filter(|(key, _)| !key.is_empty())
        else {
            return Err(CommandError::new(format!(
                "invalid --set {assignment}: expected KEY=VALUE"
            ))
            .help("write, for example, --set prompt='clean up' or --set tool_input.command=ls"));
        };
        let value = Json::read(text).unwrap_or_else(|_| text.into());
        set_path(&mut fields, key, value)?;
    }
    let cwd = world::folder(args.cwd.as_deref())?;
    if args.cwd.is_some() {
        set(&mut fields, "cwd", &cwd.to_string_lossy())?;
    }
    if let Some(session) = &args.session {
        set(&mut fields, "session_id", session)?;
    }
    world::fill_common(&mut fields, &cwd).map_err(|error| input_error(&error))?;
    Ok(fields)
}

/// The input that these fields are in a dialect; the event may be left out
/// where they name it.
pub(crate) fn build(
    event: Option<&str>,
    fields: Fields,
    rules: &Rules,
) -> Result<Input, CommandError> {
    rules
        .input(event, fields)
        .map_err(|error| input_error(&error))
}

/// The fields in the file, or on stdin; none where there is no input.
pub(crate) fn fields(file: Option<&Path>) -> Result<Fields, CommandError> {
    match read(file)? {
        Some(text) => Fields::parse(&text).map_err(|error| input_error(&error)),
        None => Ok(Fields::default()),
    }
}

/// The text of the input; nothing at a terminal, or when it is empty.
fn read(file: Option<&Path>) -> Result<Option<String>, CommandError> {
    let (bytes, name) = match file {
        Some(path) if path != Path::new("-") => {
            let bytes = std::fs::read(path).map_err(|error| {
                CommandError::new(format!("failed to read {}: {error}", path.display()))
                    .help("name a file with one JSON object")
            })?;
            (bytes, path.display().to_string())
        }
        _ => {
            let stdin = std::io::stdin();
            if file.is_none() && stdin.is_terminal() {
                return Ok(None);
            }
            let mut bytes = Vec::new();
            stdin.lock().read_to_end(&mut bytes).map_err(|error| {
                CommandError::new(format!("failed to read the input on stdin: {error}")).help(
                    "give the input as a file with --input, or an event's name and its fields",
                )
            })?;
            (bytes, "stdin".to_owned())
        }
    };
    let text = String::from_utf8(bytes).map_err(|_| {
        CommandError::new(format!("the input ({name}) is not valid UTF-8"))
            .help("give one JSON object in UTF-8")
    })?;
    Ok(Some(text).filter(|text| !text.trim().is_empty()))
}

fn set<T: serde::Serialize + ?Sized>(
    fields: &mut Fields,
    key: &str,
    value: &T,
) -> Result<(), CommandError> {
    fields.set(key, value).map_err(|error| input_error(&error))
}

/// Sets a field, or one inside an object: `tool_input.command`.
fn set_path(fields: &mut Fields, path: &str, value: Json) -> Result<(), CommandError> {
    let Some((key, rest)) = path.split_once('.') else {
        return set(fields, path, &value);
    };
    // From the outside in; what has no fields yet gets some.
    let mut inside = fields.fields(key).unwrap_or_default();
    set_path(&mut inside, rest, value)?;
    set(fields, key, &inside)
}

fn input_error(error: &InputError) -> CommandError {
    let help = match error {
        InputError::NoEvent => {
            "name the event, as in `snaphook fire PreToolUse`, or add `hook_event_name` to the input"
        }
        InputError::OtherEvent { .. } => {
            "name the same event in both places, or leave one of them out"
        }
        InputError::Repeated(_) => {
            // The agent may use another of the two values than the hooks would.
            return CommandError::new(error.to_string())
                .help("write every key of an object once")
                .unguarded(true)
                .refusing();
        }
        _ => {
            "give one JSON object, such as {\"hook_event_name\": \"Stop\"}; `snaphook fire --help` has examples"
        }
    };
    let said = CommandError::new(error.to_string()).help(help);
    match error {
        InputError::OtherEvent { .. } => said.usage(),
        _ => said,
    }
}
