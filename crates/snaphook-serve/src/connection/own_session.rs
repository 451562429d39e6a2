//! A session that a client has started: what it has beside that of the engine,
//! and the task that tells the client what happens in it.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use snaphook::{CancellationToken, Session};
use tokio::sync::Mutex;
use tokio::task::JoinHandle;
use tokio_util::sync::DropGuard;

use super::link::Link;
use crate::metrics::Counted;
use crate::protocol::{Code, NOTICE, NoticeParams, RpcError, STATUS, StatusParams};
use crate::shared::Held;

/// A session of one client.
#[derive(Debug)]
pub(crate) struct OwnSession {
    pub(crate) session: Session,
    /// The working directory of inputs that have none.
    pub(crate) cwd: Option<String>,
    ended: CancellationToken,
    /// Whoever forgets a session ends it.
    _forgotten: DropGuard,
    /// Gives the notice for which there was no room any more.
    telling: Mutex<Option<JoinHandle<Option<NoticeParams>>>>,
    /// Its id, which no other client can have meanwhile.
    held: Held,
    /// Held while a hook is added: never across an await.
    adding: std::sync::Mutex<()>,
    _counted: Counted,
}

impl OwnSession {
    /// Starts to tell the client of it.
    pub(super) fn start(
        session: Session,
        cwd: Option<String>,
        link: Arc<Link>,
        status: bool,
        held: Held,
        counted: Counted,
    ) -> Self {
        let ended = CancellationToken::new();
        let telling = tell(session.clone(), link, status, ended.clone());
        Self {
            session,
            cwd,
            _forgotten: ended.clone().drop_guard(),
            ended,
            telling: Mutex::new(Some(tokio::spawn(telling))),
            held,
            adding: std::sync::Mutex::default(),
            _counted: counted,
        }
    }

    /// Adds one more hook, if there is room for it.
    pub(super) fn add_hook<T>(
        &self,
        limit: usize,
        add: impl FnOnce() -> Result<T, RpcError>,
    ) -> Result<T, RpcError> {
        let _alone = self.adding.lock().unwrap_or_else(PoisonError::into_inner);
        room_for_hooks(self.session.hook_count() + 1, limit)?;
        add()
    }

    /// Ends it; background hooks may finish within `patience`, and until
    /// somebody cancels that. Returns the notices that were not sent.
    pub(super) async fn end(
        &self,
        patience: Duration,
        cancel: &CancellationToken,
    ) -> Vec<NoticeParams> {
        self.ended.cancel();
        let unsent = match self.telling.lock().await.take() {
            // What it was about to say comes first.
            Some(telling) => telling.await.ok().flatten(),
            None => None,
        };
        let quiet = tokio::time::timeout(patience, self.session.until_quiet());
        let _ = cancel.run_until_cancelled(quiet).await;
        let notices = self.session.clone().end(Duration::ZERO).await;
        self.held.give_back();
        let id = self.session.id();
        let others = notices.into_iter();
        let others = others.map(|notice| NoticeParams::of(id, notice));
        unsent.into_iter().chain(others).collect()
    }
}

/// Whether a session may have so many hooks that were added.
pub(super) fn room_for_hooks(count: usize, limit: usize) -> Result<(), RpcError> {
    if count <= limit {
        return Ok(());
    }
    let message = format!("a session may have {limit} hooks that were added, functions among them");
    Err(RpcError::new(Code::TooManyRequests, message))
}

/// Tells the client what background hooks say and, if it wants to know, what
/// runs. Who reads nothing does not keep the session from ending: the notice
/// that it was not told of is returned.
async fn tell(
    session: Session,
    link: Arc<Link>,
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
                let telling = link.tell(NOTICE, &notice);
                if ended.run_until_cancelled(telling).await.is_none() {
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
                ended.run_until_cancelled(link.tell(STATUS, &status)).await?;
            }
        }
    }
}
