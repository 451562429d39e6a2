//! `snaphook check`: shows mistakes in settings as compilers show errors.

mod belongs;
mod command;
mod disk;
mod files;
mod folder;
mod github;
mod json;
mod look;
mod render;
mod sandbox;

#[cfg(feature = "ui")]
pub(crate) use command::check_everywhere;
pub(crate) use command::{check, findings_in};
