//! A hook that was trusted, looked at again before every run.
//!
//! Trust rests on the scripts that a hook names, seen from the project's root.
//! Hooks run in the session's folder, which may be anywhere: a script that is
//! named by a relative path may be another one there. In a folder outside of the
//! project, such as a worktree, the same script under the same name is as good.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use snaphook_core::hook::{HandlerDef, Hook};
use snaphook_core::input::Fields;
use snaphook_trust::{Evidence, Place, ScriptState, Watch};

/// A trusted hook, and what tells whether it still is what was trusted.
#[derive(Debug)]
pub(crate) struct Watched {
    hook: Hook,
    watch: Watch,
    project: PathBuf,
    home: Option<PathBuf>,
    /// What the hook names in the folder that it ran in last.
    elsewhere: Mutex<Option<Arc<Elsewhere>>>,
}

/// What a hook names, seen from another folder than the project's root.
#[derive(Debug)]
struct Elsewhere {
    cwd: PathBuf,
    watch: Watch,
    /// Whether these are the scripts that were trusted.
    same: bool,
}

impl Watched {
    pub(crate) fn new(hook: &Hook, place: &Place<'_>) -> Self {
        Self {
            watch: Watch::new(hook, place),
            hook: hook.clone(),
            project: place.project.to_owned(),
            home: place.home.map(Path::to_owned),
            elsewhere: Mutex::default(),
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
        let place = Place {
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
        *self.lock() = Some(Arc::new(Elsewhere { cwd, watch, same }));
        same
    }

    /// The hook as it is when it runs in this folder. Nothing for one that runs
    /// no command, or always in the same folder.
    fn moved_to(&self, cwd: &Path) -> Option<Hook> {
        let mut hook = self.hook.clone();
        let HandlerDef::Command(def) = &mut hook.handler else {
            return None;
        };
        let own = def.cwd.as_deref().map(Path::new).unwrap_or(Path::new(""));
        if own.is_absolute() {
            return None;
        }
        def.cwd = Some(cwd.join(own).to_str()?.to_owned());
        Some(hook)
    }

    /// Held for a few instructions only.
    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Arc<Elsewhere>>> {
        self.elsewhere
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
