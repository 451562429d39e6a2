//! What differs by operating system: how a file is opened that must be the one
//! that was looked at.
//! A port is one more file with this function.

#[cfg(unix)]
mod unix;
#[cfg(unix)]
pub(crate) use unix::open_to_read;

#[cfg(not(unix))]
compile_error!("snaphook runs on Unix for now: add crates/snaphook-llm/src/os/<system>.rs");
