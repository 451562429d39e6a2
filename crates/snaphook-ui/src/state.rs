//! What all requests of the page share.

use std::sync::Arc;

use snaphook_listen::{BearerToken, HalfOpenConnections, HostNames};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use crate::error::Refusal;
use crate::host::PageHost;
use crate::log_access::LogAccess;
use crate::pulse::Pulse;
use crate::store_access::StoreAccess;
use crate::stream_slots::StreamSlots;

/// What all requests of the page share.
pub(crate) struct PageState {
    pub(crate) token: BearerToken,
    pub(crate) hosts: HostNames,
    pub(crate) host: Arc<dyn PageHost>,
    pub(crate) log: Arc<LogAccess>,
    pub(crate) approvals: Arc<StoreAccess>,
    pub(crate) pulse: Pulse,
    pub(crate) streams: Arc<StreamSlots>,
    /// Bounds what runs hooks or reads many events at once.
    pub(crate) actions: Semaphore,
    /// The connections that have not shown the token yet.
    pub(crate) half_open: HalfOpenConnections,
    pub(crate) closing: CancellationToken,
}

impl PageState {
    /// Runs what may block on a thread that may wait.
    pub(crate) async fn in_background<T, E>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T, E> + Send + 'static,
    ) -> Result<T, Refusal>
    where
        T: Send + 'static,
        E: Into<Refusal> + Send + 'static,
    {
        let state = Arc::clone(self);
        match tokio::task::spawn_blocking(move || work(&state)).await {
            Ok(done) => done.map_err(Into::into),
            Err(_) => {
                let status = axum::http::StatusCode::INTERNAL_SERVER_ERROR;
                Err(Refusal::new(status, "snaphook failed within itself"))
            }
        }
    }
}
