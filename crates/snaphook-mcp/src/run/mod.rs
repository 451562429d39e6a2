//! What runs hooks of type `mcp_tool`: it is behind the feature `client`, because it
//! brings MCP and an HTTP client.
//!
//! | module | holds |
//! |---|---|
//! | `handler` | the factory and the handler |
//! | `substitute` | `${path.to.field}` in a tool's input |
//! | `definition`, `variables` | what `mcpServers` says |
//! | `servers` | which connections there are, and when a new one is made |
//! | `connection` | the traits between these and a server |
//! | `rmcp_connector` | their implementation with `rmcp`; nothing else knows that crate |
//! | `server_process`, `bounded`, `http_client` | what it is on |
//! | `answer` | a tool's result as a hook's response |

mod answer;
mod bounded;
mod connection;
mod definition;
mod handler;
mod http_client;
mod rmcp_connector;
mod server_process;
mod servers;
mod substitute;
mod variables;

pub use connection::{
    CallError, ConnectError, Connection, Connector, McpFuture, McpToolResult, Server,
};
pub use definition::{DefinitionError, ServerDefinition};
pub use handler::McpFactory;
pub use variables::UnsetVariable;
