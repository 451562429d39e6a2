//! A hook that was trusted, looked at again before every run.
//!
//! Trust rests on the scripts that a hook names, seen from the project's root.
//! Hooks run in the session's folder, which may be anywhere: a script that is
//! named by a relative path may be another one there. In a folder outside of the
//! project, such as a worktree, the same script under the same name is as good.

use std::path::{Path, PathBuf};
use std::pin::pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;

use futures_util::poll;
use snaphook_core::answer::{Failure, Response};
use snaphook_core::hook::{CommandDef, Hook};
use snaphook_core::input::Fields;
use snaphook_exec::Call;
use snaphook_trust::{
    ChangedError, CopyStore, Evidence, FileSnapshot, ScriptState, StartPlace, TrustPlace,
    VerifiedStart, Watch,
};

/// Why a hook that was trusted does not start.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotTrustedError {
    /// What the hook runs is no longer what was trusted.
    #[error(transparent)]
    Changed(#[from] ChangedError),
    /// A script in the session's folder changed since it was trusted.
    #[error("one of its scripts has changed since it was trusted")]
    ScriptChanged,
}

/// A trusted hook, and the watch that notices when its files change.
#[derive(Debug)]
pub(crate) struct WatchedHook {
    hook: Hook,
    watch: Watch,
    project: PathBuf,
    home: Option<PathBuf>,
    /// What the hook names in the folder that it ran in last.
    elsewhere: Mutex<Option<Arc<OtherFolder>>>,
    /// How often its scripts were touched while it ran.
    touches: AtomicU64,
}

/// What a hook names, seen from another folder than the project's root.
#[derive(Debug)]
struct OtherFolder {
    cwd: PathBuf,
    watch: Watch,
    /// Whether these are the scripts that were trusted.
    same: bool,
}

impl WatchedHook {
    pub(crate) fn new(hook: &Hook, place: &TrustPlace<'_>) -> Self {
        Self {
            watch: Watch::new(hook, place),
            hook: hook.clone(),
            project: place.project.to_owned(),
            home: place.home.map(Path::to_owned),
            elsewhere: Mutex::default(),
            touches: AtomicU64::new(0),
        }
    }

    pub(crate) fn watch(&self) -> &Watch {
        &self.watch
    }

    /// Whether the hook, run for this input, still is what was trusted.
    pub(crate) fn holds_for(&self, input: &Fields) -> bool {
        let cwd = input.text("cwd").unwrap_or_default();
        let cwd = Path::new(cwd.as_ref());
        let at_home = cwd.as_os_str().is_empty() || cwd == self.project;
        self.watch.still_holds() && (at_home || self.same_scripts_in(cwd))
    }

    /// Whether the hook runs the scripts that were trusted, in another folder
    /// than the project's root.
    fn same_scripts_in(&self, cwd: &Path) -> bool {
        // Where it is gone, the hook runs elsewhere.
        match cwd.canonicalize() {
            Ok(real) => real == self.watch.project() || self.same_scripts_below(&real),
            Err(_) => true,
        }
    }

    fn same_scripts_below(&self, cwd: &Path) -> bool {
        let known = self.lock().clone();
        if let Some(known) = known.filter(|known| known.cwd == cwd && known.watch.still_holds()) {
            return known.same;
        }
        let Some(hook) = self.moved_to(cwd) else {
            return true;
        };
        let place = TrustPlace {
            project: &self.project,
            home: self.home.as_deref(),
        };
        let watch = Watch::in_folder(&hook, &place, cwd);
        let trusted = &self.watch.evidence().scripts;
        let Evidence {
            scripts, unseen, ..
        } = watch.evidence();
        let same = unseen.is_none()
            && scripts.iter().all(|script| {
                let is_there = !matches!(script.state, ScriptState::Missing);
                !is_there || trusted.contains(script)
            });
        let cwd = cwd.to_owned();
        *self.lock() = Some(Arc::new(OtherFolder { cwd, watch, same }));
        same
    }

    /// The hook as it is when it runs in this folder. `None` for one that runs
    /// no command, or always in the same folder.
    fn moved_to(&self, cwd: &Path) -> Option<Hook> {
        let mut def = self.hook.handler.get::<CommandDef>()?.clone();
        let own = def.cwd.as_deref().map(Path::new).unwrap_or(Path::new(""));
        if own.is_absolute() {
            return None;
        }
        def.cwd = Some(cwd.join(own).to_str()?.to_owned());
        let mut hook = self.hook.clone();
        hook.handler = def.into();
        Some(hook)
    }

