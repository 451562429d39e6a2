//! The schemas against what they are about: the files, the reader of settings, the
//! reader of answers, and whole dispatches.
#![cfg(test)]

mod broken;
mod common;
mod events_page;
mod files;
mod golden;
mod handlers;
mod inputs;
mod keys;
mod outcomes;
mod outputs;
mod reader;
mod serve;
