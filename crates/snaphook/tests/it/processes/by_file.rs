//! Hooks that read their input from a file in memory.

pub(super) const STDIN: snaphook::StdinKind = snaphook::StdinKind::File;

#[path = "cases.rs"]
mod cases;
