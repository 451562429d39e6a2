//! Collects the times of many runs.

use snaphook::Outcome;
use snaphook::outcome::{HookEntry, Status};
use snaphook_log::Percentiles;

/// The times of an event and of its hooks.
#[derive(Debug, Default)]
pub(super) struct RunTimes {
    event: Vec<i64>,
    hooks: Vec<HookRuns>,
    /// In how many runs a hook was the last to be waited for: its place.
    waited: Vec<usize>,
}

#[derive(Debug)]
struct HookRuns {
    id: String,
    name: String,
    times: Vec<i64>,
    /// How often it did something else than succeed or block.
    failed: usize,
    background: bool,
}

/// One hook over all runs.
pub(super) struct HookTimes {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) times: Percentiles,
    pub(super) failed: usize,
    /// Whether the hook runs in the background.
    pub(super) background: bool,
    /// In how many runs it was what the agent waited for.
    pub(super) waited_for: usize,
}

impl RunTimes {
    /// Adds a run.
    pub(super) fn add(&mut self, outcome: &Outcome) {
        self.event.push(microseconds(outcome.duration_ms));
        let mut slowest: Option<(usize, i64)> = None;
        for entry in outcome.hooks.iter().filter(|entry| entry.participated()) {
            let place = self.place(entry);
            let hook = &mut self.hooks[place];
            let time = microseconds(entry.duration_ms);
            let background = entry.status == Status::Background;
            hook.background |= background;
            hook.failed += usize::from(!matches!(
                entry.status,
                Status::Success | Status::Blocked | Status::Background
            ));
            if !background {
                hook.times.push(time);
                if slowest.is_none_or(|(_, most)| time > most) {
                    slowest = Some((place, time));
                }
            }
        }
        self.waited.extend(slowest.map(|(place, _)| place));
    }

    fn place(&mut self, entry: &HookEntry) -> usize {
        let found = self
            .hooks
            .iter()
            .position(|hook| hook.id == entry.id.as_str());
        found.unwrap_or_else(|| {
            self.hooks.push(HookRuns {
                id: entry.id.as_str().to_owned(),
                name: entry.name.to_string(),
                times: Vec::new(),
                failed: 0,
                background: false,
            });
            self.hooks.len() - 1
        })
    }

    /// The whole event.
    pub(super) fn event(&self) -> Percentiles {
        Percentiles::of(self.event.clone())
    }

    /// Each hook, in configured order.
    pub(super) fn hooks(&self) -> Vec<HookTimes> {
        let hooks = self.hooks.iter().enumerate();
        hooks
            .map(|(place, hook)| HookTimes {
                id: hook.id.clone(),
                name: hook.name.clone(),
                times: Percentiles::of(hook.times.clone()),
                failed: hook.failed,
                background: hook.background,
                waited_for: self.waited.iter().filter(|at| **at == place).count(),
            })
            .collect()
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a number out of range becomes the nearest one"
)]
fn microseconds(milliseconds: f64) -> i64 {
    (milliseconds * 1000.0).round() as i64
}
