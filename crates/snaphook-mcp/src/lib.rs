//! Hooks of type `mcp_tool`: they call a tool of an MCP server.
//!
//! ```json
//! {"type": "mcp_tool", "server": "policy", "tool": "judge",
//!  "input": {"file": "${tool_input.file_path}"}}
//! ```
//!
//! [`McpFactory`] makes the handlers. Servers are those that `mcpServers` in
//! settings or `.mcp.json` defines, over stdio or streamable HTTP. The first call
//! starts a server, all calls share it, and it ends with the engine. One that
//! was lost is started anew by the next call; one that keeps failing is left
//! alone for a while. A call that was under way is never made twice: tools have
//! effects.
//!
//! | module | holds |
//! |---|---|
//! | `kind` | [`McpToolKind`]: the kind, for the list of those that an engine knows |
//! | `spec`, `keys` | how it is described: its name, its keys |
//! | `definition` | which tool one hook calls |
//! | `run` | what runs hooks, with the feature `client` |
//!
//! A host that has connections of its own brings them in with a [`Connector`]:
//!
//! ```
//! use std::sync::Arc;
//!
//! use serde_json::{Map, Value};
//! use snaphook_exec::Registry;
//! use snaphook_mcp::{
//!     CallError, ConnectError, Connection, Connector, McpFactory, McpFuture, Server, McpToolResult,
//! };
//!
//! /// What the host already talks to.
//! struct Hosted;
//!
//! impl Connector for Hosted {
//!     fn connect<'a>(
//!         &'a self,
//!         server: Server<'a>,
//!     ) -> McpFuture<'a, Result<Arc<dyn Connection>, ConnectError>> {
//!         Box::pin(async move {
//!             match server.name {
//!                 "policy" => Ok(Arc::new(Hosted) as Arc<dyn Connection>),
//!                 _ => Err(ConnectError::NoSuchServer),
//!             }
//!         })
//!     }
//! }
//!
//! impl Connection for Hosted {
//!     fn call_tool<'a>(
//!         &'a self,
//!         _tool: &'a str,
//!         input: Map<String, Value>,
//!     ) -> McpFuture<'a, Result<McpToolResult, CallError>> {
//!         Box::pin(async move {
//!             let answer = match input["command"].as_str() {
//!                 Some("rm -rf /") => r#"{"decision": "block", "reason": "no"}"#,
//!                 _ => "",
//!             };
//!             Ok(McpToolResult { texts: vec![answer.to_owned()], ..McpToolResult::default() })
//!         })
//!     }
//! }
//!
//! let registry = Registry::default();
//! let factory = McpFactory::with_connector(Arc::new(Hosted));
//! registry.register("mcp_tool", Arc::new(factory));
//! ```
//!
//! With an engine, `EngineBuilder::handler` registers a factory.

mod definition;
mod keys;
mod kind;
#[cfg(feature = "client")]
mod run;
mod spec;

pub use definition::McpToolDef;
pub use kind::McpToolKind;
#[cfg(feature = "client")]
pub use run::{
    CallError, ConnectError, Connection, Connector, DefinitionError, McpFactory, McpFuture,
    McpToolResult, Server, ServerDefinition, UnsetVariable,
};
pub use spec::McpTool;
