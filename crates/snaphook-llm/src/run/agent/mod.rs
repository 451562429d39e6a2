//! Hooks of type `agent`: a model that looks around before it judges.

mod folders;
mod handler;
mod page;
mod tools;
mod walk;

pub(crate) use handler::AgentHandler;
