//! Why a hook would, or would not, run.
//!
//! Built from the very functions that select hooks, so that an explanation
//! cannot differ from what `execute` does.

mod ask;
mod explanation;
mod hooks;
mod words;

pub use explanation::{Explanation, HookExplanation, NotRunReason, SeenCommand};
