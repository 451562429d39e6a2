//! The watcher on a real file system.
#![cfg(test)]

mod common;
mod files;
mod folders;
#[cfg(unix)]
mod links;
mod lists;
mod random;
