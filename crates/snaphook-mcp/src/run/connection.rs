//! The seam between hooks and MCP servers. The handler, the keeping of
//! connections and the back-off know only these traits: a host that has its own
//! connections brings them in here.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use serde_json::{Map, Value};
use snaphook_exec::Surroundings;
use tokio_util::task::TaskTracker;

/// What the methods of these traits give.
pub type McpFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Connects to servers.
pub trait Connector: Send + Sync {
    /// Connects to a server. Dropped when the engine is closed: whatever it
    /// started must end then.
    fn connect<'a>(
        &'a self,
        server: Server<'a>,
    ) -> McpFuture<'a, Result<Arc<dyn Connection>, ConnectError>>;

    /// The servers it knows beside those of the settings, for messages.
    fn known(&self) -> Vec<String> {
        Vec::new()
    }
}

/// The server that a hook names.
#[derive(Debug, Clone, Copy)]
pub struct Server<'a> {
    /// Its name.
    pub name: &'a str,
    /// What the settings say of it, as it is written there;
    /// [`ServerDefinition::read`](crate::ServerDefinition::read) reads it.
    pub definition: Option<&'a Value>,
    /// The world it lives in.
    pub surroundings: &'a Arc<Surroundings>,
    /// Closing the engine waits for these tasks.
    pub tasks: &'a TaskTracker,
}

/// A connection to one server, shared by all hooks that name it.
pub trait Connection: Send + Sync {
    /// Calls a tool. Dropped, only this call is given up.
    fn call_tool<'a>(
        &'a self,
        tool: &'a str,
        input: Map<String, Value>,
    ) -> McpFuture<'a, Result<McpToolResult, CallError>>;

    /// Whether calls can still be made. When not, the next call connects anew.
    fn is_open(&self) -> bool {
        true
    }

    /// Ends it, and waits for that. A connection that is the host's own may
    /// stay.
    fn close(&self) -> McpFuture<'_, ()> {
        Box::pin(std::future::ready(()))
    }
}

/// What a tool said.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct McpToolResult {
    /// Its text contents, in order.
    pub texts: Vec<String>,
    /// Its structured content.
    pub structured: Option<Value>,
    /// The tool calls it an error.
    pub is_error: bool,
}

/// Why there is no connection.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConnectError {
    /// The server is not configured.
    #[error("unknown server")]
    NoSuchServer,
    /// Its definition cannot work, however often it is tried.
    #[error("{0}")]
    Unusable(String),
    /// It could not be reached this time.
    #[error("{0}")]
    Failed(String),
}

/// Why a call brought nothing back.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CallError {
    /// The server has no such tool.
    #[error("it has no such tool")]
    NoSuchTool {
        /// The tools that it has.
        known: Vec<String>,
    },
    /// The connection is gone, and with it the answer.
    #[error("{0}")]
    Closed(String),
    /// The server refused.
    #[error("{0}")]
    Failed(String),
}
