//! `snaphook approvals`: shows the calls and questions that wait for a person, and answers
//! them; and what asks for such answers in the other commands.

mod answer;
mod args;
mod ask;
mod command;
mod follow;
mod list;
mod opened;
mod show;

pub(crate) use args::{ApprovalsArgs, HELP};
pub(crate) use ask::{approver, person_or_store};
pub(crate) use command::approvals;
