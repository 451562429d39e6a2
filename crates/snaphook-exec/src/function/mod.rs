//! Functions in the host's own process.

mod answer;
mod call;
mod wall;

pub use answer::IntoAnswer;
pub use call::{Function, FunctionCall};
pub use wall::{HostFuture, Panicked, walled};
