//! What a person is shown before they trust a project: every hook of it that
//! a person must trust, running or not.

use std::sync::Arc;

use snaphook_core::hook::Hook;
use snaphook_trust::{Evidence, TrustPlace, TrustState};

use super::handle::Engine;
use super::trust::TrustPolicy;

/// A hook that a person must trust before it runs.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct TrustQuestion {
    /// The hook.
    pub hook: Arc<Hook>,
    /// What trust in it rests on: what it says, and its scripts as they are.
    pub evidence: Evidence,
    /// Where it is.
    pub standing: TrustState,
}

impl Engine {
    /// Every hook of the project that a person must trust: configured ones,
    /// the commands of `statusLine` and `fileSuggestion`, and those of skills
    /// and agents in the project. Looked at now: what is shown to a person is
    /// what is to be stored.
    #[must_use]
    pub fn trust_questions(&self) -> Vec<TrustQuestion> {
        let engine = self.snapshot_data();
        let trust = &engine.trust;
        let (Some(project), TrustPolicy::Store(store)) = (&trust.project, &trust.policy) else {
            return Vec::new();
        };
        let place = TrustPlace {
            project,
            home: trust.home.as_deref(),
        };
        let of_skills = engine.loaded.skills.iter();
        let of_skills =
            of_skills.flat_map(|skill| skill.settings.hooks.iter().cloned().map(Arc::new));
        let helpers = engine.loaded.helpers.iter().cloned().map(Arc::new);
        let hooks: Vec<Arc<Hook>> = engine
            .configured
            .iter()
            .cloned()
            .chain(of_skills)
            .chain(helpers)
            .filter(|hook| !trust.vouches_for(hook))
            .collect();
        let evidence: Vec<Evidence> = hooks
            .iter()
            .map(|hook| Evidence::gather(hook, &place))
            .collect();
        let seen: Vec<(&Hook, &Evidence)> =
            hooks.iter().map(|hook| &**hook).zip(&evidence).collect();
        let standings = store.trust_states(project, &seen);
        hooks
            .into_iter()
            .zip(evidence)
            .zip(standings)
            .map(|((hook, evidence), standing)| TrustQuestion {
                hook,
                evidence,
                standing,
            })
            .collect()
    }
}
