//! Dialects in which a file's list for an event takes the place of others.

use std::collections::HashSet;

use snaphook_core::event::EventName;
use snaphook_core::hook::{Authority, Hook, Scope};

use super::precedence::precedence;
use crate::read::Settings;
use crate::setting::Setting;
use crate::switch::Switch;

/// The lists of the project that would take the place of the user's.
#[must_use]
pub fn replacing_lists(settings: &[Settings]) -> Vec<Setting<Switch>> {
    let of_project = settings
        .iter()
        .filter(|settings| settings.scope.authority() == Authority::Project);
    let mut seen = HashSet::new();
    let lists = of_project.flat_map(|settings| &settings.events);
    let new = lists.filter(|list| seen.insert(list.value.clone()));
    new.map(|list| list.with(Switch::Event(list.value.clone())))
        .collect()
}

/// An event that a file has takes the place of that event in every file of
/// lower precedence: also an empty list, which switches the event off. Plugins
/// and their like are left alone, and so are managed files, which neither give
/// way nor take anybody's guards away. A project's list takes the place of the
/// user's only where a person agreed to it, and never that of a guard.
pub fn replace_events(settings: &mut [Settings], agreed: impl Fn(&Switch) -> bool) {
    let takes_part = |settings: &Settings| {
        precedence(settings.scope).is_some() && settings.scope != Scope::Managed
    };
    let mut order: Vec<usize> = (0..settings.len())
        .filter(|at| takes_part(&settings[*at]))
        .collect();
    order.sort_by_key(|at| precedence(settings[*at].scope));
    let mut by_project: HashSet<EventName> = HashSet::new();
    let mut by_caller: HashSet<EventName> = HashSet::new();
    let mut by_user: HashSet<EventName> = HashSet::new();
    for at in order.into_iter().rev() {
        let own = &mut settings[at];
        let level = own.scope.authority();
        own.hooks.retain(|hook: &Hook| {
            let event = hook.event.name();
            let of_project = match level {
                Authority::Project => by_project.contains(event),
                _ => {
                    by_project.contains(event)
                        && !hook.is_guard()
                        && agreed(&Switch::Event(event.clone()))
                }
            };
            !(by_caller.contains(event) || by_user.contains(event) || of_project)
        });
        let replaced = match level {
            Authority::Project => &mut by_project,
            Authority::User => &mut by_user,
            _ => &mut by_caller,
        };
        replaced.extend(own.events.iter().map(|list| list.value.clone()));
    }
}
