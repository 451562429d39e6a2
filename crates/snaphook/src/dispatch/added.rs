//! Hooks that a session added, among them those of active skills and agents:
//! which of them an input selects, after the configured ones.

use std::sync::Arc;

use snaphook_core::input::Input;
use snaphook_core::select::{Choice, Chosen, Considered, Selection};

use crate::engine::Inner;
use crate::session::SessionHook;

/// The hooks of the session that this input selects.
pub(super) fn select_added<'a>(
    engine: &Inner,
    added: &'a [Arc<SessionHook>],
    configured: Option<&Selection>,
    input: &Input,
) -> Vec<(Chosen, &'a SessionHook)> {
    let considered = consider_added(engine, added, configured, input);
    let first = engine.handlers.len();
    let chosen = added.iter().zip(considered).enumerate();
    let chosen = chosen.filter_map(|(index, (hook, considered))| match considered {
        Some(Considered::Chosen(choice)) => {
            let one = Chosen {
                hook: Arc::clone(&hook.hook),
                place: first + index,
                options_from: first + index,
                choice,
            };
            Some((one, &**hook))
        }
        _ => None,
    });
    chosen.collect()
}

/// What becomes of each hook of the session; nothing for one of another event,
/// and for one that is switched off.
pub(crate) fn consider_added(
    engine: &Inner,
    added: &[Arc<SessionHook>],
    configured: Option<&Selection>,
    input: &Input,
) -> Vec<Option<Considered>> {
    // Most sessions add none, and identities cost something.
    if added.is_empty() {
        return Vec::new();
    }
    let running = configured.into_iter().flat_map(|c| &c.chosen);
    let running = running.filter(|other| other.choice == Choice::Run);
    let mut known: Vec<_> = running
        .map(|other| (other.place, other.hook.identity()))
        .collect();
    let first = engine.handlers.len();
    let mut considered = Vec::with_capacity(added.len());
    for (index, hook) in added.iter().enumerate() {
        let own = &hook.hook;
        let concerned = own.event.name() == input.event().name()
            && engine.set.live().includes(own.source.scope);
        considered.push(concerned.then(|| {
            if own.condition_never_holds() {
                return Considered::ConditionNever;
            }
            if !engine.set.accepts(own, input) {
                return Considered::NotAccepted;
            }
            let choice = Choice::of(own);
            if choice == Choice::Run {
                let identity = own.identity();
                let twin = known.iter().find(|(_, other)| identity.same_as(other));
                if let Some((of, _)) = twin {
                    return Considered::Duplicate { of: *of };
                }
                known.push((first + index, identity));
            }
            Considered::Chosen(choice)
        }));
    }
    considered
}
