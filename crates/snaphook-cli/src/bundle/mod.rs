//! `snaphook bundle`: signed policy bundles, from a folder to the machines.

mod args;
mod build;
mod command;
mod diff;
mod keygen;
mod keys;
mod ssh;
mod status;
mod test;
mod verify;

pub(crate) use args::{BundleArgs, HELP};
pub(crate) use command::bundle;
