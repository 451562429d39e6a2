//! Sessions that clients start and end, and hooks that they add to them.

use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use snaphook::hook::HookId;

use crate::connection::client::Client;
use crate::connection::functions;
use crate::connection::in_flight::Place;
use crate::connection::own_session::{OwnSession, room_for_hooks};
use crate::metrics::Counted;
use crate::protocol::{
    AddHookParams, AddHookResult, Code, EndParams, EndResult, FunctionDef, RemoveHookParams,
    RemoveHookResult, RpcError, StartParams, StartResult,
};

/// How long background hooks of a session that ends may go on.
const PATIENCE: Duration = Duration::from_secs(1);

pub(super) fn start(client: &Client, params: StartParams) -> Result<StartResult, RpcError> {
    let id: Arc<str> = match params.session_id {
        Some(id) if id.is_empty() => return Err(RpcError::params("`sessionId` is empty")),
        Some(id) => id.into(),
        None => uuid::Uuid::now_v7().to_string().into(),
    };
    let Some(held) = client.server.hold(&id) else {
        let message = format!("there is a session `{id}` already: end it, or take another id");
        return Err(RpcError::new(Code::SessionTaken, message));
    };
    let session = client.server.engine.session(&id);
    let count = client.own_functions() + params.functions.len();
    room_for_hooks(count, client.server.options.limits.hooks)?;
    client.equip(&session, &id)?;
    client.add_functions(&session, &id, &params.functions)?;
    let status = client.capabilities().status;
    let link = Arc::clone(&client.link);
    let counted = Counted::one(&client.server.metrics.sessions);
    let own = OwnSession::start(session, params.cwd, link, status, held, counted);
    client.keep_session(Arc::clone(&id), own)?;
    Ok(StartResult {
        session_id: id.to_string(),
    })
}

/// A cancel takes the patience, and not the end: the session is forgotten
/// already, and what its hooks had to say must not be lost.
pub(super) async fn end(
    client: &Client,
    params: EndParams,
    place: &Place,
) -> Result<EndResult, RpcError> {
    let own = client.forget_session(&params.session_id)?;
    let patience = params.patience_ms.map_or(PATIENCE, Duration::from_millis);
    let notices = own.end(patience, &place.cancel).await;
    Ok(EndResult { notices })
}

pub(super) fn add_hook(client: &Client, params: &AddHookParams) -> Result<AddHookResult, RpcError> {
    let own = client.named_session(&params.session_id)?;
    let limit = client.server.options.limits.hooks;
    own.add_hook(limit, || add(client, &own, params))
        .map(|hook_id| AddHookResult { hook_id })
}

fn add(client: &Client, own: &OwnSession, params: &AddHookParams) -> Result<HookId, RpcError> {
    let (event, matcher) = (&params.event, params.matcher.as_deref());
    if FunctionDef::is_one(&params.hook) {
        let def = FunctionDef::deserialize(&params.hook)
            .map_err(|error| RpcError::params(format!("the function: {error}")))?;
        let known_as: Arc<str> = own.session.id().into();
        return functions::add(&own.session, &client.link, &known_as, event, matcher, &def);
    }
    let added = own.session.add_hook(event, matcher, &params.hook);
    added.map_err(|why| RpcError::params(format!("the hook: {why}")))
}

pub(super) fn remove_hook(
    client: &Client,
    params: &RemoveHookParams,
) -> Result<RemoveHookResult, RpcError> {
    let own = client.named_session(&params.session_id)?;
    let id = HookId::from(params.hook_id.as_str());
    let removed = own.session.remove_hook(&id);
    Ok(RemoveHookResult { removed })
}
