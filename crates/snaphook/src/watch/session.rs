//! Watches the files of one session, and fires FileChanged in it.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use snaphook_core::input::{CommonFields, typed};
use snaphook_watch::{WatchSubscription, WatchTarget, WatchedChange};
use tokio::sync::{Notify, watch};
use tokio_util::task::AbortOnDropHandle;

use super::event::WatchEvent;
use super::targets;
use super::watching::WatchShared;
use crate::fire::fire;
use snaphook_engine::ExecuteOptions;
use snaphook_engine::ReloadReport;
use snaphook_engine::Session;

/// A session whose files are watched. Dropped, they are not any more, and a
/// hook that was just told of one is ended.
#[derive(Debug)]
pub struct WatchedSession {
    member: Arc<SessionMember>,
    _following: AbortOnDropHandle<()>,
}

/// A session among those that are watched.
#[derive(Debug)]
pub(super) struct SessionMember {
    session: Session,
    common: Mutex<CommonFields>,
    /// What is watched, and how often it was asked what should be.
    watched: watch::Sender<(u64, Vec<WatchTarget>)>,
    /// The common fields are others.
    changed: Notify,
}

impl WatchedSession {
    pub(super) fn start(
        shared: &Arc<WatchShared>,
        session: &Session,
        common: CommonFields,
    ) -> Self {
        let member = Arc::new(SessionMember {
            session: session.clone(),
            common: Mutex::new(common),
            watched: watch::Sender::default(),
            changed: Notify::new(),
        });
        let following = tokio::spawn(follow(Arc::clone(shared), Arc::clone(&member)));
        Self {
            member,
            _following: AbortOnDropHandle::new(following),
        }
    }

    pub(super) fn member(&self) -> Weak<SessionMember> {
        Arc::downgrade(&self.member)
    }

    /// The session.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.member.session
    }

    /// Other common fields from now on: the permission mode, the prompt's id.
    /// (The folder follows CwdChanged by itself.)
    pub fn set_common(&self, common: CommonFields) {
        *self.member.lock() = common;
        self.member.changed.notify_one();
    }

    /// The files and folders that are watched now.
    #[must_use]
    pub fn watched(&self) -> Vec<PathBuf> {
        let watched = self.member.watched.borrow();
        let paths = watched.1.iter().map(WatchTarget::path);
        paths.map(ToOwned::to_owned).collect()
    }

    /// Waits until what hooks have named so far is watched: every change of it
    /// from then on is noticed.
    pub async fn until_ready(&self) {
        let mut watched = self.member.watched.subscribe();
        let is_so = |(asked, targets): &(u64, Vec<WatchTarget>)| {
            *asked > 0 && *targets == self.member.wanted()
        };
        // An error means that nothing is watched any more.
        let _ = watched.wait_for(is_so).await;
    }
}

impl SessionMember {
    /// Reloads the settings; ConfigChange is fired in this session.
    pub(super) async fn reload(&self) -> ReloadReport {
        self.session.reload(&self.common()).await
    }

    /// The common fields, with the folder that the session is in.
    fn common(&self) -> CommonFields {
        let mut common = self.lock().clone();
        if let Some(cwd) = self.session.cwd() {
            common.cwd = cwd;
        }
        common
    }

    fn wanted(&self) -> Vec<WatchTarget> {
        targets::of_session(&self.session, self.common().cwd.as_ref())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, CommonFields> {
        self.common.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Follows the files of a session until it is dropped.
async fn follow(shared: Arc<WatchShared>, member: Arc<SessionMember>) {
    let list = shared.watcher.list();
    let mut others = member.session.watched_changes();
    let mut reloads = member.session.engine().settings_changes();
    loop {
        others.mark_unchanged();
        watch_wanted(&shared, &member, &list).await;
        tokio::select! {
            batch = list.next() => {
                let Some(batch) = batch else {
                    return;
                };
                shared.send_problems(batch.problems);
                for change in batch.changes {
                    fire_change(&shared, &member, change).await;
                    // The hook may have given another list.
                    watch_wanted(&shared, &member, &list).await;
                }
            }
            changed = others.changed() => if changed.is_err() {
                return;
            },
            () = member.changed.notified() => {}
            // Other settings may name other files; whether one was missed does
            // not matter.
            _ = reloads.recv() => {}
        }
    }
}

/// Watches what the session's hooks want now.
async fn watch_wanted(shared: &WatchShared, member: &SessionMember, list: &WatchSubscription) {
    let wanted = member.wanted();
    let is_new = {
        let watched = member.watched.borrow();
        watched.0 == 0 || watched.1 != wanted
    };
    if is_new {
        shared.send_problems(list.set(wanted.clone()).await);
        let paths = wanted.iter().map(|target| target.path().to_owned());
        let event = WatchEvent::Watched {
            session: member.session.id().into(),
            paths: paths.collect(),
        };
        member.watched.send_modify(|watched| {
            *watched = (watched.0.wrapping_add(1), wanted);
        });
        shared.send(event);
    }
}

async fn fire_change(shared: &WatchShared, member: &SessionMember, change: WatchedChange) {
    let still_watched = {
        let watched = member.watched.borrow();
        watched.1.iter().any(|target| target.covers(&change.path))
    };
    if !still_watched {
        return;
    }
    let changed = typed::FileChanged::new(change.path.to_string_lossy(), change.kind.as_str());
    let outcome = fire(
        &member.session,
        &member.common(),
        &changed,
        ExecuteOptions::default(),
    )
    .await;
    shared.send(WatchEvent::FileChanged {
        session: member.session.id().into(),
        path: change.path,
        change: change.kind,
        outcome: Arc::new(outcome),
    });
}
