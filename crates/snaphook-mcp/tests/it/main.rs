//! MCP hooks from outside, through the engine, with real servers.
#![cfg(test)]

mod common;
mod connector;
mod guards;
mod http;
mod lifetime;
mod reload;
mod tools;
