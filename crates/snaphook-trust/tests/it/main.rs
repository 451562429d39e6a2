//! Trust from outside, with real files. One binary for all of it: linking is
//! most of the time it takes to build tests, and some tests start it again.
#![cfg(test)]

mod changes;
mod common;
mod copies;
mod coverage;
mod properties;
mod scripts;
mod store;
mod telling;
mod watch;
mod writers;
