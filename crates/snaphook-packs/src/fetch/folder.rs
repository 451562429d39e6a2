//! A pack in a folder of this machine. The repository around it, if there is one, is not
//! asked: its configuration could run programs.

use std::fs;
use std::io::Read;
use std::path::Path;

use super::error::FetchError;
use crate::os;
use crate::tree::{EntryMode, LARGEST_FILE, TreeContent, TreeError};

/// Reads all files of a folder; `.git` at its top is left out.
///
/// # Errors
/// When something in it cannot be read, or is refused.
pub fn read_folder(root: &Path) -> Result<TreeContent, FetchError> {
    let mut content = TreeContent::default();
    let mut open = vec![String::new()];
    while let Some(folder) = open.pop() {
        let at = root.join(&folder);
        let entries = fs::read_dir(&at).map_err(io_error(&at))?;
        for entry in entries {
            let path = entry.map_err(io_error(&at))?.path();
            let name = path.file_name().and_then(|name| name.to_str());
            let Some(name) = name else {
                let name = path.file_name().unwrap_or_default();
                return Err(FetchError::Name(
                    name.to_string_lossy().escape_default().to_string(),
                ));
            };
            let inside = match folder.is_empty() {
                true if name == ".git" => continue,
                true => name.to_owned(),
                false => format!("{folder}/{name}"),
            };
            let meta = fs::symlink_metadata(&path).map_err(io_error(&path))?;
            let kind = meta.file_type();
            if kind.is_dir() {
                crate::tree::check_path(&inside).map_err(|why| TreeError::Path {
                    path: inside.clone(),
                    why,
                })?;
                open.push(inside);
            } else if kind.is_symlink() {
                let target = fs::read_link(&path).map_err(io_error(&path))?;
                let target = target.to_string_lossy().into_owned().into_bytes();
                content.add(&inside, EntryMode::Symlink, target)?;
            } else if kind.is_file() {
                let mode = match os::is_executable(&meta) {
                    Some(true) => EntryMode::Executable,
                    _ => EntryMode::File,
                };
                content.make_room(&inside, meta.len())?;
                let bytes = read_file(&path)?;
                content.add(&inside, mode, bytes)?;
            } else {
                let kind = "a device, a pipe or a socket";
                return Err(TreeError::Kind { path: inside, kind }.into());
            }
        }
    }
    Ok(content)
}

fn read_file(path: &Path) -> Result<Vec<u8>, FetchError> {
    let file = snaphook_files::open_to_read(path).map_err(io_error(path))?;
    let mut bytes = Vec::new();
    let mut limited = file.take(LARGEST_FILE + 1);
    limited.read_to_end(&mut bytes).map_err(io_error(path))?;
    Ok(bytes)
}

fn io_error(path: &Path) -> impl FnOnce(std::io::Error) -> FetchError {
    let path = path.to_owned();
    move |source| FetchError::Io { path, source }
}
