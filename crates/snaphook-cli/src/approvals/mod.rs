//! `snaphook approvals`: shows the calls and questions that wait for a person, and answers
//! them; and what asks for such answers in the other commands.

mod agent_marks;
mod answer;
mod args;
mod ask;
mod command;
mod follow;
mod key;
mod list;
mod opened;
#[cfg(feature = "notify")]
mod secret;
mod settings;
mod show;

pub(crate) use agent_marks::started_by_agent;
pub(crate) use args::{ApprovalsArgs, HELP};
pub(crate) use ask::AskFor;
pub(crate) use command::approvals;
pub(crate) use opened::open_store;
pub(crate) use settings::OwnApprovals;
