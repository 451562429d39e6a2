//! What differs by operating system: which files can be started.

#[cfg(unix)]
mod unix;
#[cfg(unix)]
pub(crate) use unix::{is_executable, make_executable};

#[cfg(windows)]
mod windows;
#[cfg(windows)]
pub(crate) use windows::{is_executable, make_executable};
