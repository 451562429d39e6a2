//! `shutdown`: ends one client in an orderly way.

use std::time::Duration;

use crate::connection::connected_client::ConnectedClient;
use crate::protocol::{EmptyResult, ShutdownParams};

pub(super) async fn shutdown(client: &ConnectedClient, params: &ShutdownParams) -> EmptyResult {
    client.start_closing();
    let patience = Duration::from_millis(params.patience_ms.unwrap_or_default());
    // This request is in flight, too.
    let others = client.in_flight.until(1);
    if tokio::time::timeout(patience, others).await.is_err() {
        client.in_flight.cancel_all();
        client.in_flight.until(1).await;
    }
    client.end_sessions().await;
    EmptyResult {}
}
