//! Chooses the file that `disable` changes.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use snaphook::hook::{Hook, Scope};
use snaphook::{Engine, FileState, SettingsFile};

use super::args::SwitchArgs;
use crate::error::CommandError;
use crate::list::ConfiguredHook;

/// The file to which the name of these hooks is added.
pub(super) fn file(
    args: &SwitchArgs,
    engine: &Engine,
    hooks: &[&ConfiguredHook],
    project: &Path,
) -> Result<PathBuf, CommandError> {
    if let Some(file) = &args.settings {
        return Ok(file.clone());
    }
    let scopes = match args.only() {
        Some(scope) => vec![scope],
        None => usual_scopes(hooks, project),
    };
    let of_scope = |scope: &Scope| best(engine, *scope, hooks);
    scopes.iter().find_map(of_scope).ok_or_else(|| {
        let names: Vec<_> = scopes.iter().map(|scope| scope.as_str()).collect();
        let message = format!(
            "the dialect {1} has no file for {0} settings",
            names.join(" or "),
            engine.dialect().name()
        );
        CommandError::new(message).help("use another --scope, or name a file with --settings")
    })
}

/// A hook of the project is switched off in the project, on this machine only;
/// any other one wherever its owner works. A dialect may have no settings for
/// this machine.
fn usual_scopes(hooks: &[&ConfiguredHook], project: &Path) -> Vec<Scope> {
    let of_project = |hook: &Hook| match hook.source.scope {
        Scope::Project | Scope::Local => true,
        Scope::Skill | Scope::Agent => {
            let file = hook.source.file.as_deref();
            file.is_some_and(|file| file.starts_with(project))
        }
        _ => false,
    };
    match hooks.iter().any(|one| of_project(&one.hook)) {
        true => vec![Scope::Local, Scope::Project],
        false => vec![Scope::User],
    }
}

/// Of the files of a scope: one beside the hook's own, else one that is there,
/// else the first.
fn best(engine: &Engine, scope: Scope, hooks: &[&ConfiguredHook]) -> Option<PathBuf> {
    let folders: Vec<_> = hooks
        .iter()
        .filter_map(|one| one.hook.source.file.as_deref()?.parent())
        .collect();
    let is_json = |file: &SettingsFile| file.path.extension() == Some(OsStr::new("json"));
    let is_beside =
        |file: &SettingsFile| file.path.parent().is_some_and(|own| folders.contains(&own));
    let is_there = |file: &SettingsFile| !matches!(file.state, FileState::Absent);
    let found = engine.files();
    let files = found.iter().filter(|file| file.scope == scope);
    // Servers are in a file of their own, and nothing else.
    let files = files.filter(|file| file.path.file_name() != Some(OsStr::new(".mcp.json")));
    files
        .enumerate()
        .min_by_key(|(number, file)| (!is_json(file), !is_beside(file), !is_there(file), *number))
        .map(|(_, file)| file.path.clone())
}
