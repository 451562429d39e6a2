//! The interface between an authorization and the named hooks of a gate. They run
//! after configured hooks and rules, and before anybody is asked.

use snaphook_core::json::Json;
use std::pin::Pin;

use super::decision::Step;

/// What the host's hooks say of a call.
pub(crate) enum HostHooksReply {
    /// Nothing against it.
    Nothing,
    /// It must not run.
    Deny {
        /// The hook.
        by: String,
        reason: String,
    },
    /// A person is to be asked.
    Ask {
        /// The first hook that asks.
        by: String,
        /// The reasons of all hooks that ask.
        reason: Option<String>,
    },
}

/// Hooks of the host that look at a call.
pub(crate) trait HostHooks: Send + Sync {
    /// Runs the hooks on the tool input as it is by now. `so_far` holds the steps
    /// before.
    fn run<'a>(
        &'a mut self,
        input: &'a Json,
        so_far: &'a [Step],
    ) -> Pin<Box<dyn Future<Output = HostHooksReply> + Send + 'a>>;
}
