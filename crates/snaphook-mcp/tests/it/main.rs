//! MCP hooks from outside, through a harness, with real servers.
#![cfg(test)]

mod common;
mod connector;
mod guards;
mod http;
mod lifetime;
mod tools;
