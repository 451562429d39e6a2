//! Hooks around any [`Service`] that runs tool calls, with one line.
//!
//! [`GateLayer`] is the [`Gate`] of snaphook as a [`tower`] layer, with the
//! same semantics: hooks before and after every call, a refusal as its result,
//! exactly one start and one end for every invocation. The service inside gets
//! the call with its payload as hooks rewrote it.
//!
//! [`tower`]: https://docs.rs/tower
//!
//! ```
//! use serde_json::{Value, json};
//! use snaphook::gate::{Gate, Permit, PreHook, ToolCall};
//! use snaphook::input::Common;
//! use snaphook_tower::GateLayer;
//! use tower::{ServiceBuilder, ServiceExt, service_fn};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let engine = snaphook::Engine::builder().build()?;
//! let gate = Gate::new(engine.session("s"), Common::new("s", "/repo"))
//!     .pre(PreHook::new("read-only", |_| async { Permit::refuse("only looking") }));
//!
//! let tools = ServiceBuilder::new()
//!     .layer(GateLayer::new(gate)) // the one line
//!     .service(service_fn(|call: ToolCall| async move {
//!         Ok::<Value, std::io::Error>(json!({ "ran": &*call.tool }))
//!     }));
//!
//! let gated = tools.oneshot(ToolCall::new("Write", json!({}))).await?;
//! assert_eq!(gated.for_model().text, "only looking");
//! # Ok(())
//! # }
//! ```

mod layer;
mod service;

pub use layer::GateLayer;
pub use service::GateService;

#[cfg(doc)]
use snaphook::Gate;
#[cfg(doc)]
use tower_service::Service;
