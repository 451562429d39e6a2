//! What everybody must know of a kind of handlers.

use std::fmt;

use super::key::Key;
use super::lint::{KindFinding, LintSubject};
use super::name::KindName;
use super::needs::KindNeeds;
use super::values::FieldValues;
use crate::event::EventSpec;
use crate::hook::HandlerDef;

/// A kind of handler: the `type` of a hook in settings.
///
/// It defines how hooks of the kind are read and checked, their settings schema and
/// their documentation. A `HandlerFactory` defines how they run.
pub trait KindSpec: fmt::Debug + Send + Sync {
    /// Its name: the `type`.
    fn name(&self) -> KindName;

    /// What such a hook does, in a sentence.
    fn about(&self) -> &'static str;

    /// The keys of such a hook, beside those that all hooks have. Every value is
    /// held to what its key says before [`KindSpec::define`] sees it.
    fn keys(&self) -> &'static [Key];

    /// The keys at the top of a settings file that are for all hooks of the kind.
    fn settings_keys(&self) -> &'static [Key] {
        &[]
    }

    /// The key that makes a hook without `type` and without `command` one of this kind.
    fn implied_by(&self) -> Option<&'static str> {
        None
    }

    /// What it needs beside the host's own machine.
    fn needs(&self) -> KindNeeds {
        KindNeeds::NOTHING
    }

    /// Whether hooks of the kind may run on an event.
    fn runs_on(&self, event: &EventSpec) -> bool {
        event.has.covers(self.needs())
    }

    /// Reads one hook.
    ///
    /// # Errors
    /// What about its values does not go together.
    fn define(&self, fields: &FieldValues) -> Result<HandlerDef, FieldError>;

    /// What looks wrong in a hook of the kind that was read.
    fn lint(&self, subject: &LintSubject<'_>) -> Vec<KindFinding> {
        let _ = subject;
        Vec::new()
    }

    /// One hook of the kind, as JSON.
    fn example(&self) -> &'static str;

    /// The feature of the crate `snaphook` that can run it, if it takes one.
    fn feature(&self) -> Option<&'static str> {
        None
    }
}

/// Why the keys of a hook do not go together.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct FieldError {
    /// The key that is to be changed.
    pub key: &'static str,
    /// A short word for the finding, such as `worker-interactive`.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
}
