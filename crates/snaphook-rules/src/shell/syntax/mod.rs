//! A Bash reader that fails closed.
//!
//! Its only task is to find every simple command of a script. Parsers made
//! for linters or formatters recover from what they do not understand, and
//! then report a clean parse with a command missing from it; a guard cannot
//! live with that. This reader has no recovery: what it does not understand,
//! or what shells disagree about, is an `Unknown` and the caller treats it
//! as a match. It reads the source once, left to right, as Bash does: a
//! substitution is read by the same functions as the script around it.
//!
//! Bounded by construction: nesting is counted at every construct, and every
//! step forward costs fuel, so that the few places that try two readings
//! (`((` may be arithmetic or two subshells) cannot multiply.

mod compound;
mod cursor;
mod expand;
mod heredoc;
mod lists;
mod reader;
mod simple;
mod words;
mod zsh;

pub(in crate::shell) use reader::read;
pub(super) use reader::{Budget, TextOrigin};
use reader::{PendingHereDocument, ReadStep, ShellReader};
