//! Command hooks that misbehave, as real processes, whatever they read their
//! input from.
#![expect(
    clippy::duplicate_mod,
    reason = "the same cases with either kind of stdin"
)]

mod by_file;
mod by_pipe;
mod stdin;
