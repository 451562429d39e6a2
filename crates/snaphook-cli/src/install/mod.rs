//! `snaphook install` and `uninstall`: the bridge in the configuration of other agents.

mod args;
mod command;
mod host;
mod person;
mod targets;
mod uninstall;
mod verify;

pub(crate) use args::{HELP, InstallArgs, UNINSTALL_HELP, UninstallArgs};
pub(crate) use command::install;
pub(crate) use host::Host;
pub(crate) use targets::{agent_names, find};
pub(crate) use uninstall::uninstall;
