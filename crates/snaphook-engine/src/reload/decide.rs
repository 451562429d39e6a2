//! What counts of a file that changed.

use snaphook_core::hook::{HookId, Scope};
use snaphook_core::outcome::{Outcome, Status};

use super::ask::ReloadAsker;
use super::compare::ChangedSource;
use crate::engine::{ChangedFile, KeepReason, KeptFile, ReloadFate, SnapshotData};

/// What was decided of one file.
pub(super) struct ReloadDecision {
    /// `None` if it was decided before, and has not changed since.
    pub(super) told: Option<ChangedFile>,
    pub(super) kept: Option<KeptFile>,
}

/// Decides what counts of a file that changed.
pub(super) async fn decide(
    old: &std::sync::Arc<SnapshotData>,
    change: ChangedSource,
    asker: &ReloadAsker,
) -> ReloadDecision {
    let known = old.kept.iter().find(|kept| kept.path == change.path);
    if let Some(kept) = known.filter(|kept| kept.on_disk == change.now) {
        return ReloadDecision {
            told: None,
            kept: Some(kept.clone()),
        };
    }
    if let Some(reason) = &change.broken {
        let was_good = !old.loaded.errors.iter().any(|e| e.file() == change.path);
        let because = KeepReason::Broken(reason.clone());
        let fate = ReloadFate::Broken {
            reason: reason.clone(),
        };
        return ReloadDecision {
            kept: was_good.then(|| change.keep(because)),
            told: Some(change.to_changed_file(fate, None)),
        };
    }
    let outcome = asker.ask(old, &change).await;
    let fate = fate_of(&change, &outcome);
    let asked = (!outcome.hooks.is_empty()).then(|| Box::new(outcome));
    ReloadDecision {
        kept: (!fate.is_taken()).then(|| change.keep(KeepReason::Blocked)),
        told: Some(change.to_changed_file(fate, asked)),
    }
}

fn fate_of(change: &ChangedSource, outcome: &Outcome) -> ReloadFate {
    if change.scope == Scope::Managed {
        let blocked = outcome.hooks.iter();
        let by: Vec<HookId> = blocked
            .filter(|entry| entry.status == Status::Blocked)
            .map(|entry| entry.id.clone())
            .collect();
        return match by.is_empty() && !outcome.blocked {
            true => ReloadFate::Taken,
            false => ReloadFate::TakenOverBlock { by },
        };
    }
    match outcome.blocked {
        false => ReloadFate::Taken,
        true => ReloadFate::Blocked {
            by: outcome.decided_by.clone(),
            reason: outcome.block_reason.clone().unwrap_or_default(),
        },
    }
}

impl ChangedSource {
    fn keep(&self, because: KeepReason) -> KeptFile {
        KeptFile {
            path: self.path.clone(),
            on_disk: self.now.clone(),
            in_force: self.before.clone(),
            because,
        }
    }

    fn to_changed_file(&self, fate: ReloadFate, outcome: Option<Box<Outcome>>) -> ChangedFile {
        ChangedFile {
            path: self.path.clone(),
            scope: self.scope,
            change: self.kind(),
            fate,
            outcome,
        }
    }
}
