//! `permissions/authorize`: a tool call, the whole way.

use futures_util::FutureExt;
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
    let call = ToolCall::take_from(&mut fields)
        .map_err(|error| RpcError::params(error.to_string()))?
        .cancel(place.cancel.clone());
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
