//! Hooks that read their input from a pipe.

pub(super) const STDIN: snaphook::StdinKind = snaphook::StdinKind::Pipe;

#[path = "cases.rs"]
mod cases;
