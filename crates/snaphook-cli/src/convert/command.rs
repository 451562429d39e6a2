//! Reads the files, converts their hooks, prints or writes the result, and tells what is
//! lost.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::{Value, json};
use snaphook_dialects::{
    ConvertTarget, ConvertedFile, ConvertedHooks, HookSource, convert as convert_hooks, files_in,
};
use snaphook_files::{Access, replace};
use snaphook_settings::load_node;
use snaphook_settings::node::Node;

use super::args::ConvertArgs;
use crate::error::CommandError;
use crate::os;
use crate::show::{self, style};
use crate::world;

/// Where rulesync keeps hooks.
const RULESYNC: &[&str] = &[".rulesync/hooks.json", ".rulesync/hooks.jsonc"];

pub(crate) fn convert(args: &ConvertArgs) -> Result<ExitCode, CommandError> {
    let folder = world::folder(args.project.as_deref())?;
    let project = match args.project {
        Some(_) => folder,
        None => world::project_root(&folder),
    };
    // The parser of the arguments knows the names.
    let unknown = |name: &str| CommandError::new(format!("unknown agent `{name}`"));
    let source = HookSource::named(&args.from).ok_or_else(|| unknown(&args.from))?;
    let target = ConvertTarget::named(&args.to).ok_or_else(|| unknown(&args.to))?;
    let paths = match &args.file {
        Some(file) => vec![file.clone()],
        None => files_of(source, &project),
    };
    if paths.is_empty() {
        return Err(CommandError::new(format!(
            "{} has no hooks for {}",
            project.display(),
            args.from
        ))
        .help("name the file to read"));
    }
    let trees: Result<Vec<_>, _> = paths.iter().map(|path| tree_of(source, path)).collect();
    let files = paths.iter().map(PathBuf::as_path).zip(trees?).collect();
    let converted = convert_hooks(source, target, files)
        .map_err(|error| CommandError::new(format!("{}: {}", paths[0].display(), error.message)))?;
    if args.json {
        show::json(&as_json(&converted))?;
        return Ok(exit(&converted));
    }
    tell_losses(&converted);
    if args.write {
        write(&converted, &project)?;
    } else {
        print(&converted);
    }
    let (converted_count, found) = (converted.converted, converted.found);
    crate::tell!("{converted_count} of {found} hooks converted");
    Ok(exit(&converted))
}

fn exit(converted: &ConvertedHooks) -> ExitCode {
    ExitCode::from(u8::from(converted.converted == 0))
}

/// The files of the project.
fn files_of(source: HookSource, project: &Path) -> Vec<PathBuf> {
    match source {
        HookSource::Dialect(dialect) => {
            let files = files_in(dialect, project).into_iter();
            files.map(|file| file.path).collect()
        }
        HookSource::Rulesync => {
            let files = RULESYNC.iter().map(|path| project.join(path));
            files.filter(|path| path.exists()).take(1).collect()
        }
    }
}

fn tree_of(source: HookSource, path: &Path) -> Result<Node, CommandError> {
    if let HookSource::Dialect(dialect) = source
        && let Some(tree) = dialect.program(path)
    {
        return Ok(tree);
    }
    load_node(path).map_err(|error| CommandError::new(error.to_string()))
}

fn as_json(converted: &ConvertedHooks) -> Value {
    let files = converted.files.iter().map(|file| {
        json!({
            "path": shown_path(file),
            "text": file.text,
            "executable": file.executable,
        })
    });
    let lost = converted.lost.iter().map(|loss| {
        let mut object = json!({"words": loss.words});
        if let Some(hook) = &loss.hook {
            object["hook"] = hook.clone().into();
        }
        object
    });
    json!({
        "found": converted.found,
        "converted": converted.converted,
        "files": files.collect::<Value>(),
        "lost": lost.collect::<Value>(),
    })
}

fn shown_path(file: &ConvertedFile) -> String {
    match file.in_home {
        true => format!("~/{}", file.path),
        false => file.path.clone(),
    }
}

fn tell_losses(converted: &ConvertedHooks) {
    let warning = style::WARNING;
    for loss in &converted.lost {
        let words = style::one_line(&loss.words);
        match &loss.hook {
            Some(hook) => {
                let hook = style::one_line(hook);
                crate::tell!("{warning}lost:{warning:#} {hook}: {words}");
            }
            None => crate::tell!("{warning}lost:{warning:#} {words}"),
        }
    }
}

/// Prints the files. One file is printed as it is; the place of it goes to stderr.
fn print(converted: &ConvertedHooks) {
    let several = converted.files.len() > 1;
    for file in &converted.files {
        let path = shown_path(file);
        match several {
            true => crate::say!("# {path}\n{}", file.text.trim_end()),
            false => {
                crate::tell!("for {path}:");
                crate::say!("{}", file.text.trim_end());
            }
        }
    }
}

/// Writes the files, if none of them is there.
fn write(converted: &ConvertedHooks, project: &Path) -> Result<(), CommandError> {
    if let Some(file) = converted.files.iter().find(|file| file.in_home) {
        return Err(CommandError::new(format!(
            "{} is not a file of the project",
            shown_path(file)
        ))
        .help("leave out --write, and put what is printed there yourself"));
    }
    let places = converted.files.iter().map(|file| project.join(&file.path));
    let places: Vec<PathBuf> = places.collect();
    let there = |path: &&PathBuf| path.symlink_metadata().is_ok();
    if let Some(path) = places.iter().find(there) {
        return Err(
            CommandError::new(format!("{} is there already", path.display()))
                .help("leave out --write, and merge what is printed yourself"),
        );
    }
    for (path, file) in places.iter().zip(&converted.files) {
        let failed = |error: std::io::Error| {
            CommandError::new(format!("failed to write {}: {error}", path.display()))
        };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(failed)?;
        }
        replace(path, file.text.as_bytes(), Access::Usual).map_err(failed)?;
        if file.executable {
            os::make_executable(path).map_err(failed)?;
        }
        crate::say!("wrote {}", path.display());
    }
    Ok(())
}
