//! The permission pipeline: decisions, updates, and what must hold of all.

mod bypass;
mod decisions;
mod doors;
mod gate;
mod held;
mod laws;
mod modes;
mod places;
mod requests;
mod rewrites;
mod table;
mod trusted;
mod unclear;
mod updates;
pub(crate) mod world;
