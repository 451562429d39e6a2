//! How a trusted hook is started, so that what runs is what was trusted.

use std::path::Path;

use snaphook_core::hook::CommandDef;

use crate::copy::{CopyError, CopyPlan, CopyStore, MOST_BYTES, RunPlace, Tree, TreeFile};
use crate::{FileSnapshot, ScriptState, Watch, os};

/// How a trusted hook is started, so that it runs what was verified.
#[derive(Debug)]
pub enum VerifiedStart {
    /// It has no word that could name a file: there is nothing to be swapped.
    Anyhow,
    /// By this command, which runs a verified copy of every file.
    Copy(Box<CommandDef>),
    /// By this command, if there is one, else by its own. Some of its files are
    /// in their own place: when it has started and when it has ended, they must
    /// be [untouched](Watch::is_untouched_since).
    InPlace {
        /// The command, which runs a copy of the other files.
        definition: Option<Box<CommandDef>>,
        /// The files in their place.
        since: FileSnapshot,
        /// Why copies cannot be kept, for a diagnostic.
        problem: Option<String>,
    },
}

/// A file of a hook is no longer what a person trusted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct ChangedError {
    /// Which file, or that one of them is.
    why: String,
}

/// Where a command is started.
#[derive(Clone, Copy)]
pub struct StartPlace<'a> {
    /// The folder that it starts in.
    pub cwd: &'a Path,
    /// The folder of the session, from which paths are told where it is outside
    /// of the project.
    pub session: &'a Path,
    /// The values of the variables that name the hook's folders.
    pub variable: &'a dyn Fn(&str) -> Option<String>,
}

impl Watch {
    /// How to start a hook that is trusted as it is here: its command, if it is
    /// one, started in this place.
    ///
    /// # Errors
    /// When a file is no longer what was trusted.
    pub fn start(
        &self,
        command: Option<(&CommandDef, StartPlace<'_>)>,
        copies: Option<&CopyStore>,
    ) -> Result<VerifiedStart, ChangedError> {
        if self.looks_at_nothing() {
            return Ok(VerifiedStart::Anyhow);
        }
        let mut definition = None;
        let mut problem = None;
        if let (Some((def, place)), Some(copies)) = (command, copies)
            && let Some(plan) = self.plan(def, place, copies)
        {
            match copies.provide(&plan.tree, self.root.real()) {
                Ok(_) if plan.starts_files && !copies.starts_files() => {}
                Ok(_) if plan.complete => {
                    return Ok(VerifiedStart::Copy(Box::new(plan.definition)));
                }
                Ok(_) => definition = Some(Box::new(plan.definition)),
                Err(CopyError::Changed(why)) => return Err(ChangedError { why }),
                Err(CopyError::Folder(why)) => problem = Some(why),
            }
        }
        let changed = || ChangedError {
            why: "one of its scripts has changed since it was trusted".to_owned(),
        };
        let since = self.snapshot().ok_or_else(changed)?;
        Ok(VerifiedStart::InPlace {
            definition,
            since,
            problem,
        })
    }

    fn plan(
        &self,
        def: &CommandDef,
        place: StartPlace<'_>,
        copies: &CopyStore,
    ) -> Option<CopyPlan> {
        let shown = |path: &Path| {
            let path = match self.root.holds(path) {
                true => self.root.shown(path),
                false => path.strip_prefix(place.session).ok()?.to_owned(),
            };
            path.to_str().map(str::to_owned)
        };
        let ground = RunPlace {
            cwd: place.cwd,
            variable: place.variable,
            shown: &shown,
        };
        let scripts = &self.evidence().scripts;
        CopyPlan::of(def, scripts, &self.details, self.tree()?, &ground, copies)
    }

    /// Every file that can be copied.
    fn tree(&self) -> Option<Tree> {
        let mut bytes = 0;
        let files = self.evidence().scripts.iter().filter_map(|script| {
            let ScriptState::File { sha256 } = script.state else {
                return None;
            };
            let direct = script.links.is_empty() && Path::new(&script.path).is_relative();
            let meta = std::fs::symlink_metadata(self.root.real().join(&script.path));
            let meta = meta.ok();
            bytes += meta.as_ref().map_or(0, std::fs::Metadata::len);
            let executable = meta.and_then(|meta| os::is_executable(&meta));
            direct.then(|| TreeFile {
                path: script.path.clone(),
                sha256,
                executable: executable.unwrap_or_default(),
            })
        });
        let inside = |file: &TreeFile| !file.path.split('/').any(|part| part == "..");
        let files = files.filter(inside).collect();
        Tree::of(files).filter(|_| bytes <= MOST_BYTES)
    }
}