    /// How to start the hook, so that what runs is what was trusted. The call is
    /// told which command that is.
    ///
    /// # Errors
    /// When it has changed since it was trusted.
    pub(crate) fn start(
        self: &Arc<Self>,
        call: &mut Call,
        copies: Option<&CopyStore>,
    ) -> Result<HookInPlace, NotTrustedError> {
        let input = call.input.input().fields();
        let session = input.text("cwd").unwrap_or_default();
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let session = real(Path::new(session.as_ref()));
        let def = self.hook.handler.get::<CommandDef>();
        let cwd = def
            .and_then(|def| call.start_dir(def))
            .map(|cwd| real(&cwd));
        let variable = |name: &str| {
            let folder = call.folder_variable(name)?;
            folder.to_str().map(str::to_owned)
        };
        let command = def.zip(cwd.as_deref()).map(|(def, cwd)| {
            let place = StartPlace {
                cwd,
                session: &session,
                variable: &variable,
            };
            (def, place)
        });
        let mut in_place = HookInPlace::default();
        let start = self.watch.start(command, copies);
        match start? {
            VerifiedStart::Anyhow => {}
            VerifiedStart::Copy(command) => call.command = Some(Arc::new(*command)),
            VerifiedStart::InPlace {
                definition,
                since,
                problem,
            } => {
                let own = definition.or_else(|| self.another_worker());
                call.command = own.map(|command| Arc::new(*command));
                in_place.problem = problem;
                in_place.files = Some((Arc::clone(self), since));
                in_place.elsewhere = self.elsewhere_now(&session)?;
            }
        }
        Ok(in_place)
    }

    /// The hook's own command with a mark on it, where it is a worker whose
    /// scripts were touched: one that was started before must not be asked again.
    fn another_worker(&self) -> Option<Box<CommandDef>> {
        let def = self.hook.handler.get::<CommandDef>()?;
        let touches = self.touches.load(Ordering::Acquire);
        (def.worker.is_some() && touches > 0).then(|| {
            let mut def = def.clone();
            let mark = ("SNAPHOOK_WORKER_RESTARTS".to_owned(), touches.to_string());
            def.env.push(mark);
            Box::new(def)
        })
    }

    /// The files that the hook names in the folder that it ran in last, if that
    /// is the session's.
    fn elsewhere_now(
        &self,
        cwd: &Path,
    ) -> Result<Option<(Arc<OtherFolder>, FileSnapshot)>, NotTrustedError> {
        let Some(known) = self.lock().clone().filter(|known| known.cwd == cwd) else {
            return Ok(None);
        };
        match known.watch.snapshot() {
            Some(since) => Ok(Some((known, since))),
            None => Err(NotTrustedError::ScriptChanged),
        }
    }

    /// Held for a few instructions only.
    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Arc<OtherFolder>>> {
        self.elsewhere
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// The files of a hook that runs them in their own place: anyone who touches one
/// before the hook has ended makes its answer worthless.
#[derive(Debug, Default)]
pub(crate) struct HookInPlace {
    files: Option<(Arc<WatchedHook>, FileSnapshot)>,
    elsewhere: Option<(Arc<OtherFolder>, FileSnapshot)>,
    /// Why there is no copy that could be run, for a diagnostic.
    pub(crate) problem: Option<String>,
    touched: Arc<AtomicBool>,
}

impl HookInPlace {
    /// Says later whether the hook ran something that may be none of what was
    /// trusted.
    pub(crate) fn touched(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.touched)
    }

    /// Runs the hook. When it has started and when it has ended the files are
    /// looked at again; one that was touched ends it.
    pub(crate) async fn hold(self, run: impl Future<Output = Response>) -> Response {
        if self.files.is_none() {
            return run.await;
        }
        let mut run = pin!(run);
        let response = match poll!(run.as_mut()) {
            Poll::Ready(response) => response,
            Poll::Pending if self.is_touched() => return self.failure(),
            Poll::Pending => run.await,
        };
        match self.is_touched() {
            true => self.failure(),
            false => response,
        }
    }

    fn failure(&self) -> Response {
        self.touched.store(true, Ordering::Release);
        if let Some((watched, _)) = &self.files {
            watched.touches.fetch_add(1, Ordering::AcqRel);
        }
        Failure::new(
            "one of its scripts was written to while it ran, so its answer does not count; run it \
            again when no program changes its scripts",
        )
        .into()
    }

    fn is_touched(&self) -> bool {
        let files = self.files.as_ref();
        let elsewhere = self.elsewhere.as_ref();
        files.is_some_and(|(watched, since)| !watched.watch.is_untouched_since(since))
            || elsewhere.is_some_and(|(known, since)| !known.watch.is_untouched_since(since))
    }
}
