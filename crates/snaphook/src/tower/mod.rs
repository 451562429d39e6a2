//! The [`Gate`] as a [`tower`] layer: hooks around any [`Service`] that runs tool calls.
//!
//! [`GateLayer`] does what the gate does: it runs hooks before and after every call,
//! and a denied call has the denial as its result. The service inside gets the call
//! with its input as hooks rewrote it.
//!
//! [`tower`]: https://docs.rs/tower
//!
//! ```
//! use serde_json::{Value, json};
//! use snaphook::prelude::*;
//! use snaphook::gate::{Gate, Permit, PreHook, ToolCall};
//! use snaphook::input::CommonFields;
//! use snaphook::tower::GateLayer;
//! use tower::{ServiceBuilder, ServiceExt, service_fn};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let engine = snaphook::Engine::builder().build()?;
//! let gate = Gate::new(engine.session("s"), CommonFields::new("s", "/repo"))
//!     .pre(PreHook::new("read-only", |_| async { Permit::deny("only looking") }));
//!
//! let tools = ServiceBuilder::new()
//!     .layer(GateLayer::new(gate)) // the one line
//!     .service(service_fn(|call: ToolCall| async move {
//!         Ok::<Value, std::io::Error>(json!({ "ran": &*call.tool }))
//!     }));
//!
//! let gated = tools.oneshot(ToolCall::new("Write", json!({}))).await?;
//! assert_eq!(gated.result_for_model().text, "only looking");
//! # Ok(())
//! # }
//! ```

mod layer;
mod service;

pub use layer::GateLayer;
pub use service::GateService;

#[cfg(doc)]
use crate::gate::Gate;
#[cfg(doc)]
use tower_service::Service;
