//! The proxy between a client that is a test and servers that do as they are told.
#![cfg(test)]

mod calls;
mod common;
mod http;
mod listen;
mod listen_client;
mod listen_hostile;
mod passing;
mod questions;
mod strict;
