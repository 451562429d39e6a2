//! What differs by operating system. A port is one more file with these
//! functions.

#[cfg(unix)]
mod unix;
#[cfg(unix)]
pub(crate) use unix::{is_still, make_alike, sync_folder, usual_permissions};

#[cfg(not(unix))]
compile_error!("snaphook runs on Unix for now: add crates/snaphook-files/src/os/<system>.rs");
