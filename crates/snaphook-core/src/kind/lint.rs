//! What reads well in a hook of a kind and still does not do what its author meant.

use crate::Severity;
use crate::hook::Hook;

/// A hook that was read, and what is known of where it will run.
#[derive(Clone, Copy)]
pub struct LintSubject<'a> {
    /// The hook.
    pub hook: &'a Hook,
    /// Whether a key stands in it.
    pub has_key: &'a dyn Fn(&str) -> bool,
    /// Whether a variable is set in the environment that hooks will see; without
    /// this, nobody knows, and nothing is said.
    pub is_set: Option<&'a dyn Fn(&str) -> bool>,
}

/// What was found in a hook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KindFinding {
    /// How bad it is.
    pub severity: Severity,
    /// A short word for it, such as `worker-pool-ignored`.
    pub code: &'static str,
    /// The key whose value it points at; without one, the whole hook.
    pub key: Option<&'static str>,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
}
