//! What differs by operating system: how a file is told from its successor,
//! and who may write it.
//! A port is one more file with these functions.

#[cfg(unix)]
mod unix;
#[cfg(unix)]
pub(crate) use unix::{
    ContentStamp, exposed_file, exposed_folder, is_executable, make_folder, open_lock, seal_folder,
    spelled, starts_files, unseal_folder, write_sealed,
};

#[cfg(windows)]
mod windows;
#[cfg(windows)]
pub(crate) use windows::{
    ContentStamp, exposed_file, exposed_folder, is_executable, make_folder, open_lock, seal_folder,
    spelled, starts_files, unseal_folder, write_sealed,
};

#[cfg(not(any(unix, windows)))]
compile_error!("snaphook runs on Unix and Windows: add crates/snaphook-trust/src/os/<system>.rs");
