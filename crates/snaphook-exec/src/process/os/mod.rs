//! What differs by operating system: groups of processes and how to end them,
//! where the shell is, what a program is, pipes, what a process takes.
//! A port is one more file with these functions.

#[cfg(unix)]
mod unix;
#[cfg(unix)]
pub(crate) use unix::{
    DEFAULT_PATH, POSIX_SHELL, PipeWriter, Stamp, closed, is_executable, is_from_outside,
    pipe_writer, resident,
};
#[cfg(unix)]
pub(super) use unix::{Group, ended, file_limit, prepare};

#[cfg(not(unix))]
compile_error!(
    "snaphook runs on Unix for now: add crates/snaphook-exec/src/process/os/<system>.rs"
);
