//! `hooks/list` and `hooks/reload`: what is configured.

use snaphook::ReloadReport;

use crate::connection::connected_client::ConnectedClient;
use crate::connection::requests_in_flight::RequestSlot;
use crate::protocol::{HookListing, ListParams, ListResult, RpcError, RpcErrorCode};

pub(super) fn list(client: &ConnectedClient, params: &ListParams) -> ListResult {
    let engine = &client.server.engine;
    let wanted = params.event.as_deref().map(|name| engine.event(name));
    let now = engine.snapshot();
    let hooks = now.configured().iter().filter(|hook| {
        let wanted = wanted.as_ref();
        wanted.is_none_or(|event| hook.event.name() == event.name())
    });
    let switched_off = now.switched_off().iter();
    ListResult {
        hooks: hooks.map(|hook| HookListing::of(&now, hook)).collect(),
        switched_off: switched_off.map(|off| off.by.clone()).collect(),
        diagnostics: now.diagnostics(),
    }
}

/// Reloads the settings. ConfigChange hooks may take long, so it can be cancelled.
pub(super) async fn reload(
    client: &ConnectedClient,
    place: &RequestSlot,
) -> Result<ReloadReport, RpcError> {
    let reloading = client.server.engine.reload();
    let Some(reloaded) = place.cancel.run_until_cancelled(reloading).await else {
        return Err(RpcError::cancelled());
    };
    match &reloaded.problem {
        None => Ok(reloaded),
        Some(problem) => Err(RpcError::new(RpcErrorCode::Settings, problem)),
    }
}
