//! `hooks/list`: what is configured.

use crate::connection::client::Client;
use crate::protocol::{ListParams, ListResult, ListedHook};

pub(super) fn list(client: &Client, params: &ListParams) -> ListResult {
    let engine = &client.server.engine;
    let wanted = params.event.as_deref().map(|name| engine.event(name));
    let hooks = engine.configured().iter().filter(|hook| {
        let wanted = wanted.as_ref();
        wanted.is_none_or(|event| hook.event.name() == event.name())
    });
    let switched_off = engine.switched_off().iter();
    ListResult {
        hooks: hooks.map(|hook| ListedHook::of(engine, hook)).collect(),
        switched_off: switched_off.map(|off| off.by.clone()).collect(),
        diagnostics: engine.diagnostics(),
    }
}
