//! The files that `check` reads in a folder: a project, a plugin, a marketplace, a pack
//! of loose files, or a folder of these.

use std::path::{Path, PathBuf};

use snaphook::Dialect;
use snaphook::hook::Scope;
use snaphook_dialects::{files_in, settings_folders};
use snaphook_settings::folders::is_settings_folder;
use snaphook_settings::{LoadError, listed_plugins, load_node, plugin_files, skill_files};

/// Settings that are in a folder as they are, to be copied by who uses them.
const LOOSE: [(&str, Scope); 3] = [
    ("hooks.json", Scope::Plugin),
    ("settings.json", Scope::Explicit),
    ("settings.local.json", Scope::Explicit),
];

/// What a loose file has at the top, if it is for hooks.
const OWN_KEYS: [&str; 2] = ["hooks", "permissions"];

/// Folders below a pack that are searched.
const DEEPEST: usize = 4;
const MOST_FOLDERS: usize = 2000;

/// Folders of programs that people do not write hooks in.
const FOREIGN: [&str; 2] = ["node_modules", "target"];

/// The settings files of one folder, which are used together.
pub(super) struct FolderFiles {
    /// The folder that their paths start from.
    pub(super) base: PathBuf,
    pub(super) files: Vec<(PathBuf, Scope)>,
}

/// The settings in a folder: those of one dialect, or of all. Where it has none, those of
/// the folders below it.
pub(super) fn in_folder(folder: &Path, dialect: Option<&str>) -> Vec<FolderFiles> {
    let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    // `.` stays at the end of `absolute`; components drop it.
    let absolute: PathBuf = absolute.components().collect();
    let own = pack_in(&absolute, dialect);
    if !own.is_empty() {
        return own;
    }
    let mut found = Vec::new();
    let mut level = vec![absolute];
    let mut left = MOST_FOLDERS;
    for _ in 0..DEEPEST {
        let mut below: Vec<PathBuf> = level.iter().flat_map(|folder| subfolders(folder)).collect();
        below.truncate(left);
        left -= below.len();
        level.clear();
        for folder in below {
            let pack = pack_in(&folder, dialect);
            if pack.is_empty() {
                level.push(folder);
            }
            found.extend(pack);
        }
    }
    found
}

/// The content of a folder itself, and the plugins that it lists as a marketplace.
fn pack_in(folder: &Path, dialect: Option<&str>) -> Vec<FolderFiles> {
    let own = directly_in(folder, dialect);
    let listed = listed_plugins(folder)
        .into_iter()
        .map(|plugin| FolderFiles {
            files: as_plugin(&plugin.root, plugin.files),
            base: plugin.root,
        });
    let mut packs: Vec<_> = std::iter::once(own).chain(listed).collect();
    packs.retain(|pack| !pack.files.is_empty());
    packs
}

fn directly_in(folder: &Path, dialect: Option<&str>) -> FolderFiles {
    let root = match folder.parent() {
        Some(parent) if is_settings_folder(folder, &settings_folders()) => parent,
        _ => folder,
    };
    let wanted = |known: &&&dyn Dialect| dialect.is_none_or(|name| known.name() == name);
    let mut files: Vec<_> = snaphook_dialects::all()
        .iter()
        .filter(wanted)
        .flat_map(|dialect| files_in(*dialect, root))
        .filter(|file| file.path.starts_with(folder))
        .map(|file| (file.path, file.scope))
        .collect();
    files.extend(as_plugin(folder, plugin_files(folder)));
    for (name, scope) in LOOSE {
        let file = folder.join(name);
        let known = files.iter().any(|(known, _)| *known == file);
        if !known && is_for_hooks(&file) {
            files.push((file, scope));
        }
    }
    FolderFiles {
        base: root.to_owned(),
        files,
    }
}

/// Files of a plugin, of which only the hooks count, and its skills and agents.
pub(super) fn as_plugin(folder: &Path, files: Vec<PathBuf>) -> Vec<(PathBuf, Scope)> {
    let in_scope = |file| (file, Scope::Plugin);
    let skills = skill_files(folder);
    files.into_iter().map(in_scope).chain(skills).collect()
}

/// Whether a loose file is for hooks: many a program has a `settings.json`.
fn is_for_hooks(file: &Path) -> bool {
    match load_node(file) {
        Ok(root) => {
            let members = root.members().unwrap_or_default();
            members
                .iter()
                .any(|member| OWN_KEYS.contains(&&*member.key))
        }
        Err(LoadError::Syntax { .. }) => std::fs::read(file)
            .is_ok_and(|text| String::from_utf8_lossy(&text).contains("\"hooks\"")),
        Err(_) => false,
    }
}

/// The folders in a folder, by name, without links, hidden ones and those of programs.
fn subfolders(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = entries
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
        .filter(|entry| {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            !name.starts_with('.') && !FOREIGN.contains(&&*name)
        })
        .map(|entry| entry.path())
        .collect();
    folders.sort();
    folders
}
