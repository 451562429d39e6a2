//! How long a hook may take: its own timeout, and where the event has one, a
//! budget that all hooks of the event share.

use std::time::{Duration, Instant};

use snaphook_core::event::EventSpec;
use snaphook_core::hook::Hook;
use snaphook_core::select::{Choice, SelectedHook};
use snaphook_exec::Surroundings;

/// The shared budget of a dispatch, if its event has one.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Clock {
    shared: Option<(Duration, Instant)>,
}

impl Clock {
    /// Starts now.
    pub(super) fn start<'c>(
        spec: &EventSpec,
        chosen: impl Iterator<Item = &'c SelectedHook>,
        world: &Surroundings,
    ) -> Self {
        let shared = spec.budget.map(|budget| {
            let set = budget.variables.iter().find_map(|name| {
                let text = world.var(name)?.to_str()?;
                text.trim().parse().ok().map(Duration::from_millis)
            });
            let raised = chosen
                .filter(|chosen| chosen.choice == Choice::Run)
                .filter_map(|chosen| chosen.hook.timeout)
                .fold(spec.timeout, Duration::max)
                .min(budget.most);
            let total = set.unwrap_or(raised);
            (total, Instant::now() + total)
        });
        Self { shared }
    }

    /// The shared time is up: a hook that has not started need not.
    pub(super) fn is_over(&self) -> bool {
        self.shared.is_some_and(|(_, end)| end <= Instant::now())
    }

    /// How long this hook may take if it starts now.
    pub(super) fn time_for(&self, hook: &Hook) -> Duration {
        match self.shared {
            None => hook.effective_timeout(),
            Some((total, end)) => {
                let left = end.saturating_duration_since(Instant::now());
                hook.timeout.unwrap_or(total).min(left)
            }
        }
    }
}
