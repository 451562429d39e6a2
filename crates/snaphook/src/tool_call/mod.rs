//! A tool call, before anybody has decided about it: what the gate and permissions share.

mod call;
mod id;
mod inputs;

pub use call::{ToolCall, ToolCallError};
pub(crate) use id::next as next_id;
pub(crate) use inputs::{AfterFailure, AfterSuccess, BeforeCall, CallInput};
