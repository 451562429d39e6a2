//! Notices over real HTTP, to a server of the test.
#![cfg(test)]

mod notices;
mod receiver;
