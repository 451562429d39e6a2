//! The handle of an engine that watches.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use snaphook_core::input::Common;
use snaphook_watch::{Options, StartError, Trouble, Watcher};
use tokio::sync::{broadcast, watch};
use tokio_util::task::AbortOnDropHandle;

use super::session::{Member, WatchedSession};
use super::settings;
use super::told::WatchEvent;
use crate::engine::{Asker, Engine};
use crate::session::Session;

/// Events that a slow listener may lag behind before it misses some.
const EVENTS_BUFFER: usize = 1024;

/// An engine that watches. Dropped, it watches no more; hooks that were asked
/// or told of something just then are ended.
#[derive(Debug)]
pub struct Watching {
    shared: Arc<Shared>,
    _following: AbortOnDropHandle<()>,
}

/// What all that watches shares.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) watcher: Watcher,
    events: broadcast::Sender<WatchEvent>,
    /// In the order in which they began to be watched.
    members: Mutex<Vec<Weak<Member>>>,
    /// Whether the files of the settings are watched.
    ready: watch::Sender<bool>,
    told: Mutex<Vec<Trouble>>,
}

impl Engine {
    /// Follows the settings from now on: whenever a file they come from
    /// changes, they are loaded anew, as [`Engine::reload`] does it.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let folder = tempfile::tempdir()?;
    /// # let file = folder.path().join("settings.json");
    /// use snaphook::Engine;
    /// use snaphook::watch::WatchEvent;
    ///
    /// std::fs::write(&file, "{}")?;
    /// let engine = Engine::builder().settings_file(&file).build()?;
    /// let watching = engine.watch()?;
    /// let mut events = watching.events();
    /// watching.until_ready().await;
    ///
    /// std::fs::write(&file, r#"{ "hooks": { "Stop": [ { "hooks": [ { "command": "make" } ] } ] } }"#)?;
    /// while let WatchEvent::Settings(reloaded) = events.recv().await? {
    ///     if reloaded.swapped {
    ///         break;
    ///     }
    /// }
    /// assert!(engine.has(&engine.event("Stop")));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// When nothing can be watched.
    ///
    /// # Panics
    /// Outside a tokio runtime.
    pub fn watch(&self) -> Result<Watching, StartError> {
        self.watch_with(Options::default())
    }

    /// The same, with options.
    ///
    /// # Errors
    /// When nothing can be watched.
    ///
    /// # Panics
    /// Outside a tokio runtime.
    pub fn watch_with(&self, options: Options) -> Result<Watching, StartError> {
        let shared = Arc::new(Shared {
            watcher: Watcher::start(options)?,
            events: broadcast::Sender::new(EVENTS_BUFFER),
            members: Mutex::default(),
            ready: watch::Sender::new(false),
            told: Mutex::default(),
        });
        let following = tokio::spawn(settings::follow(Arc::clone(&shared), self.clone()));
        Ok(Watching {
            shared,
            _following: AbortOnDropHandle::new(following),
        })
    }
}

impl Watching {
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
    pub fn session(&self, session: &Session, common: Common) -> WatchedSession {
        let watched = WatchedSession::start(&self.shared, session, common);
        let mut members = self.shared.members();
        members.retain(|member| member.strong_count() > 0);
        members.push(watched.member());
        drop(members);
        watched
    }
}

impl Shared {
    pub(super) fn tell(&self, event: WatchEvent) {
        // An error means that nobody listens.
        let _ = self.events.send(event);
    }

    /// Tells each trouble once.
    pub(super) fn tell_troubles(&self, troubles: Vec<Trouble>) {
        for trouble in troubles {
            let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
            if !told.contains(&trouble) {
                told.push(trouble.clone());
                drop(told);
                self.tell(WatchEvent::Trouble(trouble));
            }
        }
    }

    pub(super) fn ready(&self) {
        self.ready
            .send_if_modified(|ready| !std::mem::replace(ready, true));
    }

    pub(super) async fn reload(&self, engine: &Engine) {
        let oldest = self.members().iter().find_map(Weak::upgrade);
        let asker = match oldest {
            Some(member) => member.asker(),
            None => Asker::nobody(engine),
        };
        // Whoever listens is told of it by the engine.
        engine.reload_as(&asker).await;
    }

    fn members(&self) -> std::sync::MutexGuard<'_, Vec<Weak<Member>>> {
        self.members.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
