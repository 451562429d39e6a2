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
//! | `handler` | the factory and the handler |
//! | `substitute` | `${path.to.field}` in a tool's input |
//! | `definition`, `variables` | what `mcpServers` says |
//! | `servers` | which connections there are, and when a new one is made |
//! | `connection` | the traits between these and a server |
//! | `official` | their implementation with `rmcp`; nothing else knows that crate |
//! | `server_process`, `bounded`, `http_client` | what it stands on |
//! | `answer` | a tool's result as a hook's response |
//!
//! A host that has connections of its own brings them in with a [`Connector`]:
//!
//! ```
//! use std::sync::Arc;
//!
//! use serde_json::{Map, Value};
//! use snaphook::input::Input;
//! use snaphook::Engine;
//! use snaphook_mcp::{
//!     CallError, ConnectError, Connection, Connector, McpFactory, McpFuture, Server, ToolResult,
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
//!     ) -> McpFuture<'a, Result<ToolResult, CallError>> {
//!         Box::pin(async move {
//!             let answer = match input["command"].as_str() {
//!                 Some("rm -rf /") => r#"{"decision": "block", "reason": "no"}"#,
//!                 _ => "",
//!             };
//!             Ok(ToolResult { texts: vec![answer.to_owned()], ..ToolResult::default() })
//!         })
//!     }
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let engine = Engine::builder()
//!     .handler("mcp_tool", Arc::new(McpFactory::with_connector(Arc::new(Hosted))))
//!     .settings_json(r#"{"hooks": {"PreToolUse": [{"hooks": [
//!         {"type": "mcp_tool", "server": "policy", "tool": "judge",
//!          "input": {"command": "${tool_input.command}"}}
//!     ]}]}}"#)
//!     .build()?;
//! let input = Input::parse(
//!     r#"{"hook_event_name": "PreToolUse", "tool_name": "Bash",
//!         "tool_input": {"command": "rm -rf /"}}"#,
//! )?;
//! assert!(engine.execute(input).await.blocked);
//! # Ok(())
//! # }
//! ```

mod answer;
mod bounded;
mod connection;
mod definition;
mod handler;
mod http_client;
mod kind;
mod official;
mod server_process;
mod servers;
mod substitute;
mod variables;

pub use connection::{
    CallError, ConnectError, Connection, Connector, McpFuture, Server, ToolResult,
};
pub use definition::Definition;
pub use handler::McpFactory;
pub use kind::McpToolKind;
