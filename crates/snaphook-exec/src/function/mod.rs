//! Functions in the host's own process.

mod answer;
mod call;
mod stop;

pub use answer::IntoAnswer;
pub use call::{Function, FunctionCall};
pub use stop::StopSignal;
