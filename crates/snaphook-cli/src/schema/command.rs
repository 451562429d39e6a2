//! Prints one schema, or writes all of them into a folder.

use std::path::Path;
use std::process::ExitCode;

use snaphook_schema::{SchemaFile, UnknownEvent};

use super::args::SchemaArgs;
use crate::error::CommandError;
use crate::show;

pub(crate) fn schema(args: &SchemaArgs) -> Result<ExitCode, CommandError> {
    if let Some(folder) = &args.all {
        return write_all(folder);
    }
    let schema = match (&args.input, &args.output) {
        (Some(event), _) => snaphook_schema::input(event).map_err(unknown)?,
        (_, Some(event)) => snaphook_schema::output(event).map_err(unknown)?,
        _ if args.outcome => snaphook_schema::outcome(),
        _ if args.lock => snaphook_schema::lock(),
        _ if args.serve => snaphook_schema::serve(),
        _ => snaphook_schema::settings(&snaphook::kinds()),
    };
    show::json(&schema)?;
    Ok(ExitCode::SUCCESS)
}

fn unknown(error: UnknownEvent) -> CommandError {
    let help = match error.help() {
        Some(help) => help,
        None => {
            let names: Vec<_> = snaphook::event::EVENTS
                .iter()
                .map(|spec| spec.name)
                .collect();
            format!(
                "use one of {}; events of a host have no schema",
                names.join(", ")
            )
        }
    };
    CommandError::new(error.to_string()).help(help)
}

fn write_all(folder: &Path) -> Result<ExitCode, CommandError> {
    let files = snaphook_schema::all(&snaphook::kinds());
    for file in &files {
        write(folder, file)?;
    }
    crate::say!("wrote {} schemas into {}", files.len(), folder.display());
    Ok(ExitCode::SUCCESS)
}

fn write(folder: &Path, file: &SchemaFile) -> Result<(), CommandError> {
    let path = folder.join(&file.path);
    let parent = path.parent().unwrap_or(folder);
    std::fs::create_dir_all(parent)
        .and_then(|()| std::fs::write(&path, file.text()))
        .map_err(|error| {
            CommandError::new(format!("failed to write {}: {error}", path.display()))
                .help("name a folder that you can write to")
        })
}
