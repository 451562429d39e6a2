//! Putting a tree on disk, and taking one away. Files are written beside their place and
//! moved there in one step: who looks sees the whole tree or none.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use super::error::StoreError;
use crate::os;
use crate::tree::{EntryMode, TreeContent};

/// Writes the files of a tree into a folder that is empty.
pub(super) fn write_tree(content: &TreeContent, root: &Path) -> Result<(), StoreError> {
    fs::create_dir(root).map_err(StoreError::io(root))?;
    let mut folders = vec![root.to_owned()];
    for (path, mode, bytes) in content.files() {
        let at = root.join(path);
        let folder = at.parent().unwrap_or(root);
        if !folder.is_dir() {
            fs::create_dir_all(folder).map_err(StoreError::io(folder))?;
            let above = folder.ancestors().take_while(|above| *above != root);
            for one in above {
                if !folders.iter().any(|known| known == one) {
                    folders.push(one.to_owned());
                }
            }
        }
        match mode {
            EntryMode::Symlink => {
                let target = String::from_utf8_lossy(bytes);
                os::make_link(&target, &at).map_err(StoreError::io(&at))?;
            }
            EntryMode::File | EntryMode::Executable => {
                write_file(&at, bytes).map_err(StoreError::io(&at))?;
                let executable = mode == EntryMode::Executable;
                os::write_mode(&at, executable).map_err(StoreError::io(&at))?;
            }
        }
    }
    for folder in folders.iter().rev() {
        os::lock_up(folder).map_err(StoreError::io(folder))?;
    }
    Ok(())
}

/// Writes a file that is not there yet: a link in its place is not followed.
pub(super) fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(bytes)?;
    file.sync_data()
}

/// Removes a folder whose folders nobody may write to. Links are removed, not followed.
pub(super) fn remove_tree(folder: &Path) -> io::Result<()> {
    let meta = match fs::symlink_metadata(folder) {
        Ok(meta) => meta,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    if !meta.is_dir() {
        if cfg!(windows) {
            let _ = os::open_up(folder);
        }
        return fs::remove_file(folder);
    }
    let _ = os::open_up(folder);
    for entry in fs::read_dir(folder)? {
        remove_tree(&entry?.path())?;
    }
    fs::remove_dir(folder)
}
