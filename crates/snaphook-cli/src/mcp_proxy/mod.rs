//! `snaphook mcp-proxy`: guards an MCP server.

mod args;
mod command;
mod headers;
mod listen;
mod pipes;

pub(crate) use args::{HELP, McpProxyArgs};
pub(crate) use command::mcp_proxy;
