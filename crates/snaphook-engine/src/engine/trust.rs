//! Who vouches for the hooks of a project.
//!
//! | scope | `All` | `Store` | `ManagedOnly` |
//! |---|---|---|---|
//! | managed, explicit, host, session | run | run | run |
//! | user, plugin | run | run | – |
//! | project, local, packs of the project's lock file | run | as the store says | – |
//! | skill, agent | run | inside the project as the store says, else run | – |

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use snaphook_core::hook::{Authority, Hook, HookId, Scope};
use snaphook_trust::{Evidence, GrantError, TrustPlace, TrustState, TrustStore};

use super::watched::WatchedHook;

/// Which hooks may run, by who vouches for them.
#[derive(Clone)]
pub enum TrustPolicy {
    /// All: the host vouches for the folder.
    All,
    /// Those of the project that a person has trusted.
    Store(Arc<dyn TrustStore>),
    /// Only managed ones, and those that the host itself names.
    ManagedOnly,
}

/// Nobody has trusted anything yet.
impl Default for TrustPolicy {
    fn default() -> Self {
        Self::Store(Arc::new(TrustNobody))
    }
}

struct TrustNobody;

impl TrustStore for TrustNobody {
    fn trust_state(&self, _: &Path, _: &Hook, _: &Evidence) -> TrustState {
        TrustState::Unknown
    }
}

impl std::fmt::Debug for TrustPolicy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::All => "All",
            Self::Store(_) => "Store",
            Self::ManagedOnly => "ManagedOnly",
        })
    }
}

/// The policy, and the folders it is applied to.
#[derive(Debug, Default)]
pub(crate) struct Trust {
    pub(super) policy: TrustPolicy,
    pub(super) project: Option<PathBuf>,
    pub(super) home: Option<PathBuf>,
}

/// What was found out about hooks that a person must trust.
#[derive(Debug, Default)]
pub(crate) struct TrustFindings {
    pub(crate) standings: HashMap<HookId, TrustState>,
    /// For each that is trusted, what tells before a run whether it still is.
    pub(crate) watches: HashMap<HookId, Arc<WatchedHook>>,
    /// Why the store cannot be used.
    pub(crate) problem: Option<String>,
}

impl Trust {
    /// Finds out which hooks are trusted, and says so in them.
    pub(crate) fn judge(&self, hooks: &mut [Hook]) -> TrustFindings {
        let mut judged = TrustFindings::default();
        let (Some(project), TrustPolicy::Store(store)) = (&self.project, &self.policy) else {
            for hook in hooks {
                hook.trusted = self.vouches_for(hook);
            }
            return judged;
        };
        let place = TrustPlace {
            project,
            home: self.home.as_deref(),
        };
        let concerned: Vec<usize> = (0..hooks.len())
            .filter(|at| !self.vouches_for(&hooks[*at]))
            .collect();
        let watches: Vec<Arc<WatchedHook>> = concerned
            .iter()
            .map(|at| Arc::new(WatchedHook::new(&hooks[*at], &place)))
            .collect();
        let seen: Vec<(&Hook, &Evidence)> = concerned
            .iter()
            .zip(&watches)
            .map(|(at, watch)| (&hooks[*at], watch.watch().evidence()))
            .collect();
        let standings = store.trust_states(project, &seen);
        for ((at, watch), standing) in concerned.into_iter().zip(watches).zip(standings) {
            let hook = &mut hooks[at];
            hook.trusted = standing.is_trusted();
            if hook.trusted {
                judged.watches.insert(hook.id.clone(), watch);
            }
            judged.standings.insert(hook.id.clone(), standing);
        }
        if !judged.standings.is_empty() {
            judged.problem = store.problem();
        }
        judged
    }

    /// Trusts what was allowed while the engine runs, where it must be trusted.
    pub(crate) fn grant(&self, hooks: &[Hook]) -> Result<(), GrantError> {
        if matches!(self.policy, TrustPolicy::ManagedOnly) && !hooks.is_empty() {
            return Err(GrantError::ManagedOnly);
        }
        let (Some(project), TrustPolicy::Store(store)) = (&self.project, &self.policy) else {
            return Ok(());
        };
        let place = TrustPlace {
            project,
            home: self.home.as_deref(),
        };
        let concerned = hooks.iter().filter(|hook| !self.vouches_for(hook));
        let concerned: Vec<(&Hook, Evidence)> = concerned
            .map(|hook| (hook, Evidence::gather(hook, &place)))
            .collect();
        if concerned.is_empty() {
            return Ok(());
        }
        let seen: Vec<(&Hook, &Evidence)> = concerned
            .iter()
            .map(|(hook, evidence)| (*hook, evidence))
            .collect();
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        store.grant(project, &seen, since.unwrap_or_default().as_secs())
    }

    /// The file in which trust is kept.
    pub(crate) fn file(&self) -> Option<&Path> {
        match &self.policy {
            TrustPolicy::Store(store) => store.file(),
            TrustPolicy::All | TrustPolicy::ManagedOnly => None,
        }
    }

    /// Whether a hook runs without anybody having looked at it.
    pub(super) fn vouches_for(&self, hook: &Hook) -> bool {
        let scope = hook.source.scope;
        match (&self.policy, scope) {
            (_, Scope::Managed | Scope::Explicit | Scope::Host | Scope::Session)
            | (TrustPolicy::All, _) => true,
            (TrustPolicy::ManagedOnly, _) => false,
            (TrustPolicy::Store(_), Scope::User) => true,
            (TrustPolicy::Store(_), Scope::Plugin) => hook.source.authority() != Authority::Project,
            (TrustPolicy::Store(_), Scope::Project | Scope::Local) => false,
            (TrustPolicy::Store(_), Scope::Skill | Scope::Agent) => !self.in_project(hook),
        }
    }

    /// Whether any hook that stood in this file of the project was trusted.
    pub(super) fn trusted_in(&self, file: &Path) -> bool {
        match (&self.policy, &self.project) {
            (TrustPolicy::All, _) => true,
            (TrustPolicy::ManagedOnly, _) | (_, None) => false,
            (TrustPolicy::Store(store), Some(project)) => store.trusted_in(project, file),
        }
    }

    /// Notes whether a hook of a skill or an agent is the project's.
    pub(crate) fn note_owner(&self, hook: &mut Hook) {
        let of_project = self.in_project(hook);
        if let Some(origin) = hook.source.origin.as_mut().filter(|_| of_project) {
            Arc::make_mut(origin).of_project = true;
        }
    }

    /// Whether a hook's file is in the project, by its name or in truth.
    fn in_project(&self, hook: &Hook) -> bool {
        let (Some(project), Some(file)) = (&self.project, &hook.source.file) else {
            return false;
        };
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let root = real(project);
        // The user's own folder may be below the project's root.
        let home = self.home.as_deref();
        if home.is_some_and(|home| real(home) == root) {
            return false;
        }
        // By its name, too: a link in the project is the project's, whichever
        // way leads to the project.
        let named = std::path::absolute(file).unwrap_or_else(|_| file.to_path_buf());
        let mut folders = named.ancestors().skip(1);
        real(file).starts_with(&root) || folders.any(|folder| real(folder) == root)
    }
}
