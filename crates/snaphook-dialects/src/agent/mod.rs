//! Dialects of coding agents, made from what `snaphook-agents` knows of each: its events,
//! tools, matchers and timeouts. What is left to say is how a settings file is laid out and
//! how hooks answer.

mod data;
mod dialect;
mod places;
mod program;
mod rules;
mod tree;

pub use data::{AgentData, GuardKey, Layout};
pub(crate) use dialect::AgentDialect;
pub use dialect::CodingAgentDialect;
