//! The proxy between a client that is a test and servers that do as they are told.
#![cfg(test)]

mod calls;
mod common;
mod http;
mod passing;
mod questions;
mod strict;
