//! The dialect `cagent`.

mod agents;
mod dialect;
mod events;
mod names;
mod result;
mod settings;

pub use dialect::Cagent;
