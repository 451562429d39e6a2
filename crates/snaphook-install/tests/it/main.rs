//! The bridge in real configurations: files of every form, in a home and a project of
//! their own.
#![expect(
    clippy::unwrap_used,
    reason = "helpers of tests fail by panicking, too"
)]

mod findings;
mod golden;
mod hostile;
mod laws;
mod program;
mod shared;
mod steps;
mod world;
