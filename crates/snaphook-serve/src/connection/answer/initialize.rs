//! `initialize`: who the client is, and whether both speak the same.

use std::sync::Arc;

use serde_json::json;
use snaphook::Reloaded;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use crate::connection::client::{Client, Who};
use crate::connection::own_session::room_for_hooks;
use crate::protocol::{
    Code, InitializeParams, InitializeResult, LimitsResult, RpcError, SETTINGS_CHANGED, ServerInfo,
    VERSION,
};

pub(super) fn initialize(
    client: &Arc<Client>,
    params: InitializeParams,
) -> Result<InitializeResult, RpcError> {
    if params.protocol_version != VERSION {
        let message = format!(
            "this server speaks version {VERSION} of the protocol, not {}",
            params.protocol_version
        );
        let error = RpcError::new(Code::UnsupportedVersion, message);
        return Err(error.with(json!({"supported": [VERSION]})));
    }
    let engine = &client.server.engine;
    let who = Who {
        capabilities: params.capabilities,
        functions: params.functions,
    };
    let limits = client.server.options.limits;
    room_for_hooks(who.functions.len(), limits.hooks)?;
    // Tried now, and not when the first session starts: only here the client
    // waits to hear of it.
    let trial = engine.session(&client.server.passing_id());
    let nobody: Arc<str> = "".into();
    client.add_functions(&trial, &nobody, &who.functions)?;
    if !client.is(who) {
        let message = "`initialize` was done before";
        return Err(RpcError::new(Code::InvalidRequest, message));
    }
    if client.capabilities().settings {
        let telling = tell_settings(Arc::clone(client), engine.settings_changes());
        client.tasks.spawn(telling);
    }
    Ok(InitializeResult {
        protocol_version: VERSION,
        server: ServerInfo {
            name: "snaphook",
            version: env!("CARGO_PKG_VERSION"),
        },
        dialect: engine.dialect().name(),
        limits: LimitsResult {
            message_bytes: limits.message_bytes,
            requests_in_flight: limits.requests_in_flight,
            bytes_in_flight: limits.bytes_in_flight,
        },
        client_id: client.id.clone(),
    })
}

/// Tells the client of every change of the settings, until it is gone.
async fn tell_settings(client: Arc<Client>, mut changes: Receiver<Arc<Reloaded>>) {
    let changes = async {
        loop {
            match changes.recv().await {
                Ok(reloaded) => client.link.tell(SETTINGS_CHANGED, &*reloaded).await,
                // It hears of what comes next.
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return,
            }
        }
    };
    client.gone.run_until_cancelled(changes).await;
}
