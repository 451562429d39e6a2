//! What selecting gives: hooks that run, hooks that do not, and why.

use std::sync::Arc;

use super::unite::{options_yield, tightened, united};
use crate::diagnostic::Diagnostic;
use crate::hook::Hook;

/// Why a hook that matched does not run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SkipReason {
    /// `enabled: false`, or named in `disabledHooks`.
    Disabled,
    /// Nobody has trusted it.
    Untrusted,
    /// It was trusted, and what it runs has changed since.
    Changed,
    /// It ran once in this session, and that was all it was to do.
    Once,
    /// A hook before it in its row ended the row.
    RowEnded,
    /// The engine is shutting down.
    ShuttingDown,
}

impl SkipReason {
    /// The reason in words, as the outcome gives it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Disabled => "disabled",
            Self::Untrusted => "not trusted",
            Self::Changed => "not trusted: what it runs has changed",
            Self::Once => "it was to run once, and has run",
            Self::RowEnded => "a hook before it in its row ended the row",
            Self::ShuttingDown => "the engine is shutting down",
        }
    }
}

/// One hook of a selection.
#[derive(Debug, Clone)]
pub struct Chosen {
    /// The hook, with the options that hold.
    pub hook: Arc<Hook>,
    /// Its place among all hooks of the set: the order of merging.
    pub place: usize,
    /// The place of the hook whose options hold: its own, or a duplicate's.
    pub options_from: usize,
    /// The places of its duplicates, which do not run by themselves.
    pub copies: Vec<usize>,
    /// Whether it runs.
    pub choice: Choice,
}

impl Chosen {
    /// A hook at this place, by itself.
    #[must_use]
    pub fn new(hook: &Arc<Hook>, place: usize, choice: Choice) -> Self {
        Self {
            hook: Arc::clone(hook),
            place,
            options_from: place,
            copies: Vec::new(),
            choice,
        }
    }

    /// Takes in a later duplicate, and its options unless its own have the
    /// higher authority.
    pub fn unite(&mut self, copy: &Arc<Hook>, place: usize) {
        self.copies.push(place);
        if options_yield(&self.hook, copy) {
            self.hook = united(&self.hook, copy);
            self.options_from = place;
        } else {
            self.hook = tightened(&self.hook, copy);
        }
    }
}

/// Whether a selected hook runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// It does.
    Run,
    /// It matched, but does not run.
    Skip(SkipReason),
}

impl Choice {
    /// Whether a hook runs, as far as it says so itself.
    #[must_use]
    pub fn of(hook: &Hook) -> Self {
        match (hook.enabled, hook.trusted) {
            (true, true) => Self::Run,
            (false, _) => Self::Skip(SkipReason::Disabled),
            (true, false) => Self::Skip(SkipReason::Untrusted),
        }
    }
}

/// What became of one hook when hooks were selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Considered {
    /// It matched, and runs or is skipped.
    Chosen(Choice),
    /// Its matcher does not accept the value.
    NotAccepted,
    /// It has an `if`, and the event evaluates none.
    ConditionNever,
    /// It is the same as the hook at this place, which runs.
    Duplicate {
        /// The place of the first.
        of: usize,
    },
}

/// What one event selects.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    /// The hooks, in configured order.
    pub chosen: Vec<Chosen>,
    /// What selecting them brought to light.
    pub diagnostics: Vec<Diagnostic>,
}

impl Selection {
    /// Whether there is any hook in it, or anything to tell.
    #[must_use]
    pub fn says_something(&self) -> bool {
        !self.chosen.is_empty() || !self.diagnostics.is_empty()
    }
}
