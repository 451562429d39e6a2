//! The hooks of whoever lets a call be decided: the named ones of a gate. They
//! look after configured hooks and rules, and before anybody is asked.

use snaphook_core::json::Json;
use std::pin::Pin;

use super::decision::Step;

/// What they say of a call.
pub(crate) enum OwnSaid {
    /// Nothing against it.
    Nothing,
    /// It must not run.
    Refuse {
        /// The hook.
        by: String,
        reason: String,
    },
    /// A person is to be asked.
    Ask {
        /// The first hook that wants it.
        by: String,
        /// The words of all that do.
        reason: Option<String>,
    },
}

/// Hooks that are asked about a call as it is by now.
pub(crate) trait OwnHooks: Send + Sync {
    /// Looks at the call. `so_far` is what was said before.
    fn look<'a>(
        &'a mut self,
        input: &'a Json,
        so_far: &'a [Step],
    ) -> Pin<Box<dyn Future<Output = OwnSaid> + Send + 'a>>;
}
