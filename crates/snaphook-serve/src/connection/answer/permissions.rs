//! `permissions/authorize`: a tool call, the whole way.

use futures_util::FutureExt;
use serde_json::Value;
use snaphook::input::Common;
use snaphook::permission::Decision;
use snaphook::{Session, ToolCall};

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
    let (session, passes) = match session {
        Some(own) => (own.session.clone(), false),
        None => (passing(client, &input)?, true),
    };
    let mut fields = input.fields().clone();
    let Some(tool) = fields.text("tool_name").filter(|tool| !tool.is_empty()) else {
        return Err(RpcError::params("the input has no `tool_name`"));
    };
    let payload = match fields.raw("tool_input") {
        None => Value::Null,
        // Nobody may be asked about another call than the one that is made.
        Some(_) => fields.value("tool_input").ok_or_else(|| {
            let why = "it nests too deep, or has a number that is too large";
            RpcError::params(format!("the `tool_input` cannot be looked at: {why}"))
        })?,
    };
    let mut call = ToolCall::new(tool.as_ref(), payload).cancel(place.cancel.clone());
    call.tool_use_id = fields.text("tool_use_id").map(Into::into);
    call.mcp_server = fields.text("mcp_server").map(Into::into);
    for key in ["tool_name", "tool_input", "tool_use_id", "mcp_server"] {
        fields.remove(key);
    }
    let decision = session.authorize(&Common::of(fields), call).await;
    client.server.metrics.decided(&decision);
    if passes {
        keep_until_quiet(client, session);
    }
    if place.cancel.is_cancelled() {
        return Err(RpcError::cancelled());
    }
    Ok(decision)
}

/// A session that goes takes its background hooks with it: those of a call
/// outside any session go on as long as the client is there.
fn keep_until_quiet(client: &Client, session: Session) {
    if session.until_quiet().now_or_never().is_some() {
        return;
    }
    let gone = client.gone.clone();
    client.tasks.spawn(async move {
        gone.run_until_cancelled(session.until_quiet()).await;
    });
}
