//! Lanes: what starts together. A hook by itself is a lane; a row of hooks,
//! one after the other, is one too.

use std::sync::Arc;

use snaphook_core::dialect::Strategy;
use snaphook_core::input::Input;
use snaphook_core::merge::Effects;
use snaphook_core::select::{Choice, Chosen, SkipReason};
use snaphook_exec::InputLine;

use super::Dispatch;
use super::observed::run_hook;
use super::run::Finished;

/// Hooks that run one after the other.
pub(super) struct Lane<'a> {
    number: usize,
    hooks: Vec<(&'a Chosen, Choice)>,
}

/// Sorts the chosen hooks into lanes, in configured order.
pub(super) fn lanes<'a>(
    chosen: &[&'a Chosen],
    strategy: Strategy,
    choice: impl Fn(&Chosen) -> Choice,
) -> Vec<Lane<'a>> {
    let mut lanes: Vec<Lane<'_>> = Vec::new();
    let mut rows: Vec<(u32, usize)> = Vec::new();
    for one in chosen {
        let choice = choice(one);
        let row = match strategy {
            Strategy::InSequence | Strategy::OneByOne => Some(0),
            Strategy::Together => one.hook.row,
        };
        let lane = row.and_then(|row| rows.iter().find(|(known, _)| *known == row));
        if let Some((_, lane)) = lane {
            lanes[*lane].hooks.push((one, choice));
            continue;
        }
        if let Some(row) = row {
            rows.push((row, lanes.len()));
        }
        lanes.push(Lane {
            number: lanes.len(),
            hooks: vec![(one, choice)],
        });
    }
    lanes
}

impl Lane<'_> {
    /// The hooks of the lane that will run unless the row ends before them.
    pub(super) fn to_run(&self) -> impl Iterator<Item = &Chosen> {
        self.hooks
            .iter()
            .filter(|(_, choice)| *choice == Choice::Run)
            .map(|(chosen, _)| *chosen)
    }

    /// Runs the lane to its end.
    pub(super) async fn run(
        &self,
        dispatch: &Dispatch<'_>,
        input: &Arc<InputLine>,
    ) -> Vec<Finished> {
        let mut finished = Vec::with_capacity(self.hooks.len());
        let mut input = Arc::clone(input);
        let mut ended = false;
        for (chosen, choice) in &self.hooks {
            let skip = match choice {
                Choice::Skip(reason) => Some(*reason),
                Choice::Run if ended => Some(SkipReason::RowEnded),
                // One before it may have written its script.
                Choice::Run if !finished.is_empty() && dispatch.has_changed(chosen) => {
                    Some(SkipReason::Changed)
                }
                Choice::Run => None,
            };
            if let Some(reason) = skip {
                finished.push(Finished::skipped(chosen, reason));
                continue;
            }
            let hook = run_hook(dispatch, chosen, self.number, &input).await;
            ended = hook.ends_row;
            let sees_rewrites = dispatch.engine.strategy != Strategy::OneByOne;
            if let Some(changed) = rewritten(&hook.effects, &input).filter(|_| sees_rewrites) {
                let names = dispatch.engine.rules.names;
                input = Arc::new(InputLine::new(Arc::new(changed), names));
            }
            finished.push(hook);
        }
        finished
    }
}

/// The input as the next hook of the row sees it.
fn rewritten(effects: &Effects, current: &InputLine) -> Option<Input> {
    let rewrite = effects.rewrites.last()?;
    let field = rewrite.target.input_field();
    current.input().with(field, &rewrite.value).ok()
}
