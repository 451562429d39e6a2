//! Reads an archive that anybody may have made, into memory: nothing is written to disk
//! before all of it is known to be signed.

use std::collections::BTreeMap;
use std::io::Read;
use std::sync::Arc;

use flate2::bufread::GzDecoder;
use tar::{Archive, EntryType};

use super::limits::{LimitedReader, MOST_COMPRESSED, MOST_FILES, MOST_UNPACKED};
use super::name::check_name;
use crate::error::BundleError;

/// The files of an archive, by name.
pub(crate) type FileTree = BTreeMap<String, Arc<[u8]>>;

/// Reads all files.
pub(crate) fn read(archive: &[u8]) -> Result<FileTree, BundleError> {
    if archive.len() > MOST_COMPRESSED {
        return Err(too_large("the archive", MOST_COMPRESSED as u64));
    }
    let mut unpacked = LimitedReader::new(GzDecoder::new(archive), MOST_UNPACKED);
    let read = read_entries(&mut Archive::new(&mut unpacked)).and_then(|files| {
        // What is behind the last entry counts, too: the checksum is at the very end.
        std::io::copy(&mut unpacked, &mut std::io::sink()).map_err(broken)?;
        Ok(files)
    });
    if unpacked.exceeded {
        return Err(too_large("what it unpacks to", MOST_UNPACKED));
    }
    let files = read?;
    let rest = unpacked.into_inner().into_inner();
    if !rest.is_empty() {
        let message = format!("{} more bytes follow the archive", rest.len());
        return Err(BundleError::Archive(message));
    }
    Ok(files)
}

fn read_entries<R: Read>(archive: &mut Archive<R>) -> Result<FileTree, BundleError> {
    let mut files = FileTree::new();
    let mut folded = std::collections::HashSet::new();
    for entry in archive.entries().map_err(broken)? {
        let mut entry = entry.map_err(broken)?;
        let written = entry.path_bytes().into_owned();
        let Ok(written) = String::from_utf8(written) else {
            return Err(BundleError::Name {
                name: "?".to_owned(),
                reason: "it is not UTF-8 text",
            });
        };
        let kind = entry.header().entry_type();
        if kind == EntryType::Directory {
            let folder = written.trim_end_matches('/');
            if folder != "." {
                check_name(folder)?;
            }
            continue;
        }
        let name = check_name(&written)?.to_owned();
        if !matches!(kind, EntryType::Regular | EntryType::Continuous) {
            return Err(BundleError::EntryKind {
                name,
                kind: words_of(kind),
            });
        }
        if files.len() >= MOST_FILES {
            return Err(BundleError::TooLarge {
                what: "the number of files",
                limit: MOST_FILES.to_string(),
            });
        }
        // Some systems see one file in names that differ in case.
        if !folded.insert(name.to_lowercase()) {
            return Err(BundleError::Duplicate(name));
        }
        let mut content = Vec::new();
        entry.read_to_end(&mut content).map_err(broken)?;
        if entry.header().size().ok() != Some(content.len() as u64) {
            let message = format!("`{name}` ends before its last byte");
            return Err(BundleError::Archive(message));
        }
        files.insert(name, content.into());
    }
    Ok(files)
}

fn broken(error: std::io::Error) -> BundleError {
    BundleError::Archive(error.to_string())
}

fn too_large(what: &'static str, bytes: u64) -> BundleError {
    BundleError::TooLarge {
        what,
        limit: format!("{} MB", bytes / 1024 / 1024),
    }
}

fn words_of(kind: EntryType) -> &'static str {
    match kind {
        EntryType::Symlink => "a symbolic link",
        EntryType::Link => "a hard link",
        EntryType::Char | EntryType::Block => "a device",
        EntryType::Fifo => "a FIFO",
        _ => "not a plain file",
    }
}
