//! Files that the host has open and that a process would inherit: through one of them a
//! hook would reach what no path of its policy opens.

use std::fs;

/// Numbers above the three standard ones that a new process would inherit. Our own files
/// are closed by `execve`; those of other code in the process may not be.
#[must_use]
pub fn inheritable_descriptors() -> Vec<i32> {
    let numbers = fs::read_dir("/proc/self/fd")
        .into_iter()
        .flatten()
        .flatten();
    let numbers = numbers.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    let mut inherited: Vec<_> = numbers
        .filter(|number| *number > 2 && is_inherited(*number))
        .collect();
    inherited.sort_unstable();
    inherited
}

fn is_inherited(number: i32) -> bool {
    const CLOSED_BY_EXECVE: u32 = 0o2_000_000;
    // One that was closed meanwhile is gone.
    let Ok(info) = fs::read_to_string(format!("/proc/self/fdinfo/{number}")) else {
        return false;
    };
    let flags = info.lines().find_map(|line| line.strip_prefix("flags:"));
    let flags = flags.and_then(|flags| u32::from_str_radix(flags.trim(), 8).ok());
    flags.is_none_or(|flags| flags & CLOSED_BY_EXECVE == 0)
}
