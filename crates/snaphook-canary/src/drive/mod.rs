//! Runs one agent once on the scripted model.

mod environment;
mod group;
mod run;

pub use run::{Drive, DriveReport, drive};
