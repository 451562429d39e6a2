//! Bundles from outside: those that others made, those that are forged, and those that are
//! older than what a machine had.
#![cfg(test)]

mod common;
mod compare;
mod hostile;
mod signatures;
mod store;
