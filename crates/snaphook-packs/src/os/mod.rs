//! What differs by operating system. A port is one more file with these functions.

#[cfg(unix)]
mod unix;
#[cfg(all(unix, feature = "fetch"))]
pub(crate) use unix::end_child;
#[cfg(unix)]
pub(crate) use unix::{file_stamp, is_executable, lock_up, make_link, open_up, write_mode};

#[cfg(windows)]
mod windows;
#[cfg(all(windows, feature = "fetch"))]
pub(crate) use windows::end_child;
#[cfg(windows)]
pub(crate) use windows::{file_stamp, is_executable, lock_up, make_link, open_up, write_mode};
