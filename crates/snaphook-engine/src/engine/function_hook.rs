//! A function of the host as a hook.

use std::future::Future;
use std::time::Duration;

use snaphook_core::dialect::Rules;
use snaphook_core::event::Event;
use snaphook_core::hook::{FunctionDef, Hook, HookId, OnFailure, Scope, Source};
use snaphook_core::matching::GroupMatcher;
use snaphook_exec::{Function, FunctionCall, IntoAnswer};

use super::error::BuildError;

/// An in-process function, with the options that any hook has.
///
/// ```
/// use std::time::Duration;
/// use snaphook::{Answer, FunctionHook};
///
/// let guard = FunctionHook::new("PreToolUse", "no-friday-deploys", |_call| async {
///     Answer::deny("not on Fridays")
/// })
/// .matcher("Bash")
/// .timeout(Duration::from_secs(2))
/// .block_on_failure();
/// ```
#[derive(Debug, Clone)]
pub struct FunctionHook {
    pub(super) hook: Hook,
    pub(super) function: Function,
}

impl FunctionHook {
    /// A function that answers `event`: with an [`Answer`](snaphook_core::answer::Answer),
    /// with nothing, or with an error.
    pub fn new<F, R>(event: &str, name: &str, body: F) -> Self
    where
        F: Fn(FunctionCall) -> R + Send + Sync + 'static,
        R: Future<Output: IntoAnswer> + Send + 'static,
    {
        Self::with(event, name, Function::new(body))
    }

    /// A function that says yes or no; no blocks with `message`.
    pub fn check<F, R>(event: &str, name: &str, message: &str, body: F) -> Self
    where
        F: Fn(FunctionCall) -> R + Send + Sync + 'static,
        R: Future<Output = bool> + Send + 'static,
    {
        Self::with(event, name, Function::check(message, body))
    }

    fn with(event: &str, name: &str, function: Function) -> Self {
        let mut hook = Hook::new(
            Event::resolve(event),
            GroupMatcher::all(),
            FunctionDef,
            Source::host(Scope::Host),
        );
        hook.name = name.into();
        hook.id = HookId::derive(event, ["function", name]);
        Self { hook, function }
    }

    /// Takes the dialect's words, and looks whether it can ever run.
    pub(crate) fn adopt(&mut self, rules: &'static Rules) -> Result<(), BuildError> {
        rules.adopt(&mut self.hook);
        if let Some(near) = rules.near(&self.hook.event) {
            return Err(BuildError::Event {
                name: self.hook.name.to_string(),
                event: self.hook.event.as_str().to_owned(),
                near,
            });
        }
        match self.hook.matcher.compiled() {
            Ok(_) => Ok(()),
            Err(error) => Err(BuildError::Matcher {
                name: self.hook.name.to_string(),
                message: error.message.clone(),
            }),
        }
    }

    pub(crate) fn into_parts(self) -> (Hook, Function) {
        (self.hook, self.function)
    }

    /// Only for values that this matcher accepts.
    #[must_use]
    pub fn matcher(mut self, matcher: &str) -> Self {
        self.hook.matcher = GroupMatcher::new(self.hook.event.spec(), Some(matcher));
        self
    }

    /// Its own timeout.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.hook.timeout = Some(timeout);
        self
    }

    /// Makes it a guard: an error, a panic or a timeout blocks.
    #[must_use]
    pub fn block_on_failure(mut self) -> Self {
        self.hook.on_failure = OnFailure::Block;
        self
    }

    /// Removes it for the session after its first successful run.
    #[must_use]
    pub fn once(mut self) -> Self {
        self.hook.once = true;
        self
    }

    /// What to show while it runs.
    #[must_use]
    pub fn status_message(mut self, message: impl Into<String>) -> Self {
        self.hook.status_message = Some(message.into());
        self
    }

    /// Puts it into a row with the functions of the same name: they run one after the
    /// other, in the order in which they were added. Each gets the input as those before it
    /// rewrote it, and a deny ends the row.
    #[must_use]
    pub fn in_row(mut self, name: &str) -> Self {
        self.hook.row = Some(row_number(name));
        self
    }

    /// Makes it one by which the host looks on, to record or to measure. It
    /// runs like others, but people do not count it, and it is not taken for a
    /// hook that was configured to do something, such as to make a worktree.
    #[must_use]
    pub fn internal(mut self) -> Self {
        self.hook.internal = true;
        self
    }
}

/// The number of a row of functions. The rows of settings are counted from one, and never
/// reach the upper half.
fn row_number(name: &str) -> u32 {
    const UPPER_HALF: u32 = 1 << 31;
    let hash = name.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    UPPER_HALF | hash
}
