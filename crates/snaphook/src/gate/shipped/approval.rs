//! A hook that asks a person before a tool runs.

use crate::gate::hook::{Permit, PreCall, PreHook};

/// A pre-hook of this name that lets a person be asked about the calls that
/// `asks` picks: the gate's approver, after every other hook has looked, and
/// once, whoever else wants to ask. No hook of the settings answers in the
/// person's place. Without a yes the call is denied, and so it is when there is
/// nobody to ask.
pub fn ask_first(name: &str, asks: impl Fn(&PreCall) -> bool + Send + Sync + 'static) -> PreHook {
    PreHook::new(name, move |call| {
        let asks = asks(&call);
        std::future::ready(match asks {
            true => Permit::Ask(None),
            false => Permit::Allow,
        })
    })
    .block_on_failure()
}
