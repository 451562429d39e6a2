//! What counts of a file that changed.

use std::path::PathBuf;

use snaphook_core::hook::{HookId, Scope};
use snaphook_core::outcome::{Outcome, Status};
use snaphook_settings::Content;

use super::ask::Asker;
use super::compare::Change;
use super::reloaded::{ChangedFile, Fate};
use crate::engine::inner::Inner;

/// A file of which not what it holds counts, but what it held before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KeptFile {
    pub(in crate::engine) path: PathBuf,
    /// What it holds.
    pub(super) on_disk: Content,
    /// What counts.
    pub(in crate::engine) in_force: Content,
    pub(in crate::engine) because: KeptBecause,
}

/// Why what a file held before counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum KeptBecause {
    /// It cannot be loaded: why not.
    Broken(String),
    /// A hook refused the change.
    Blocked,
}

/// What was decided of one file.
pub(super) struct Decision {
    /// Nothing when it was decided before, and has not changed since.
    pub(super) told: Option<ChangedFile>,
    pub(super) kept: Option<KeptFile>,
}

/// Decides what counts of a file that changed.
pub(super) async fn decide(old: &std::sync::Arc<Inner>, change: Change, asker: &Asker) -> Decision {
    let known = old.kept.iter().find(|kept| kept.path == change.path);
    if let Some(kept) = known.filter(|kept| kept.on_disk == change.now) {
        return Decision {
            told: None,
            kept: Some(kept.clone()),
        };
    }
    if let Some(reason) = &change.broken {
        let was_good = !old.loaded.errors.iter().any(|e| e.file() == change.path);
        let because = KeptBecause::Broken(reason.clone());
        let fate = Fate::Broken {
            reason: reason.clone(),
        };
        return Decision {
            kept: was_good.then(|| change.keep(because)),
            told: Some(change.told(fate, None)),
        };
    }
    let outcome = asker.ask(old, &change).await;
    let fate = fate_of(&change, &outcome);
    let asked = (!outcome.hooks.is_empty()).then(|| Box::new(outcome));
    Decision {
        kept: (!fate.is_taken()).then(|| change.keep(KeptBecause::Blocked)),
        told: Some(change.told(fate, asked)),
    }
}

fn fate_of(change: &Change, outcome: &Outcome) -> Fate {
    if change.scope == Scope::Managed {
        let blocked = outcome.hooks.iter();
        let by: Vec<HookId> = blocked
            .filter(|entry| entry.status == Status::Blocked)
            .map(|entry| entry.id.clone())
            .collect();
        return match by.is_empty() && !outcome.blocked {
            true => Fate::Taken,
            false => Fate::TakenOverBlock { by },
        };
    }
    match outcome.blocked {
        false => Fate::Taken,
        true => Fate::Blocked {
            by: outcome.decided_by.clone(),
            reason: outcome.block_reason.clone().unwrap_or_default(),
        },
    }
}

impl Change {
    fn keep(&self, because: KeptBecause) -> KeptFile {
        KeptFile {
            path: self.path.clone(),
            on_disk: self.now.clone(),
            in_force: self.before.clone(),
            because,
        }
    }

    fn told(&self, fate: Fate, outcome: Option<Box<Outcome>>) -> ChangedFile {
        ChangedFile {
            path: self.path.clone(),
            scope: self.scope,
            change: self.kind(),
            fate,
            outcome,
        }
    }
}
