//! What differs by operating system. A port is one more file with these
//! functions.

#[cfg(unix)]
mod unix;
#[cfg(unix)]
pub(crate) use unix::{
    canonical, is_still, make_alike, open_real, open_to_lock, open_to_read, sync_folder,
    usual_permissions,
};

#[cfg(windows)]
mod windows;
#[cfg(windows)]
pub(crate) use windows::{
    canonical, is_still, make_alike, open_real, open_to_lock, open_to_read, sync_folder,
    usual_permissions,
};

#[cfg(not(any(unix, windows)))]
compile_error!("snaphook runs on Unix and Windows: add crates/snaphook-files/src/os/<system>.rs");
