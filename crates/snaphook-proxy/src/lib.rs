//! Guards an MCP server: stands between it and any client, over stdio and streamable
//! HTTP.
//!
//! Every `tools/call` passes the one way on which tool calls are decided
//! ([`snaphook::permission`]), under the name `mcp__SERVER__TOOL`; its result passes
//! PostToolUse or PostToolUseFailure hooks; what the server asks the user passes
//! Elicitation and ElicitationResult hooks; tools that a deny rule names are not listed.
//! Everything else passes byte for byte: progress, cancellation, resources, prompts,
//! sampling, and methods that do not exist yet.
//!
//! | module | holds |
//! |---|---|
//! | `proxy` | [`McpProxy`], and the loops that carry messages |
//! | `message`, `request_id`, `client_message` | reads one message, as strictly as a guard must |
//! | `link` | what all tasks share: both ends, requests in flight |
//! | `from_client`, `from_server` | the way of a message, by direction |
//! | `call`, `call_result` | a tool call and its result |
//! | `tool_list` | tools that are not listed |
//! | `elicitation`, `multi_round` | what the server asks the user |
//! | `elicitation_approver` | asks the person at the client |
//! | `person_elsewhere` | people elsewhere may answer the server, too |
//! | `upstream` | the server: a process, or an address |
//! | `listen` | streamable HTTP for clients (feature `listen`) |
//! | `server_name` | [`ServerName`], by which rules name the server |
//!
//! The messages are not those of `rmcp`, the official crate: its types drop members that
//! they do not know, and a guard that rewrites what it does not understand breaks more
//! than it protects. `rmcp` is the server of the tests.

mod call;
mod call_result;
mod client_message;
mod elicitation;
mod elicitation_approver;
mod from_client;
mod from_server;
mod link;
#[cfg(feature = "listen")]
mod listen;
mod message;
mod multi_round;
mod person_elsewhere;
mod proxy;
mod request_id;
mod server_name;
mod tool_list;
mod upstream;

#[cfg(feature = "listen")]
pub use listen::{ProxyListenOptions, ProxyListener};
pub use proxy::{MakeApprover, McpProxy, NoteSink, ProxyEnd, ProxyOptions};
pub use server_name::{ServerName, ServerNameError};
pub use upstream::{HttpServer, StartServerError, UpstreamServer};
