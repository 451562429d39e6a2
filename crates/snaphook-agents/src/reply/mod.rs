//! From an outcome to what an agent can honour.

mod degrade;
mod message;
mod wanted;

pub use degrade::{Degradation, Substitute, degrade};
pub use message::Reply;
pub use wanted::WantedEffects;
