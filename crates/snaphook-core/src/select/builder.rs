//! Collects hooks into a set.

use std::sync::Arc;

use super::by_event::ByEvent;
use super::choice::Choice;
use super::index::Index;
use super::live::HookPolicy;
use super::set::{HookSet, SelectionCandidate};
use crate::hook::Hook;
use crate::matching::Aliases;

/// Collects hooks, in the order in which they merge.
#[derive(Debug, Default)]
pub struct HookSetBuilder {
    hooks: Vec<Hook>,
    on_any_other: Vec<Hook>,
    aliases: Aliases,
    live: HookPolicy,
}

impl HookSetBuilder {
    /// Tools that go by more than one name.
    #[must_use]
    pub fn aliases(mut self, aliases: Aliases) -> Self {
        self.aliases = aliases;
        self
    }

    /// Which hooks run at all; the others leave no trace in outcomes.
    #[must_use]
    pub fn live(mut self, live: HookPolicy) -> Self {
        self.live = live;
        self
    }

    /// Adds hooks. They merge scope by scope, and within one in this order.
    #[must_use]
    pub fn hooks(mut self, hooks: impl IntoIterator<Item = Hook>) -> Self {
        self.hooks.extend(hooks);
        self
    }

    /// Adds hooks that run on every event that is in no table and has no hooks of
    /// its own, whatever their event is.
    #[must_use]
    pub fn on_any_other_event(mut self, hooks: impl IntoIterator<Item = Hook>) -> Self {
        self.on_any_other.extend(hooks);
        self
    }

