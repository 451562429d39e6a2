//! Finds the project and the scope of a file from its place.

use std::path::{Path, PathBuf};

use snaphook::hook::Scope;
use snaphook_dialects::settings_folders;
use snaphook_settings::folders::{around_settings_folder, is_settings_folder};

/// The settings of a project, by their names without the extension.
const NAMES: &[(&str, Scope)] = &[
    ("settings", Scope::Project),
    ("settings.local", Scope::Local),
];

/// The project that a file is in by its place: `<project>/.claude/x.json`,
/// or deeper if it is a skill or an agent. The user's own settings belong to no
/// project, but hold in each.
pub(super) fn owner(file: &Path) -> Option<PathBuf> {
    let absolute = std::path::absolute(file).ok()?;
    let names = settings_folders();
    let around = if is_markdown(file) {
        let mut above = absolute.ancestors();
        above.find_map(|file| around_settings_folder(file, &names))
    } else {
        around_settings_folder(&absolute, &names)
    };
    // Only this far: the settings themselves may be links to elsewhere.
    let project = around?.canonicalize().ok()?;
    let home = std::env::home_dir().and_then(|home| home.canonicalize().ok());
    (home.as_ref() != Some(&project)).then_some(project)
}

pub(super) fn scope_of(file: &Path) -> Scope {
    if is_markdown(file) {
        return front_matter_scope(file);
    }
    match owner(file) {
        None => Scope::Explicit,
        Some(_) => NAMES
            .iter()
            .find(|(name, _)| file.file_stem().is_some_and(|stem| stem == *name))
            .map_or(Scope::Explicit, |(_, scope)| *scope),
    }
}

/// Skills and agents are Markdown with front matter.
fn is_markdown(file: &Path) -> bool {
    file.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("md"))
}

/// Agents are in a folder `agents`; all else is a skill.
fn front_matter_scope(file: &Path) -> Scope {
    let absolute = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    let names = settings_folders();
    let mut folders = absolute
        .ancestors()
        .skip(1)
        .take_while(|folder| !is_settings_folder(folder, &names));
    if !file.ends_with("SKILL.md") && folders.any(|folder| folder.ends_with("agents")) {
        Scope::Agent
    } else {
        Scope::Skill
    }
}
