//! `initialize`: the client's identity, and the version of the protocol.

use std::sync::Arc;

use serde_json::json;
use snaphook::ReloadReport;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use crate::connection::client_session::room_for_hooks;
use crate::connection::connected_client::{ClientIdentity, ConnectedClient};
use crate::connection::progress::send_progress;
use crate::protocol::{
    InitializeParams, InitializeResult, LimitsResult, RpcError, RpcErrorCode, SETTINGS_CHANGED,
    ServerInfo, VERSION,
};

pub(super) fn initialize(
    client: &Arc<ConnectedClient>,
    params: InitializeParams,
) -> Result<InitializeResult, RpcError> {
    if params.protocol_version != VERSION {
        let message = format!(
            "unsupported protocol version {}; this server supports {VERSION}",
            params.protocol_version
        );
        let error = RpcError::new(RpcErrorCode::UnsupportedVersion, message);
        return Err(error.with(json!({"supported": [VERSION]})));
    }
    let engine = &client.server.engine;
    let identity = ClientIdentity {
        name: params.client.name,
        capabilities: params.capabilities,
        functions: params.functions,
    };
    let limits = client.server.options.limits;
    room_for_hooks(identity.functions.len(), limits.hooks)?;
    // The functions are tried now, while the client waits for the answer, and not
    // when the first session starts.
    let trial = engine.session(&client.server.one_event_session_id());
    let nobody: Arc<str> = "".into();
    client.add_functions(&trial, &nobody, &identity.functions)?;
    if !client.set_identity(identity) {
        let message = "the client is already initialized";
        return Err(RpcError::new(RpcErrorCode::InvalidRequest, message));
    }
    if client.capabilities().progress {
        let sending = send_progress(Arc::clone(client), engine.subscribe());
        client.tasks.spawn(sending);
    }
    if client.capabilities().settings {
        let telling = forward_settings_changes(Arc::clone(client), engine.settings_changes());
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

/// Notifies the client of every change of the settings, until it is gone.
async fn forward_settings_changes(
    client: Arc<ConnectedClient>,
    mut changes: Receiver<Arc<ReloadReport>>,
) {
    let changes = async {
        loop {
            match changes.recv().await {
                Ok(reloaded) => client.link.notify(SETTINGS_CHANGED, &*reloaded).await,
                // Some changes were missed; the next is sent.
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return,
            }
        }
    };
    client.gone.run_until_cancelled(changes).await;
}
