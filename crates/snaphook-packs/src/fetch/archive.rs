//! Archives (`.tar`, `.tar.gz`, `.tgz`): only files, folders and symlinks are taken out of
//! them, into memory and up to the limits of packs, so that ten gigabytes of zeros end early.

use std::io::Read;

use flate2::read::MultiGzDecoder;
use tar::{Archive, EntryType};

use super::error::FetchError;
use crate::tree::{EntryMode, LARGEST_TREE, TreeContent, TreeDigest, TreeError, check_path};

/// Headers and padding beside the files.
const MOST_UNPACKED: u64 = LARGEST_TREE + 32 * 1024 * 1024;

/// Reads an archive whose digest is known. Where everything is in one folder, that is
/// the pack.
///
/// # Errors
/// When the digest is another one, or something in the archive is refused.
pub fn read_archive(bytes: &[u8], wanted: &str) -> Result<TreeContent, FetchError> {
    let found = TreeDigest::of(bytes).to_string();
    if found != wanted {
        let wanted = wanted.to_owned();
        return Err(FetchError::ArchiveDigest { wanted, found });
    }
    let content = match bytes {
        [0x1f, 0x8b, ..] => unpack(MultiGzDecoder::new(bytes))?,
        [b'P', b'K', ..] => {
            let message = "it is a ZIP archive; packs come as `.tar`, `.tar.gz` or `.tgz`";
            return Err(FetchError::Archive(message.to_owned()));
        }
        _ => unpack(bytes)?,
    };
    let below = content
        .only_folder()
        .and_then(|folder| content.below(folder));
    Ok(below.unwrap_or(content))
}

fn unpack(reader: impl Read) -> Result<TreeContent, FetchError> {
    let failed = |error: std::io::Error| FetchError::Archive(error.to_string());
    let mut archive = Archive::new(reader.take(MOST_UNPACKED));
    let mut content = TreeContent::default();
    for entry in archive.entries().map_err(failed)? {
        let mut entry = entry.map_err(failed)?;
        let kind = entry.header().entry_type();
        if matches!(kind, EntryType::XGlobalHeader) {
            continue;
        }
        let path = String::from_utf8(entry.path_bytes().into_owned());
        let path = path.map_err(|error| {
            let name = String::from_utf8_lossy(error.as_bytes())
                .escape_default()
                .to_string();
            FetchError::Name(name)
        })?;
        let path = path.strip_prefix("./").unwrap_or(&path);
        if kind.is_dir() {
            let folder = path.trim_end_matches('/');
            if !matches!(folder, "" | ".") || path.starts_with('/') {
                check_path(folder).map_err(|why| TreeError::Path {
                    path: path.to_owned(),
                    why,
                })?;
            }
            continue;
        }
        let size = entry.size();
        content.make_room(path, size)?;
        let (mode, bytes) = match kind {
            EntryType::Regular | EntryType::Continuous => {
                let executable = entry.header().mode().map_err(failed)? & 0o111 != 0;
                let mut bytes = Vec::new();
                entry.read_to_end(&mut bytes).map_err(failed)?;
                if bytes.len() as u64 != size {
                    return Err(FetchError::Archive(format!(
                        "`{}` is cut off",
                        path.escape_default()
                    )));
                }
                let mode = match executable {
                    true => EntryMode::Executable,
                    false => EntryMode::File,
                };
                (mode, bytes)
            }
            EntryType::Symlink => {
                let target = entry.link_name_bytes().unwrap_or_default().into_owned();
                (EntryMode::Symlink, target)
            }
            other => {
                let kind = match other {
                    EntryType::Link => "a hard link",
                    EntryType::Char | EntryType::Block => "a device",
                    EntryType::Fifo => "a pipe",
                    _ => "of a kind that is not known",
                };
                let path = path.to_owned();
                return Err(TreeError::Kind { path, kind }.into());
            }
        };
        content.add(path, mode, bytes)?;
    }
    Ok(content)
}
