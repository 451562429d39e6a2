//! The engine as its settings make it: what a dispatch works on from its
//! beginning to its end, also when other settings are put in meanwhile.

use std::ops::Deref;
use std::sync::Arc;

use snaphook_core::hook::{Hook, Scope};
use snaphook_core::input::Input;
use snaphook_core::merge::OnRewriteConflict;
use snaphook_core::outcome::Outcome;
use snaphook_core::select::{Choice, HookSet, Selection, SelectionRef, SkipCause};
use snaphook_exec::{Handler, HandlerSettings, Registry, Surroundings};
use snaphook_settings::{Finding, LoadContext, Sources};

use super::builder::{kinds_of_host, unchecked_kinds};
use super::diagnostics::LoadDiagnostics;
use super::engine_shared::EngineShared;
use super::helper::Helpers;
use super::kept_file::KeptFile;
use super::load::SettingsInForce;
use super::settings_env::SettingsEnv;
use super::trust::TrustFindings;
use super::watched::WatchedHook;
use crate::conditions::Conditions;
use crate::permission::settings::TrustedPermissions;
use crate::session::StopCaps;

/// One snapshot of the settings, and the engine it belongs to. Nothing in it
/// ever changes.
pub(crate) struct SnapshotData {
    pub(super) shared: Arc<EngineShared>,
    pub(crate) set: HookSet,
    /// By place in the set; none for a guard that could not be loaded.
    pub(crate) handlers: Vec<Option<Arc<dyn Handler>>>,
    pub(crate) conditions: Conditions,
    /// Every configured hook, also those that are switched off, in the order
    /// in which they merge.
    pub(crate) configured: Arc<[Arc<Hook>]>,
    /// What the settings say to handlers.
    pub(crate) handler_settings: HandlerSettings,
    /// Makes handlers for hooks that sessions add.
    pub(crate) registry: Registry,
    pub(crate) helpers: Helpers,
    /// The world around hooks, with the variables that settings set for all of them.
    pub(crate) surroundings: Arc<Surroundings>,
    /// The variables that settings set.
    pub(crate) env: SettingsEnv,
    /// Blocks of a stop in a row that are honoured.
    pub(crate) stop_caps: StopCaps,
    /// What is done where hooks rewrite an input differently.
    pub(crate) on_rewrite_conflict: OnRewriteConflict,
    pub(crate) diagnostics: LoadDiagnostics,
    pub(super) findings: Arc<[Finding]>,
    /// What was loaded, beside its hooks.
    pub(crate) loaded: SettingsInForce,
    pub(crate) judged: TrustFindings,
    /// What the settings say of permissions, as far as it is trusted.
    pub(crate) permission_settings: TrustedPermissions,
    /// Files of which what they held before counts.
    pub(crate) kept: Vec<KeptFile>,
    /// By place in the set: what tells whether a hook still is what was trusted.
    pub(super) watches: Vec<Option<Arc<WatchedHook>>>,
}

/// What lasts is part of what a dispatch works on.
impl Deref for SnapshotData {
    type Target = EngineShared;

    fn deref(&self) -> &EngineShared {
        &self.shared
    }
}

impl SnapshotData {
    /// How settings that come later are read.
    pub(crate) fn loading(&self) -> LoadContext {
        let kept = self.kept.iter();
        let held = kept.map(|kept| (kept.path.clone(), kept.in_force.clone()));
        LoadContext::of(Arc::clone(&self.dialect))
            .kinds(self.recipe.kinds.clone())
            .unchecked_kinds(unchecked_kinds(&self.registry, &self.recipe.kinds))
            .kinds_of_host(kinds_of_host(&self.recipe.hosts))
            .sources(Sources::holding(held.collect()))
    }

    /// What becomes of a hook of a session: `disabledHooks` may have changed
    /// since a skill became active.
    pub(crate) fn choice(&self, hook: &Hook) -> Choice {
        let of_file = matches!(hook.source.scope, Scope::Skill | Scope::Agent);
        match Choice::of(hook) {
            Choice::Run if of_file && self.loaded.effective.disabled(hook).is_some() => {
                Choice::Skip(SkipCause::Disabled)
            }
            choice => choice,
        }
    }

    /// What tells whether the configured hook at this place still is what was
    /// trusted; `None` for one that needs nobody's trust.
    pub(crate) fn watch(&self, place: usize) -> Option<&Arc<WatchedHook>> {
        self.watches.get(place)?.as_ref()
    }

    /// The configured hooks that this input selects, as far as they still are
    /// what was trusted.
    pub(crate) fn select(&self, input: &Input) -> Option<Arc<Selection>> {
        let selection = self.set.find(input)?;
        self.still_trusted(selection, input)
            .map(SelectionRef::into_arc)
    }

    /// The outcome of an event before any hook has said anything.
    #[inline]
    pub(crate) fn begin(&self, input: &Input) -> Outcome {
        let mut outcome = Outcome::go_on(input.event());
        if !self.diagnostics.is_empty() {
            outcome.diagnostics = self.diagnostics.for_event(input.event().name());
        }
        if input.lacks_tool_name() {
            let problem = input.tool_name_problem().map(|mut problem| {
                let told = problem
                    .message
                    .replacen("; help:", ", and every guard runs; help:", 1);
                problem.message = told;
                problem
            });
            outcome.diagnostics.extend(problem);
        }
        outcome
    }

    /// A bit for the place of each event about which there is anything to say.
    pub(super) fn occupied(&self) -> u64 {
        // A call is counted also where no hook looks at it.
        match self.diagnostics.is_empty() && !self.conditions.count_calls() {
            true => self.set.occupied(),
            false => u64::MAX,
        }
    }

    /// A selection as far as its hooks still are what was trusted.
    #[inline]
    pub(crate) fn still_trusted<'a>(
        &self,
        selection: SelectionRef<'a>,
        input: &Input,
    ) -> Option<SelectionRef<'a>> {
        if self.watches.is_empty() {
            return Some(selection);
        }
        let changed = self.changed(&selection, input);
        if changed.is_empty() {
            return Some(selection);
        }
        let others = self.set.select_without(input, &changed)?;
        Some(SelectionRef::Own(Arc::new(others)))
    }

    /// The places of hooks that a selection would run, as themselves or by their
    /// options, and that are no longer what was trusted.
    pub(crate) fn changed(&self, selection: &Selection, input: &Input) -> Vec<usize> {
        if self.watches.is_empty() {
            return Vec::new();
        }
        let running = selection.chosen.iter();
        running
            .filter(|chosen| chosen.choice == Choice::Run)
            .flat_map(|chosen| std::iter::once(chosen.place).chain(chosen.copies.iter().copied()))
            .filter(|place| {
                let watch = self.watch(*place);
                watch.is_some_and(|watch| !watch.holds_for(input.fields()))
            })
            .collect()
    }
}
