//! The world around an agent: folders, files, settings, worktrees.

use std::path::PathBuf;

use snaphook_core::input::typed;
use snaphook_core::outcome::{HookEntry, Outcome};

use super::hooks::AgentHooks;
use super::told::{Decided, Go, Told};
use crate::engine::Reloaded;

/// What to watch from now on.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Watching {
    /// Files and folders; an empty list watches none. Nothing: as before.
    pub watch_paths: Option<Vec<String>>,
    /// What was said.
    pub told: Told,
}

impl Watching {
    fn of(outcome: Outcome) -> Self {
        Self {
            watch_paths: outcome.watch_paths.clone(),
            told: Told::of(outcome),
        }
    }
}

/// Who makes a worktree.
#[derive(Debug, Clone)]
pub enum WorktreeCreated {
    /// No hook is configured for it: the host makes it, with `git worktree`.
    ByHost,
    /// A hook made it here.
    At(PathBuf, Told),
    /// A hook was to make it and did not; the reason is for the user.
    Failed(String, Told),
}

/// Who removes a worktree.
#[derive(Debug, Clone)]
pub enum WorktreeRemoved {
    /// No hook is configured for it: the host removes it.
    ByHost,
    /// A hook removed it.
    Gone(Told),
    /// A hook was to remove it and did not; the reason is for the user.
    Failed(String, Told),
}

impl AgentHooks {
    /// A file of instructions was read.
    pub async fn instructions_loaded(&self, loaded: typed::InstructionsLoaded) -> Told {
        Told::of(self.fire(&loaded).await)
    }

    /// The working directory changed. Later inputs have the new one.
    pub async fn cwd_changed(&mut self, new_cwd: &str) -> Watching {
        let old_cwd = std::mem::replace(&mut self.common.cwd, new_cwd.to_owned());
        let changed = typed::CwdChanged::new(old_cwd, new_cwd);
        Watching::of(self.fire(&changed).await)
    }

    /// A working directory was added.
    pub async fn directory_added(&self, directory: &str, source: &str) -> Told {
        Told::of(
            self.fire(&typed::DirectoryAdded::new(directory, source))
                .await,
        )
    }

    /// A watched file changed: `change`, `add` or `unlink`.
    pub async fn file_changed(&self, file: &str, event: &str) -> Watching {
        Watching::of(self.fire(&typed::FileChanged::new(file, event)).await)
    }

    /// Settings changed and are about to take effect.
    pub async fn config_changed(&self, change: typed::ConfigChange) -> Decided {
        Decided::of(self.fire(&change).await)
    }

    /// Loads the settings anew, asking the hooks of this agent's session
    /// ([`Session::reload`](crate::Session::reload)).
    pub async fn reload_settings(&self) -> Reloaded {
        self.session.reload(&self.common).await
    }

    /// A worktree is wanted. A relative path of a hook is taken from the cwd.
    pub async fn worktree_create(&self, name: &str) -> WorktreeCreated {
        let outcome = self.fire(&typed::WorktreeCreate::new(name)).await;
        let cwd = PathBuf::from(&self.common.cwd);
        let Decided { go, told } = Decided::of(outcome);
        match (go, &told.outcome.worktree_path) {
            (Go::Refused(reason), _) => WorktreeCreated::Failed(reason, told),
            (Go::On, Some(path)) => WorktreeCreated::At(cwd.join(path), told),
            (Go::On, None) => WorktreeCreated::ByHost,
        }
    }

    /// A worktree is to be removed.
    pub async fn worktree_remove(&self, path: &str) -> WorktreeRemoved {
        let outcome = self.fire(&typed::WorktreeRemove::new(path)).await;
        let handled = outcome.hooks.iter().any(HookEntry::took_part);
        let Decided { go, told } = Decided::of(outcome);
        match go {
            Go::Refused(reason) => WorktreeRemoved::Failed(reason, told),
            Go::On if handled => WorktreeRemoved::Gone(told),
            Go::On => WorktreeRemoved::ByHost,
        }
    }
}
