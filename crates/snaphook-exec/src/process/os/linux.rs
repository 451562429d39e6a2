//! Linux: an input as a sealed file in memory.
//!
//! Many hooks can read it without anybody writing it to each of them, and a hook
//! that reads nothing keeps nobody waiting.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsRawFd, OwnedFd};

use rustix::fs::{MemfdFlags, SealFlags};

/// A sealed file in memory.
#[derive(Debug)]
pub(crate) struct SealedFile(OwnedFd);

impl SealedFile {
    /// Makes a file of these pieces and seals it.
    pub(crate) fn of(pieces: &[Cow<'_, [u8]>]) -> io::Result<Self> {
        let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
        let mut file = File::from(rustix::fs::memfd_create("snaphook-input", flags)?);
        for piece in pieces {
            file.write_all(piece)?;
        }
        let seals = SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL;
        rustix::fs::fcntl_add_seals(&file, seals)?;
        Ok(Self(file.into()))
    }

    /// Opens the file for reading with an offset of its own, at the beginning.
    pub(crate) fn open(&self) -> io::Result<File> {
        File::open(format!("/proc/self/fd/{}", self.0.as_raw_fd()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn everybody_reads_all_of_it_and_nobody_can_write() {
        let sealed = SealedFile::of(&[b"in".into(), b"put\n".into()]).unwrap();
        for _ in 0..2 {
            let mut text = String::new();
            sealed.open().unwrap().read_to_string(&mut text).unwrap();
            assert_eq!(text, "input\n");
        }
        assert!(sealed.open().unwrap().write_all(b"x").is_err());
        let path = format!("/proc/self/fd/{}", sealed.0.as_raw_fd());
        let written = File::options().write(true).open(path);
        assert!(written.and_then(|mut file| file.write_all(b"x")).is_err());
    }
}
