//! The seam for dialects in which renaming fields is not enough: tools with names and
//! parameters of their own, fields of fields, answers with other words and exit codes.

use std::borrow::Cow;
use std::fmt::Debug;

use super::rules::DialectMatcher;
use crate::answer::ProcessResult;
use crate::diagnostic::Diagnostic;
use crate::event::EventSpec;
use crate::hook::Hook;
use crate::input::{Fields, Input, InputError};

/// How the hooks of an agent read and answer, where names alone do not say it.
pub trait HookForms: Debug + Send + Sync {
    /// What a hook reads. `native_event` is the event it is configured for, where the
    /// agent has several names for one canonical event.
    fn native_input(&self, input: &Input, native_event: Option<&str>) -> Fields;

    /// An input in the agent's own words under canonical names; one that is canonical
    /// already stays as it is. `event` is what the caller names.
    ///
    /// # Errors
    /// When a name cannot be written.
    fn canonical_input(&self, fields: Fields, event: Option<&str>) -> Result<Fields, InputError>;

    /// How a matcher is read.
    fn matcher(&'static self, spec: &EventSpec, text: &str) -> DialectMatcher;

    /// The names under which a matcher finds a value of the input: the agent's names of
    /// a tool.
    fn matched_names<'v>(&self, value: &'v str) -> Vec<Cow<'v, str>>;

    /// What a hook brought back, as a canonical hook would have answered it.
    fn canonical_result(&self, answered: &AnsweredProcess<'_>) -> CanonicalResult;
}

/// A hook's process, and what it was asked.
#[derive(Debug, Clone, Copy)]
pub struct AnsweredProcess<'a> {
    /// The row of the event.
    pub spec: &'a EventSpec,
    /// The hook.
    pub hook: &'a Hook,
    /// What the hook was given, in canonical words, where it is known.
    pub input: Option<&'a Input>,
    /// What came back.
    pub process: &'a ProcessResult,
}

/// What a hook brought back, in canonical form.
#[derive(Debug, Clone)]
pub struct CanonicalResult {
    /// The process, with an answer and an exit code of the canonical form; or why the
    /// hook counts as failed.
    pub process: Result<ProcessResult, UnreadableAnswer>,
    /// Remarks about the answer.
    pub diagnostics: Vec<Diagnostic>,
}

/// Why a hook counts as failed: its answer means nothing in its agent's form.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnreadableAnswer(pub String);
