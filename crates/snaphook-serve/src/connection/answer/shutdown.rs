//! `shutdown`: the client goes, and says so.

use std::time::Duration;

use crate::connection::client::Client;
use crate::protocol::{Done, ShutdownParams};

pub(super) async fn shutdown(client: &Client, params: &ShutdownParams) -> Done {
    client.leave();
    let patience = Duration::from_millis(params.patience_ms.unwrap_or_default());
    // This request itself is one of them.
    let others = client.in_flight.until(1);
    if tokio::time::timeout(patience, others).await.is_err() {
        client.in_flight.cancel_all();
        client.in_flight.until(1).await;
    }
    client.end_sessions().await;
    Done {}
}
