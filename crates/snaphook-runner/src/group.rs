//! Callbacks that share a matcher and a time.

use std::future::Future;
use std::time::Duration;

use crate::answer::IntoCallbackAnswer;
use crate::callback::{Callback, CallbackCall};

/// Callbacks of one event that share a matcher and a time.
///
/// ```
/// use std::time::Duration;
/// use snaphook_core::answer::Answer;
/// use snaphook_runner::CallbackGroup;
///
/// let group = CallbackGroup::matching("mcp__*")
///     .timeout(Duration::from_secs(5))
///     .callback("offline", |_call| async { Answer::ask("this leaves the machine") });
/// ```
#[derive(Debug, Clone, Default)]
pub struct CallbackGroup {
    pub(crate) matcher: Option<String>,
    pub(crate) timeout: Option<Duration>,
    pub(crate) callbacks: Vec<Callback>,
}

impl CallbackGroup {
    /// For every value.
    #[must_use]
    pub fn all() -> Self {
        Self::default()
    }

    /// Only for values that this matcher accepts: names, a glob or a regular
    /// expression ([how they are told apart](crate#matchers)).
    #[must_use]
    pub fn matching(matcher: &str) -> Self {
        Self {
            matcher: Some(matcher.to_owned()),
            ..Self::default()
        }
    }

    /// The time that all its callbacks have together, each time the event is
    /// fired. Without one, what the event gives a hook.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Adds a callback, after those that are there. It answers with an
    /// [`Answer`](snaphook_core::answer::Answer), with JSON, with nothing, or with an error.
    #[must_use]
    pub fn callback<F, R>(mut self, name: &str, body: F) -> Self
    where
        F: Fn(CallbackCall) -> R + Send + Sync + 'static,
        R: Future<Output: IntoCallbackAnswer> + Send + 'static,
    {
        self.callbacks.push(Callback::new(name, body));
        self
    }
}
