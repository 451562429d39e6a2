//! What differs by operating system: how a file is opened that must be the one
//! that was looked at.
//! A port is one more file with this function.

#[cfg(unix)]
mod unix;
#[cfg(unix)]
pub(crate) use unix::open_to_read;

#[cfg(windows)]
mod windows;
#[cfg(windows)]
pub(crate) use windows::open_to_read;

#[cfg(not(any(unix, windows)))]
compile_error!("snaphook runs on Unix and Windows: add crates/snaphook-llm/src/os/<system>.rs");
