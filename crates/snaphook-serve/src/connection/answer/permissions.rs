//! `permissions/authorize`: decides about a tool call, as `snaphook authorize`.

use futures_util::FutureExt;
use snaphook::input::CommonFields;
use snaphook::permission::Decision;
use snaphook::prelude::*;
use snaphook::{Session, ToolCall};

use super::events::{IncomingEvent, one_event_session, read};
use crate::connection::connected_client::ConnectedClient;
use crate::connection::method_call::EventCall;
use crate::connection::requests_in_flight::RequestSlot;
use crate::protocol::RpcError;

pub(super) async fn authorize(
    client: &ConnectedClient,
    call: EventCall,
    place: &RequestSlot,
) -> Result<Decision, RpcError> {
    let IncomingEvent {
        input,
        session,
        conversation,
    } = read(client, call)?;
    let (session, passes) = match session {
        Some(own) => (own.session.clone(), false),
        None => (one_event_session(client, &input)?, true),
    };
    let mut fields = input.fields().clone();
    let mut call = ToolCall::take_from(&mut fields)
        .map_err(|error| RpcError::params(error.to_string()))?
        .cancel(place.cancel.clone());
    call.conversation = conversation;
    let decision = session.authorize(&CommonFields::of(fields), call).await;
    client.server.metrics.count_decision(&decision);
    if passes {
        keep_until_quiet(client, session);
    }
    if place.cancel.is_cancelled() {
        return Err(RpcError::cancelled());
    }
    Ok(decision)
}

/// Keeps a one-event session until its background hooks are done, or the client is
/// gone.
fn keep_until_quiet(client: &ConnectedClient, session: Session) {
    if session.until_quiet().now_or_never().is_some() {
        return;
    }
    let gone = client.gone.clone();
    client.tasks.spawn(async move {
        gone.run_until_cancelled(session.until_quiet()).await;
    });
}
