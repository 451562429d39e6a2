//! Reading a script's content: never a FIFO, never too much, and never half of
//! the old and half of the new.

use std::fs::Metadata;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use snaphook_files::open_to_read;

use crate::Digest;
use crate::os::ContentStamp;

/// The largest file that is read.
pub(crate) const LARGEST: u64 = 64 * 1024 * 1024;

/// How often a file that changes meanwhile is read again.
const ATTEMPTS: usize = 3;

/// What was read, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FileContent {
    pub(crate) sha256: Digest,
    pub(crate) stamp: ContentStamp,
    /// Whether an equal stamp means equal content.
    pub(crate) settled: bool,
    pub(crate) length: u64,
}

/// Why the content of a file cannot be vouched for. It can be cloned, so that a
/// file that several hooks name is read once.
#[derive(Debug, Clone, thiserror::Error)]
pub(crate) enum ContentError {
    /// The operating system reports an error.
    #[error("it cannot be read: {0}")]
    Io(#[source] Arc<std::io::Error>),
    /// It is a folder, a pipe or a device.
    #[error("it is not a regular file; name one instead")]
    NotAFile,
    /// It is larger than what is read.
    #[error("larger than the limit of {limit} bytes; trust needs a smaller file")]
    TooLarge {
        /// The limit, in bytes.
        limit: u64,
    },
    /// Every attempt to read it saw it change.
    #[error("it changed while it was read; try again")]
    Unsteady,
}

impl From<std::io::Error> for ContentError {
    fn from(error: std::io::Error) -> Self {
        Self::Io(Arc::new(error))
    }
}

/// Reads the file at a path without symlinks.
pub(crate) fn read(path: &Path, limit: u64) -> Result<FileContent, ContentError> {
    for _ in 0..ATTEMPTS {
        if let Some(content) = attempt(path, limit)? {
            return Ok(content);
        }
    }
    Err(ContentError::Unsteady)
}

/// All bytes of the file at a path that is not a symlink itself.
pub(crate) fn read_whole(path: &Path, limit: u64) -> Result<Vec<u8>, ContentError> {
    let file = open_to_read(path)?;
    check(&file.metadata()?, limit)?;
    let mut bytes = Vec::new();
    let mut reader = (&file).take(limit.saturating_add(1));
    reader.read_to_end(&mut bytes)?;
    match bytes.len() as u64 > limit {
        true => Err(ContentError::TooLarge { limit }),
        false => Ok(bytes),
    }
}

/// Reads a file once; returns nothing if the file changed meanwhile.
fn attempt(path: &Path, limit: u64) -> Result<Option<FileContent>, ContentError> {
    let begun = SystemTime::now();
    let file = open_to_read(path)?;
    let before = file.metadata()?;
    check(&before, limit)?;
    let (sha256, length) = Digest::of_reader((&file).take(limit.saturating_add(1)))?;
    if length > limit {
        return Err(ContentError::TooLarge { limit });
    }
    let after = file.metadata()?;
    let stamp = ContentStamp::of(&before);
    let calm = stamp == ContentStamp::of(&after) && length == before.len();
    Ok(calm.then(|| FileContent {
        sha256,
        stamp,
        settled: stamp.is_settled(begun),
        length,
    }))
}

fn check(meta: &Metadata, limit: u64) -> Result<(), ContentError> {
    if !meta.is_file() {
        return Err(ContentError::NotAFile);
    }
    if meta.len() > limit {
        return Err(ContentError::TooLarge { limit });
    }
    Ok(())
}
