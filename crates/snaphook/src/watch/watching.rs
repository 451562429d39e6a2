//! The handle of an engine that watches.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use snaphook_core::input::CommonFields;
use snaphook_watch::{StartError, WatchOptions, WatchProblem, Watcher};
use tokio::sync::{broadcast, watch};
use tokio_util::task::AbortOnDropHandle;

use super::event::WatchEvent;
use super::session::{SessionMember, WatchedSession};
use super::settings;
use snaphook_engine::Engine;
use snaphook_engine::Session;

/// Events that a slow listener may lag behind before it misses some.
const EVENTS_BUFFER: usize = 1024;

/// An engine that watches. Dropped, it watches no more; hooks that were asked
/// or told of something just then are ended.
#[derive(Debug)]
pub struct WatchHandle {
    shared: Arc<WatchShared>,
    _following: AbortOnDropHandle<()>,
}

/// What all that watches shares.
#[derive(Debug)]
pub(super) struct WatchShared {
    pub(super) watcher: Watcher,
    events: broadcast::Sender<WatchEvent>,
    /// In the order in which they began to be watched.
    members: Mutex<Vec<Weak<SessionMember>>>,
    /// Whether the files of the settings are watched.
    ready: watch::Sender<bool>,
    told: Mutex<Vec<WatchProblem>>,
}

impl WatchHandle {
    /// Follows the settings of an engine from now on.
    pub(crate) fn start(engine: &Engine, options: WatchOptions) -> Result<Self, StartError> {
        let shared = Arc::new(WatchShared {
            watcher: Watcher::start(options)?,
            events: broadcast::Sender::new(EVENTS_BUFFER),
            members: Mutex::default(),
            ready: watch::Sender::new(false),
            told: Mutex::default(),
        });
        let following = tokio::spawn(settings::follow(Arc::clone(&shared), engine.clone()));
        Ok(Self {
            shared,
            _following: AbortOnDropHandle::new(following),
        })
    }

    /// What happens from now on. Who falls far behind misses some.
    #[must_use]
    pub fn events(&self) -> broadcast::Receiver<WatchEvent> {
        self.shared.events.subscribe()
    }

    /// Waits until the files of the settings are watched: every change from
    /// then on is noticed. (What changed before was noticed then.)
    pub async fn until_ready(&self) {
        // An error means that nothing is watched any more.
        let _ = self.shared.ready.subscribe().wait_for(|ready| *ready).await;
    }

    /// Watches the files that the hooks of a session name, and fires
    /// FileChanged in it, with these common fields. Dropping the result ends
    /// that; holding it holds the session.
    ///
    /// Named are files in the session's folder, by matchers of hooks on
    /// FileChanged, and files and folders anywhere, by the last `watchPaths`
    /// that a hook gave. Of a folder every file below it is meant.
    ///
    /// ConfigChange is fired in the session that has been watched for longest.
    #[must_use]
    pub fn session(&self, session: &Session, common: CommonFields) -> WatchedSession {
        let watched = WatchedSession::start(&self.shared, session, common);
        let mut members = self.shared.members();
        members.retain(|member| member.strong_count() > 0);
        members.push(watched.member());
        drop(members);
        watched
    }
}

impl WatchShared {
    pub(super) fn send(&self, event: WatchEvent) {
        // An error means that nobody listens.
        let _ = self.events.send(event);
    }

    /// Tells each problem once.
    pub(super) fn send_problems(&self, problems: Vec<WatchProblem>) {
        for problem in problems {
            let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
            if !told.contains(&problem) {
                told.push(problem.clone());
                drop(told);
                self.send(WatchEvent::Problem(problem));
            }
        }
    }

    pub(super) fn ready(&self) {
        self.ready
            .send_if_modified(|ready| !std::mem::replace(ready, true));
    }

    pub(super) async fn reload(&self, engine: &Engine) {
        let oldest = self.members().iter().find_map(Weak::upgrade);
        // The engine tells its subscribers what came of it.
        match oldest {
            Some(member) => member.reload().await,
            None => engine.reload().await,
        };
    }

    fn members(&self) -> std::sync::MutexGuard<'_, Vec<Weak<SessionMember>>> {
        self.members.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
