//! Sessions that clients start and end, and hooks that they add to them.

use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use snaphook::hook::HookId;

use crate::connection::client_session::{ClientSession, room_for_hooks};
use crate::connection::connected_client::ConnectedClient;
use crate::connection::functions;
use crate::connection::requests_in_flight::RequestSlot;
use crate::metrics::GaugeGuard;
use crate::protocol::{
    AddHookParams, AddHookResult, EndParams, EndResult, FunctionDefinition, RemoveHookParams,
    RemoveHookResult, RpcError, RpcErrorCode, StartParams, StartResult,
};

/// How long background hooks of a session that ends may go on by default.
const PATIENCE: Duration = Duration::from_secs(1);

pub(super) fn start(
    client: &ConnectedClient,
    params: StartParams,
) -> Result<StartResult, RpcError> {
    let id: Arc<str> = match params.session_id {
        Some(id) if id.is_empty() => return Err(RpcError::params("`sessionId` must not be empty")),
        Some(id) => id.into(),
        None => uuid::Uuid::now_v7().to_string().into(),
    };
    let Some(held) = client.server.lease(&id) else {
        let message =
            format!("the session id `{id}` is in use; end that session or choose another id");
        return Err(RpcError::new(RpcErrorCode::SessionTaken, message));
    };
    let session = client.server.engine.session(&id);
    let count = client.function_count() + params.functions.len();
    room_for_hooks(count, client.server.options.limits.hooks)?;
    let cwd = &client.server.options.cwd;
    let cwd = params
        .cwd
        .as_ref()
        .map_or_else(|| cwd.clone(), |own| cwd.join(own));
    client.add_client_hooks(&session, &id, &cwd.to_string_lossy())?;
    client.add_functions(&session, &id, &params.functions)?;
    let status = client.capabilities().status;
    let link = Arc::clone(&client.link);
    let counted = GaugeGuard::one(&client.server.metrics.sessions);
    let own = ClientSession::start(session, params.cwd, link, status, held, counted);
    client.keep_session(Arc::clone(&id), own)?;
    Ok(StartResult {
        session_id: id.to_string(),
    })
}

/// Ends a session. Cancelling the request only ends the wait for background hooks:
/// the session is removed already, and its notices must not be lost.
pub(super) async fn end(
    client: &ConnectedClient,
    params: EndParams,
    place: &RequestSlot,
) -> Result<EndResult, RpcError> {
    let own = client.take_session(&params.session_id)?;
    let patience = params.patience_ms.map_or(PATIENCE, Duration::from_millis);
    let notices = own.end(patience, &place.cancel).await;
    Ok(EndResult { notices })
}

pub(super) fn add_hook(
    client: &ConnectedClient,
    params: &AddHookParams,
) -> Result<AddHookResult, RpcError> {
    let own = client.require_session(&params.session_id)?;
    let limit = client.server.options.limits.hooks;
    own.add_hook(limit, || add(client, &own, params))
        .map(|hook_id| AddHookResult { hook_id })
}

fn add(
    client: &ConnectedClient,
    own: &ClientSession,
    params: &AddHookParams,
) -> Result<HookId, RpcError> {
    let (event, matcher) = (&params.event, params.matcher.as_deref());
    if FunctionDefinition::is_one(&params.hook) {
        let def = FunctionDefinition::deserialize(&params.hook)
            .map_err(|error| RpcError::params(format!("the function: {error}")))?;
        let known_as: Arc<str> = own.session.id().into();
        return functions::add(&own.session, &client.link, &known_as, event, matcher, &def);
    }
    let added = own.session.add_hook(event, matcher, &params.hook);
    added.map_err(|why| RpcError::params(format!("the hook: {why}")))
}

pub(super) fn remove_hook(
    client: &ConnectedClient,
    params: &RemoveHookParams,
) -> Result<RemoveHookResult, RpcError> {
    let own = client.require_session(&params.session_id)?;
    let id = HookId::from(params.hook_id.as_str());
    let removed = own.session.remove_hook(&id);
    Ok(RemoveHookResult { removed })
}
