//! The result of selecting hooks for one event: which run, which do not, and why.

use std::sync::Arc;

use super::unite::{options_yield, tighten, unite_hooks};
use crate::diagnostic::Diagnostic;
use crate::hook::Hook;

/// Why a hook that matched does not run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SkipCause {
    /// `enabled: false`, or named in `disabledHooks`.
    Disabled,
    /// It is not trusted.
    Untrusted,
    /// It was trusted, and what it runs has changed since.
    Changed,
    /// It runs once in a session, and has run.
    Once,
    /// A hook before it in its row ended the row.
    RowEnded,
    /// The engine is shutting down.
    ShuttingDown,
}

impl SkipCause {
    /// The reason in words, as the outcome gives it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Disabled => "disabled",
            Self::Untrusted => "not trusted",
            Self::Changed => "not trusted: what it runs has changed",
            Self::Once => "it runs once, and has run",
            Self::RowEnded => "an earlier hook of its sequential group ended the group",
            Self::ShuttingDown => "the engine is shutting down",
        }
    }
}

/// One hook of a selection.
#[derive(Debug, Clone)]
pub struct SelectedHook {
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

impl SelectedHook {
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
            self.hook = unite_hooks(&self.hook, copy);
            self.options_from = place;
        } else {
            self.hook = tighten(&self.hook, copy);
        }
    }
}

/// Whether a selected hook runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// It does.
    Run,
    /// It matched, but does not run.
    Skip(SkipCause),
}

impl Choice {
    /// Whether a hook runs, as far as it says so itself.
    #[must_use]
    pub fn of(hook: &Hook) -> Self {
        match (hook.enabled, hook.trusted) {
            (true, true) => Self::Run,
            (false, _) => Self::Skip(SkipCause::Disabled),
            (true, false) => Self::Skip(SkipCause::Untrusted),
        }
    }
}

/// Why one hook was selected or left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SelectionFate {
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
    pub chosen: Vec<SelectedHook>,
    /// What selecting them brought to light.
    pub diagnostics: Vec<Diagnostic>,
}

impl Selection {
    /// Whether it has any hook or diagnostic.
    #[must_use]
    pub fn says_something(&self) -> bool {
        !self.chosen.is_empty() || !self.diagnostics.is_empty()
    }
}
