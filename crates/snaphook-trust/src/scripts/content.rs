//! Reading a script's content: never a FIFO, never too much, and never half of
//! the old and half of the new.

use std::fs::Metadata;
use std::io::Read;
use std::path::Path;
use std::time::SystemTime;

use snaphook_files::open_to_read;

use crate::Digest;
use crate::os::Stamp;

/// The largest file that is read.
pub(crate) const LARGEST: u64 = 64 * 1024 * 1024;

/// How often a file that changes meanwhile is read again.
const ATTEMPTS: usize = 3;

/// What was read, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Content {
    pub(crate) sha256: Digest,
    pub(crate) stamp: Stamp,
    /// Whether an equal stamp means equal content.
    pub(crate) settled: bool,
    pub(crate) length: u64,
}

/// Reads the file at a path without symlinks.
pub(crate) fn read(path: &Path, limit: u64) -> Result<Content, String> {
    for _ in 0..ATTEMPTS {
        if let Some(content) = attempt(path, limit)? {
            return Ok(content);
        }
    }
    Err("it changes while it is read; try again when it does not".to_owned())
}

/// All bytes of the file at a path that is no symlink itself.
pub(crate) fn read_whole(path: &Path, limit: u64) -> Result<Vec<u8>, String> {
    let failed = |error: std::io::Error| format!("it cannot be read: {error}");
    let file = open_to_read(path).map_err(failed)?;
    check(&file.metadata().map_err(failed)?, limit)?;
    let mut bytes = Vec::new();
    let mut reader = (&file).take(limit.saturating_add(1));
    reader.read_to_end(&mut bytes).map_err(failed)?;
    match bytes.len() as u64 > limit {
        true => Err(too_large(limit)),
        false => Ok(bytes),
    }
}

/// Nothing where the file changed meanwhile.
fn attempt(path: &Path, limit: u64) -> Result<Option<Content>, String> {
    let failed = |error: std::io::Error| format!("it cannot be read: {error}");
    let begun = SystemTime::now();
    let file = open_to_read(path).map_err(failed)?;
    let before = file.metadata().map_err(failed)?;
    check(&before, limit)?;
    let (sha256, length) =
        Digest::of_reader((&file).take(limit.saturating_add(1))).map_err(failed)?;
    if length > limit {
        return Err(too_large(limit));
    }
    let after = file.metadata().map_err(failed)?;
    let stamp = Stamp::of(&before);
    let calm = stamp == Stamp::of(&after) && length == before.len();
    Ok(calm.then(|| Content {
        sha256,
        stamp,
        settled: stamp.settled(begun),
        length,
    }))
}

fn check(meta: &Metadata, limit: u64) -> Result<(), String> {
    if !meta.is_file() {
        return Err("it is not a regular file; name one instead".to_owned());
    }
    if meta.len() > limit {
        return Err(too_large(limit));
    }
    Ok(())
}

fn too_large(limit: u64) -> String {
    format!(
        "it has more than {limit} bytes, which is the most that is read; trust needs a smaller file"
    )
}