    /// Sorts the hooks by scope and event.
    #[must_use]
    pub fn build(mut self) -> HookSet {
        self.hooks.sort_by_key(|hook| hook.source.scope);
        let mut events = ByEvent::default();
        let live = self.live;
        let hooks = self.hooks.into_iter().map(|hook| (hook, false));
        let others = self.on_any_other.into_iter().map(|hook| (hook, true));
        let hooks = hooks.chain(others);
        let hooks = hooks.filter(|(hook, _)| live.includes(hook));
        let mut table = None;
        for (place, (hook, any_other)) in hooks.enumerate() {
            let choice = Choice::of(&hook);
            table = table.or(hook.event.row().map(|(table, _)| table));
            let of_event = match any_other {
                true => events.any_other(),
                false => events.entry(&hook.event),
            };
            of_event.live |= choice == Choice::Run && !hook.condition_never_holds();
            of_event.candidates.push(SelectionCandidate {
                hook: Arc::new(hook),
                place,
                choice,
            });
        }
        for of_event in events.all_mut() {
            of_event.index = Index::of(&of_event.candidates);
        }
        if let Some(table) = table {
            events.note_rows(table);
        }
        HookSet {
            events,
            aliases: self.aliases,
            live,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Event;
    use crate::hook::{CommandDef, HandlerDef, OnFailure, Origin, Scope, Source};
    use crate::input::Input;
    use crate::matching::GroupMatcher;
    use std::time::Duration;

    const MANAGED: HookPolicy = HookPolicy::MANAGED_AND_SESSION;

    fn hook(matcher: &str, command: &str, scope: Scope) -> Hook {
        let event = Event::resolve("PreToolUse");
        let matcher = GroupMatcher::new(event.spec(), Some(matcher));
        Hook::new(
            event,
            matcher,
            HandlerDef::new(CommandDef {
                command: command.to_owned(),
                ..CommandDef::default()
            }),
            Source::host(scope),
        )
    }

    fn selected(set: &HookSet, tool: &str) -> Vec<(String, Option<Duration>)> {
        let json = format!(r#"{{"hook_event_name":"PreToolUse","tool_name":"{tool}"}}"#);
        set.select(&Input::parse(&json).unwrap())
            .unwrap()
            .chosen
            .iter()
            .map(|chosen| (chosen.hook.name.to_string(), chosen.hook.timeout))
            .collect()
    }

    #[test]
    fn a_duplicate_runs_at_the_first_place_with_the_last_options() {
        let mut last = hook("*", "a", Scope::Explicit);
        last.timeout = Some(Duration::from_secs(9));
        let set = HookSet::builder()
            .hooks([
                hook("Bash", "a", Scope::User),
                hook("Bash", "b", Scope::User),
                last,
            ])
            .build();
        assert_eq!(
            selected(&set, "Bash"),
            [
                ("a".to_owned(), Some(Duration::from_secs(9))),
                ("b".to_owned(), None)
            ]
        );
        assert_eq!(selected(&set, "Write").len(), 1);
    }

    #[test]
    fn a_managed_definitions_options_hold() {
        let mut managed = hook("Bash", "a", Scope::Managed);
        managed.on_failure = OnFailure::Block;
        let set = HookSet::builder()
            .hooks([hook("Bash", "a", Scope::Project), managed])
            .build();
        let json = r#"{"hook_event_name":"PreToolUse","tool_name":"Bash"}"#;
        let selection = set.select(&Input::parse(json).unwrap()).unwrap();
        assert_eq!(selection.chosen.len(), 1);
        assert!(selection.chosen[0].hook.is_guard());
    }

    #[test]
    fn a_projects_copy_does_not_weaken_the_users_guard() {
        let mut guard = hook("Bash", "a", Scope::User);
        guard.on_failure = OnFailure::Block;
        for scope in [Scope::Project, Scope::Local] {
            let mut copy = hook("Bash", "a", scope);
            copy.timeout = Some(Duration::from_millis(1));
            copy.once = true;
            copy.background = Some(crate::hook::Background::default());
            let mut own = copy.clone();
            own.source.scope = Scope::Explicit;
            let chosen = |hooks: [Hook; 2]| {
                let set = HookSet::builder().hooks(hooks).build();
                let json = r#"{"hook_event_name":"PreToolUse","tool_name":"Bash"}"#;
                let selection = set.select(&Input::parse(json).unwrap()).unwrap();
                assert_eq!(selection.chosen.len(), 1);
                Hook::clone(&selection.chosen[0].hook)
            };
            let united = chosen([guard.clone(), copy]);
            assert!(united.is_guard() && !united.once && united.background.is_none());
            assert_eq!((united.timeout, united.source.scope), (None, Scope::User));
            // Who starts the engine may.
            let united = chosen([guard.clone(), own]);
            assert!(!united.is_guard() && united.once);
        }
    }

    #[test]
    fn a_guard_of_the_project_stays_one_beside_the_users_copy() {
        let mut guard = hook("Bash", "a", Scope::Project);
        guard.on_failure = OnFailure::Block;
        let set = HookSet::builder()
            .hooks([hook("Bash", "a", Scope::User), guard])
            .build();
        let json = r#"{"hook_event_name":"PreToolUse","tool_name":"Bash"}"#;
        let selection = set.select(&Input::parse(json).unwrap()).unwrap();
        assert!(selection.chosen[0].hook.is_guard());
    }

    #[test]
    fn a_disabled_copy_does_not_hide_a_live_one() {
        let mut off = hook("Bash", "a", Scope::User);
        off.enabled = false;
        let set = HookSet::builder()
            .hooks([off, hook("Bash", "a", Scope::Local)])
            .build();
        assert_eq!(selected(&set, "Bash").len(), 2);
        assert!(set.has(&Event::resolve("PreToolUse")));
    }

    #[test]
    fn an_untrusted_copy_does_not_hide_a_trusted_one_and_does_not_count() {
        let mut untrusted = hook("Bash", "a", Scope::Project);
        untrusted.trusted = false;
        let set = HookSet::builder().hooks([untrusted.clone()]).build();
        assert!(!set.has(&Event::resolve("PreToolUse")));
        let set = HookSet::builder()
            .hooks([untrusted, hook("Bash", "a", Scope::Local)])
            .build();
        assert_eq!(selected(&set, "Bash").len(), 2);
        assert!(set.has(&Event::resolve("PreToolUse")));
    }

    #[test]
    fn copies_from_different_plugins_stay_apart() {
        let of_plugin = |root: &str| {
            let mut hook = hook("Bash", "a", Scope::Plugin);
            hook.source.origin = Some(Arc::new(Origin {
                root: root.into(),
                ..Origin::default()
            }));
            hook
        };
        let set = HookSet::builder()
            .hooks([of_plugin("/one"), of_plugin("/two"), of_plugin("/one")])
            .build();
        assert_eq!(selected(&set, "Bash").len(), 2);
    }

    #[test]
    fn has_is_exact_about_what_is_switched_off() {
        let mut off = hook("Bash", "a", Scope::User);
        off.enabled = false;
        let set = HookSet::builder().hooks([off]).build();
        assert!(!set.has(&Event::resolve("PreToolUse")));
        let set = HookSet::builder()
            .hooks([hook("Bash", "a", Scope::User)])
            .live(MANAGED)
            .build();
        assert!(!set.has(&Event::resolve("PreToolUse")));
        let set = HookSet::builder()
            .hooks([hook("Bash", "a", Scope::Managed)])
            .live(MANAGED)
            .build();
        assert!(set.has(&Event::resolve("PreToolUse")));
    }

    #[test]
    fn a_broken_matcher_runs_guards_on_every_value_and_others_on_none() {
        let mut guard = hook("(", "guard", Scope::User);
        guard.on_failure = OnFailure::Block;
        let set = HookSet::builder()
            .hooks([hook("(", "plain", Scope::User), guard])
            .build();
        assert_eq!(selected(&set, "Anything"), [("guard".to_owned(), None)]);
    }
}
