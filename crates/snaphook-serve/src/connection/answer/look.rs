//! `hooks/list` and `hooks/reload`: what is configured.

use snaphook::Reloaded;

use crate::connection::client::Client;
use crate::connection::in_flight::Place;
use crate::protocol::{Code, ListParams, ListResult, ListedHook, RpcError};

pub(super) fn list(client: &Client, params: &ListParams) -> ListResult {
    let engine = &client.server.engine;
    let wanted = params.event.as_deref().map(|name| engine.event(name));
    let now = engine.snapshot();
    let hooks = now.configured().iter().filter(|hook| {
        let wanted = wanted.as_ref();
        wanted.is_none_or(|event| hook.event.name() == event.name())
    });
    let switched_off = now.switched_off().iter();
    ListResult {
        hooks: hooks.map(|hook| ListedHook::of(&now, hook)).collect(),
        switched_off: switched_off.map(|off| off.by.clone()).collect(),
        diagnostics: now.diagnostics(),
    }
}

/// Hooks on ConfigChange may take long: whoever gives up is not kept.
pub(super) async fn reload(client: &Client, place: &Place) -> Result<Reloaded, RpcError> {
    let reloading = client.server.engine.reload();
    let Some(reloaded) = place.cancel.run_until_cancelled(reloading).await else {
        return Err(RpcError::cancelled());
    };
    match &reloaded.problem {
        None => Ok(reloaded),
        Some(problem) => Err(RpcError::new(Code::Settings, problem)),
    }
}
