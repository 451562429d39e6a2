//! The world around an agent: folders, files, settings, worktrees.

use std::path::PathBuf;

use snaphook_core::input::typed;
use snaphook_core::outcome::{HookEntry, Outcome};

use super::hooks::AgentHooks;
use super::messages::{EventDecision, EventReply, HookMessages};
use snaphook_engine::ReloadReport;

/// What to watch from now on.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct WatchPathsReply {
    /// Files and folders; an empty list watches none. `None`: as before.
    pub watch_paths: Option<Vec<String>>,
    /// The messages of the hooks.
    pub messages: HookMessages,
}

impl WatchPathsReply {
    fn of(outcome: Outcome) -> Self {
        Self {
            watch_paths: outcome.watch_paths.clone(),
            messages: HookMessages::of(outcome),
        }
    }
}

/// Who makes a worktree.
#[derive(Debug, Clone)]
pub enum WorktreeCreation {
    /// No hook is configured for it: the host makes it, with `git worktree`.
    ByHost,
    /// A hook made it here.
    At(PathBuf, HookMessages),
    /// A hook was to make it and did not; the reason is for the user.
    Failed(String, HookMessages),
}

/// Who removes a worktree.
#[derive(Debug, Clone)]
pub enum WorktreeRemoval {
    /// No hook is configured for it: the host removes it.
    ByHost,
    /// A hook removed it.
    Gone(HookMessages),
    /// A hook was to remove it and did not; the reason is for the user.
    Failed(String, HookMessages),
}

impl AgentHooks {
    /// A file of instructions was read.
    pub async fn instructions_loaded(&self, loaded: typed::InstructionsLoaded) -> HookMessages {
        HookMessages::of(self.fire(&loaded).await)
    }

    /// The working directory changed. Later inputs have the new one.
    pub async fn cwd_changed(&mut self, new_cwd: &str) -> WatchPathsReply {
        let old_cwd = std::mem::replace(&mut self.common.cwd, new_cwd.to_owned());
        let changed = typed::CwdChanged::new(old_cwd, new_cwd);
        WatchPathsReply::of(self.fire(&changed).await)
    }

    /// A working directory was added.
    pub async fn directory_added(&self, directory: &str, source: &str) -> HookMessages {
        HookMessages::of(
            self.fire(&typed::DirectoryAdded::new(directory, source))
                .await,
        )
    }

    /// A watched file changed: `change`, `add` or `unlink`.
    pub async fn file_changed(&self, file: &str, event: &str) -> WatchPathsReply {
        WatchPathsReply::of(self.fire(&typed::FileChanged::new(file, event)).await)
    }

    /// Settings changed and are about to take effect.
    pub async fn config_changed(&self, change: typed::ConfigChange) -> EventReply {
        EventReply::of(self.fire(&change).await)
    }

    /// Loads the settings anew, asking the hooks of this agent's session
    /// ([`Session::reload`](crate::Session::reload)).
    pub async fn reload_settings(&self) -> ReloadReport {
        self.session.reload(&self.common).await
    }

    /// A worktree is wanted. A relative path of a hook is taken from the cwd.
    pub async fn worktree_create(&self, name: &str) -> WorktreeCreation {
        let outcome = self.fire(&typed::WorktreeCreate::new(name)).await;
        let cwd = PathBuf::from(&self.common.cwd);
        let EventReply { decision, messages } = EventReply::of(outcome);
        match (decision, &messages.outcome.worktree_path) {
            (EventDecision::Blocked(reason), _) => WorktreeCreation::Failed(reason, messages),
            (EventDecision::Proceed, Some(path)) => WorktreeCreation::At(cwd.join(path), messages),
            (EventDecision::Proceed, None) => WorktreeCreation::ByHost,
        }
    }

    /// A worktree is to be removed.
    pub async fn worktree_remove(&self, path: &str) -> WorktreeRemoval {
        let outcome = self.fire(&typed::WorktreeRemove::new(path)).await;
        let handled = outcome.hooks.iter().any(HookEntry::participated);
        let EventReply { decision, messages } = EventReply::of(outcome);
        match decision {
            EventDecision::Blocked(reason) => WorktreeRemoval::Failed(reason, messages),
            EventDecision::Proceed if handled => WorktreeRemoval::Gone(messages),
            EventDecision::Proceed => WorktreeRemoval::ByHost,
        }
    }
}
