//! Command hooks that misbehave, as real processes, whatever they read their
//! input from.

mod by_file;
mod by_pipe;
mod stdin;
