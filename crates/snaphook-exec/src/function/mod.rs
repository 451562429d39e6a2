//! Functions in the host's own process.

mod answer;
mod call;

pub use answer::IntoAnswer;
pub use call::{Function, FunctionCall};
