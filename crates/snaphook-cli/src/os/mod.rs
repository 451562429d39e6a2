//! Code that differs by operating system: the terminal, folders, executable files. A
//! port adds one file with these functions.

#[cfg(unix)]
mod unix;
#[cfg(unix)]
pub(crate) use unix::{
    KEYBOARD, POLICY_DIR, SCREEN, SYSTEM_DIR, can_be_started, is_ready, make_executable,
    make_private_folder, name_of_sh,
};

#[cfg(windows)]
mod windows;
#[cfg(windows)]
pub(crate) use windows::{
    KEYBOARD, POLICY_DIR, SCREEN, SYSTEM_DIR, can_be_started, is_ready, make_executable,
    make_private_folder, name_of_sh,
};
