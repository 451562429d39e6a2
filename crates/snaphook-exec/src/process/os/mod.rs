//! What differs by operating system: groups of processes and how to end them,
//! where the shell is, what a program is, pipes, what a process takes.
//! A port is one more file with these functions.

#[cfg(any(windows, test))]
mod git_bash;
#[cfg(unix)]
mod unix;
#[cfg(unix)]
pub(crate) use unix::{
    DEFAULT_PATH, NO_SHELL, PipeWriter, Stamp, closed, is_executable, is_from_outside,
    is_shell_script, pipe_writer, posix_shell, resident, same_variable, shell_path, spellings,
    variable,
};
#[cfg(unix)]
pub(super) use unix::{Group, ended, file_limit, filled_pipe, prepare};

#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
pub(crate) use linux::SealedFile;

#[cfg(not(target_os = "linux"))]
mod no_sealed_file;
#[cfg(not(target_os = "linux"))]
pub(crate) use no_sealed_file::SealedFile;

#[cfg(windows)]
mod windows;
#[cfg(windows)]
mod windows_pipe;
#[cfg(windows)]
pub(crate) use windows::{
    DEFAULT_PATH, NO_SHELL, Stamp, is_executable, is_from_outside, is_shell_script, posix_shell,
    resident, same_variable, shell_path, spellings, variable,
};
#[cfg(windows)]
pub(super) use windows::{Group, ended, file_limit, filled_pipe, prepare};
#[cfg(windows)]
pub(crate) use windows_pipe::{PipeWriter, closed, pipe_writer};

#[cfg(not(any(unix, windows)))]
compile_error!(
    "snaphook runs on Unix and Windows: add crates/snaphook-exec/src/process/os/<system>.rs"
);
