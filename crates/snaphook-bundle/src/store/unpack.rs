//! The files of a bundle on disk, for the commands of its hooks. Each is held to what was
//! signed whenever the bundle is read; one that is missing or another is written anew.

use std::fs;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use crate::bundle::PolicyBundle;

/// Makes a folder hold the files of a bundle.
pub(crate) fn ensure_unpacked(bundle: &PolicyBundle, root: &Path) -> io::Result<()> {
    for (name, content) in bundle.own_files() {
        let path = root.join(name);
        if holds(&path, content)? {
            continue;
        }
        let folder = path.parent().unwrap_or(root);
        make_folder(root, folder)?;
        write(&path, content)?;
        if !holds(&path, content)? {
            return Err(io::Error::other("it was changed while it was written"));
        }
    }
    Ok(())
}

/// Whether a plain file has this content.
fn holds(path: &Path, content: &[u8]) -> io::Result<bool> {
    let found = match path.symlink_metadata() {
        Ok(found) => found,
        Err(error) if is_absent(&error) => return Ok(false),
        Err(error) => return Err(error),
    };
    if !found.is_file() || found.len() != content.len() as u64 || !is_as_executable(&found, content)
    {
        return Ok(false);
    }
    let mut read = Vec::with_capacity(content.len());
    let file = snaphook_files::open_to_read(path)?;
    file.take(content.len() as u64 + 1).read_to_end(&mut read)?;
    Ok(read == content)
}

/// Makes the folders of a file; a link or a file in their place is removed, because it
/// would lead out of the bundle.
fn make_folder(root: &Path, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(root)?;
    let below = folder.strip_prefix(root).unwrap_or(Path::new(""));
    let mut made = root.to_owned();
    for part in below {
        made.push(part);
        match made.symlink_metadata() {
            Ok(found) if found.is_dir() => continue,
            Ok(_) => fs::remove_file(&made)?,
            Err(error) if is_absent(&error) => {}
            Err(error) => return Err(error),
        }
        match fs::create_dir(&made) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// Writes beside it and renames, so that a hook that runs it never sees half.
fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    if path.symlink_metadata().is_ok_and(|found| found.is_dir()) {
        fs::remove_dir_all(path)?;
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".unpack-");
    set_mode(&mut builder, content);
    let mut file = builder.tempfile_in(folder)?;
    io::Write::write_all(&mut file, content)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// A script begins with `#!`; the modes in an archive are not signed, and do not count.
fn is_script(content: &[u8]) -> bool {
    content.starts_with(b"#!")
}

#[cfg(unix)]
fn set_mode(builder: &mut tempfile::Builder<'_, '_>, content: &[u8]) {
    use std::os::unix::fs::PermissionsExt;
    let mode = if is_script(content) { 0o755 } else { 0o644 };
    builder.permissions(fs::Permissions::from_mode(mode));
}

#[cfg(not(unix))]
fn set_mode(_: &mut tempfile::Builder<'_, '_>, _: &[u8]) {}

#[cfg(unix)]
fn is_as_executable(found: &fs::Metadata, content: &[u8]) -> bool {
    use std::os::unix::fs::PermissionsExt;
    (found.permissions().mode() & 0o100 != 0) == is_script(content)
}

#[cfg(not(unix))]
fn is_as_executable(_: &fs::Metadata, content: &[u8]) -> bool {
    let _ = is_script(content);
    true
}

fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}
