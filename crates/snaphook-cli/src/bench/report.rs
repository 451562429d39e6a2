//! Prints the times, for people or as JSON.

use serde_json::{Value, json};
use snaphook::Input;
use snaphook_log::Percentiles;

use super::args::BenchArgs;
use super::budget::TimeBudget;
use super::times::{HookTimes, RunTimes};
use crate::error::CommandError;
use crate::log::milliseconds;
use crate::show::{self, style};

/// The table of measured times that `bench` shows.
pub(super) struct BenchTable<'a> {
    what: String,
    cold: bool,
    event: Percentiles,
    hooks: Vec<HookTimes>,
    budgets: Vec<(&'a TimeBudget, i64, bool)>,
}

impl<'a> BenchTable<'a> {
    pub(super) fn new(
        args: &'a BenchArgs,
        input: &Input,
        times: &RunTimes,
    ) -> Result<Self, CommandError> {
        let (event, hooks) = (times.event(), times.hooks());
        let mut budgets = Vec::new();
        for budget in &args.budget {
            for times in measured(budget, event, &hooks)? {
                let (number, within) = budget.look(&times);
                budgets.push((budget, number, within));
            }
        }
        let value = input.match_value();
        let what = match value.text() {
            Some(value) => format!("{} on `{value}`", input.event().as_str()),
            None => input.event().as_str().to_owned(),
        };
        Ok(Self {
            what,
            cold: args.cold,
            event,
            hooks,
            budgets,
        })
    }

    /// Whether every budget is kept.
    pub(super) fn within(&self) -> bool {
        self.budgets.iter().all(|(_, _, within)| *within)
    }

    pub(super) fn print(&self) {
        let (bold, dim) = (style::BOLD, style::DIM);
        crate::say!(
            "{bold}{}{bold:#} {dim}({} runs, {}){dim:#}",
            style::one_line(&self.what),
            self.event.count,
            if self.cold { "cold" } else { "warm" }
        );
        if self.hooks.is_empty() {
            crate::say!("no hook ran");
        } else {
            self.table();
            self.waits();
        }
        for (budget, number, within) in &self.budgets {
            let (colour, word) = match within {
                true => (style::GOOD, "kept"),
                false => (style::BAD, "exceeded"),
            };
            let number = show::microseconds(*number);
            let budget = style::one_line(&budget.to_string());
            crate::say!("{colour}{word}{colour:#} {budget}: {number}");
        }
    }

    fn table(&self) {
        let row = |name: &str, times: &Percentiles| {
            let time = show::microseconds;
            let numbers = [times.p50, times.p95, times.p99, times.max].map(time);
            let [median, p95, p99, max] = numbers;
            [style::one_line(name), median, p95, p99, max]
        };
        let waited = || self.hooks.iter().filter(|hook| !hook.background);
        let mut rows: Vec<_> = waited().map(|hook| row(&hook.name, &hook.times)).collect();
        rows.push(row("the whole event", &self.event));
        let numbers = waited().map(|hook| hook.times.p50);
        let numbers: Vec<i64> = numbers.chain([self.event.p50]).collect();
        show::print_bars(["hook", "median", "p95", "p99", "max"], rows, &numbers);
        let dim = style::DIM;
        for hook in self.hooks.iter().filter(|hook| hook.background) {
            let name = style::one_line(&hook.name);
            crate::say!(
                "{dim}{name} runs in the background; the agent does not wait for it{dim:#}"
            );
        }
        for hook in self.hooks.iter().filter(|hook| hook.failed > 0) {
            let (warning, name) = (style::WARNING, style::one_line(&hook.name));
            crate::say!("{warning}{name} failed in {} runs{warning:#}", hook.failed);
        }
    }

    /// Which hook the agent waits for.
    fn waits(&self) {
        let last = self.hooks.iter().max_by_key(|hook| hook.waited_for);
        if let Some(hook) = last.filter(|hook| hook.waited_for > 0 && self.hooks.len() > 1) {
            crate::say!(
                "the agent waits for {} ({} of {} runs)",
                style::one_line(&hook.name),
                hook.waited_for,
                self.event.count
            );
        }
    }

    pub(super) fn to_json(&self) -> Value {
        let hooks = self.hooks.iter().map(|hook| {
            let mut json = numbers(&hook.times);
            json["hook"] = hook.name.clone().into();
            json["id"] = hook.id.clone().into();
            json["failed"] = hook.failed.into();
            json["background"] = hook.background.into();
            json["waitedFor"] = hook.waited_for.into();
            json
        });
        let budgets = self.budgets.iter().map(|(budget, number, within)| {
            json!({
                "budget": budget.to_string(),
                "ms": milliseconds(*number),
                "within": within,
            })
        });
        json!({
            "what": self.what,
            "runs": self.event.count,
            "cold": self.cold,
            "event": numbers(&self.event),
            "hooks": hooks.collect::<Value>(),
            "budgets": budgets.collect::<Value>(),
        })
    }
}

/// What a budget is held against: the event, or every hook that it names. Where
/// nothing was measured there is nothing that could be kept.
fn measured(
    budget: &TimeBudget,
    event: Percentiles,
    hooks: &[HookTimes],
) -> Result<Vec<Percentiles>, CommandError> {
    let failed = |why: String, help: &str| {
        Err(CommandError::new(format!("--budget {budget}: {why}")).help(help))
    };
    const WHO_RUNS: &str = "run `snaphook explain` to see which hooks run, and why others do not";
    const FIRE: &str = "run `snaphook fire` to see why; the time of a failed hook means nothing";
    let Some(name) = &budget.hook else {
        let mut waited = hooks.iter().filter(|hook| !hook.background).peekable();
        if hooks.is_empty() {
            return failed("no hook ran".to_owned(), WHO_RUNS);
        }
        if waited.peek().is_some() && waited.all(always_failed) {
            return failed("every hook failed in every run".to_owned(), FIRE);
        }
        return Ok(vec![event]);
    };
    let named = |hook: &&HookTimes| hook.name == *name || hook.id == *name;
    let hooks: Vec<_> = hooks.iter().filter(named).collect();
    if hooks.is_empty() {
        return failed(format!("no hook `{name}` ran"), WHO_RUNS);
    }
    if hooks.iter().any(|hook| hook.times.count == 0) {
        let help = "a budget can be set for what the agent waits for";
        return failed(format!("`{name}` goes on in the background"), help);
    }
    if hooks.iter().any(|hook| always_failed(hook)) {
        return failed(format!("`{name}` failed in every run"), FIRE);
    }
    Ok(hooks.into_iter().map(|hook| hook.times).collect())
}

fn always_failed(hook: &HookTimes) -> bool {
    hook.failed >= hook.times.count
}

fn numbers(times: &Percentiles) -> Value {
    json!({
        "meanMs": milliseconds(times.mean),
        "medianMs": milliseconds(times.p50),
        "p95Ms": milliseconds(times.p95),
        "p99Ms": milliseconds(times.p99),
        "maxMs": milliseconds(times.max),
    })
}
