//! `snaphook hook`: the bridge. It stands as a hook in another agent's configuration.

mod answer;
mod approval;
mod args;
mod bridge;
mod call;
mod command;
mod deadline;
mod decisions;
mod failure;
mod held;
mod keep;
mod readings;
mod rules;

pub(crate) use args::{HELP, HookArgs};
pub(crate) use bridge::keep_own_places;
pub(crate) use command::hook;
