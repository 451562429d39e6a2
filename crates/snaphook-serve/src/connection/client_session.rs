//! A session that a client started: the engine's session, and the task that sends
//! the client its notices and its status.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use snaphook::{CancellationToken, Session};
use tokio::sync::Mutex;
use tokio::task::JoinHandle;
use tokio_util::sync::DropGuard;

use super::client_link::ClientLink;
use crate::metrics::GaugeGuard;
use crate::protocol::{NOTICE, NoticeParams, RpcError, RpcErrorCode, STATUS, StatusParams};
use crate::state::SessionIdLease;

/// A session of one client.
#[derive(Debug)]
pub(crate) struct ClientSession {
    pub(crate) session: Session,
    /// The working directory of inputs without a `cwd`.
    pub(crate) cwd: Option<String>,
    ended: CancellationToken,
    /// Ends the task when the session is dropped.
    _forgotten: DropGuard,
    /// The task that sends notices. It returns a notice that it could not send.
    forwarder: Mutex<Option<JoinHandle<Option<NoticeParams>>>>,
    /// Reserves the session's id.
    held: SessionIdLease,
    /// Held while a hook is added, never across an await.
    adding: std::sync::Mutex<()>,
    _counted: GaugeGuard,
}

impl ClientSession {
    /// Starts the task that sends notices and status to the client.
    pub(super) fn start(
        session: Session,
        cwd: Option<String>,
        link: Arc<ClientLink>,
        status: bool,
        held: SessionIdLease,
        counted: GaugeGuard,
    ) -> Self {
        let ended = CancellationToken::new();
        let forwarder = forward_notices(session.clone(), link, status, ended.clone());
        Self {
            session,
            cwd,
            _forgotten: ended.clone().drop_guard(),
            ended,
            forwarder: Mutex::new(Some(tokio::spawn(forwarder))),
            held,
            adding: std::sync::Mutex::default(),
            _counted: counted,
        }
    }

    /// Adds a hook, unless the session has too many.
    pub(super) fn add_hook<T>(
        &self,
        limit: usize,
        add: impl FnOnce() -> Result<T, RpcError>,
    ) -> Result<T, RpcError> {
        let _alone = self.adding.lock().unwrap_or_else(PoisonError::into_inner);
        room_for_hooks(self.session.hook_count() + 1, limit)?;
        add()
    }

    /// Ends the session. Background hooks may finish within `patience`, unless
    /// `cancel` is cancelled first. Returns the notices that were not sent.
    pub(super) async fn end(
        &self,
        patience: Duration,
        cancel: &CancellationToken,
    ) -> Vec<NoticeParams> {
        self.ended.cancel();
        let unsent = match self.forwarder.lock().await.take() {
            // A notice that the task was about to send comes first.
            Some(forwarder) => forwarder.await.ok().flatten(),
            None => None,
        };
        let quiet = tokio::time::timeout(patience, self.session.until_quiet());
        let _ = cancel.run_until_cancelled(quiet).await;
        let notices = self.session.clone().end(Duration::ZERO).await;
        self.held.release();
        let id = self.session.id();
        let others = notices.into_iter();
        let others = others.map(|notice| NoticeParams::of(id, notice));
        unsent.into_iter().chain(others).collect()
    }
}

/// Checks the number of hooks that were added to a session.
pub(super) fn room_for_hooks(count: usize, limit: usize) -> Result<(), RpcError> {
    if count <= limit {
        return Ok(());
    }
    let message =
        format!("too many hooks: at most {limit} may be added to a session, functions included");
    Err(RpcError::new(RpcErrorCode::TooManyRequests, message))
}

/// Sends the client the notices of background hooks and, if it asked for it, the
/// status. A client that does not read cannot keep the session from ending: the
/// notice that was not sent is returned.
async fn forward_notices(
    session: Session,
    link: Arc<ClientLink>,
    status: bool,
    ended: CancellationToken,
) -> Option<NoticeParams> {
    let mut running = status.then(|| session.status());
    loop {
        let changed = async {
            match &mut running {
                Some(running) => running.changed().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            () = ended.cancelled() => return None,
            notice = session.next_notice() => {
                let notice = NoticeParams::of(session.id(), notice);
                let sending = link.notify(NOTICE, &notice);
                if ended.run_until_cancelled(sending).await.is_none() {
                    return Some(notice);
                }
            }
            changed = changed => {
                if changed.is_err() {
                    return None;
                }
                let running = running.as_mut()?;
                let running = running.borrow_and_update().iter().map(Into::into).collect();
                let status = StatusParams { session_id: session.id(), running };
                ended.run_until_cancelled(link.notify(STATUS, &status)).await?;
            }
        }
    }
}
