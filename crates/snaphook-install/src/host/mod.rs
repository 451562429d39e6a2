//! What is on this machine: agents, their versions, and the path of our own program.

mod detect;
mod program;
mod version;

pub use detect::{DetectedAgent, detect, look_for};
pub use program::{StableProgram, stable_program};
pub use version::{program_version, version_in};
