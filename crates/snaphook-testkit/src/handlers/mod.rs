//! Harnesses that run handlers without an engine around them.
//!
//! | module | holds |
//! |---|---|
//! | `handler_harness` | [`HandlerHarness`]: one handler, and its bare response |
//! | `hook_harness` | [`HookHarness`]: hooks as settings describe them, and their outcome |

mod handler_harness;
mod hook_harness;

pub use handler_harness::{HandlerHarness, hook_with};
pub use hook_harness::HookHarness;
