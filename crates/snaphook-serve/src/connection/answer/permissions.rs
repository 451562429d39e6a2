//! `permissions/authorize`: a tool call, the whole way.

use serde_json::Value;
use snaphook::ToolCall;
use snaphook::input::Common;
use snaphook::permission::Decision;

use super::events::{Fired, passing, read};
use crate::connection::call::EventCall;
use crate::connection::client::Client;
use crate::connection::in_flight::Place;
use crate::protocol::RpcError;

pub(super) async fn authorize(
    client: &Client,
    call: EventCall,
    place: &Place,
) -> Result<Decision, RpcError> {
    let Fired { input, session } = read(client, call)?;
    let session = match session {
        Some(own) => own.session.clone(),
        None => passing(client, &input)?,
    };
    let mut fields = input.fields().clone();
    let Some(tool) = fields.text("tool_name").filter(|tool| !tool.is_empty()) else {
        return Err(RpcError::params("the input has no `tool_name`"));
    };
    let payload = match fields.raw("tool_input") {
        None => Value::Null,
        // Nobody may be asked about another call than the one that is made.
        Some(raw) => serde_json::from_str(raw.get())
            .map_err(|error| RpcError::params(format!("the `tool_input`: {error}")))?,
    };
    let mut call = ToolCall::new(tool.as_ref(), payload).cancel(place.cancel.clone());
    call.tool_use_id = fields.text("tool_use_id").map(Into::into);
    call.mcp_server = fields.text("mcp_server").map(Into::into);
    for key in ["tool_name", "tool_input", "tool_use_id", "mcp_server"] {
        fields.remove(key);
    }
    let decision = session.authorize(&Common::of(fields), call).await;
    client.server.metrics.decided(&decision);
    if place.cancel.is_cancelled() {
        return Err(RpcError::cancelled());
    }
    Ok(decision)
}
