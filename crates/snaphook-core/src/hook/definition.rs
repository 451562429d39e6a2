//! One configured hook.

use std::sync::Arc;
use std::time::Duration;

use super::handler::HandlerDef;
use super::id::HookId;
use super::identity::Identity;
use super::name::HookName;
use super::source::Source;
use crate::event::Event;
use crate::matching::GroupMatcher;
use crate::secret::Redaction;

/// What a hook's failure does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OnFailure {
    /// It is recorded and shown, and the action proceeds.
    #[default]
    Continue,
    /// It acts as exit 2 would: the hook is a guard.
    Block,
}

/// A hook that nobody waits for (`async`).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Background {
    /// Set when its exit 2 wakes the model (`asyncRewake`).
    pub rewake: Option<Rewake>,
}

/// What is said when a background hook wakes the model.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rewake {
    /// Put before what the hook says (`rewakeMessage`).
    pub message: Option<String>,
    /// What the user sees (`rewakeSummary`).
    pub summary: Option<String>,
}

/// One handler with its options, on one event.
#[derive(Debug, Clone)]
pub struct Hook {
    /// A short id, stable as long as the hook says the same.
    pub id: HookId,
    /// The name it was given, else the beginning of its command.
    pub name: HookName,
    /// The event it runs on.
    pub event: Event,
    /// The matcher of its group.
    pub matcher: GroupMatcher,
    /// Its `if`, as written.
    pub condition: Option<Arc<str>>,
    /// What it runs.
    pub handler: HandlerDef,
    /// Its own timeout.
    pub timeout: Option<Duration>,
    /// What its failure does.
    pub on_failure: OnFailure,
    /// Shown while it runs.
    pub status_message: Option<String>,
    /// For people.
    pub description: Option<String>,
    /// Removed for the session after its first successful run.
    pub once: bool,
    /// Set when nobody waits for it.
    pub background: Option<Background>,
    /// False: it is switched off by its own definition.
    pub enabled: bool,
    /// False: nobody has trusted it, or what it runs has changed since.
    pub trusted: bool,
    /// The row it runs in, when its group is sequential. Rows are numbered
    /// across all files, so two groups never share one.
    pub row: Option<u32>,
    /// A function by which the host looks on: people do not count it, and it
    /// is none of the hooks that were configured to do something.
    pub internal: bool,
    /// Where it was defined.
    pub source: Source,
}

impl Hook {
    /// A hook on `event` that runs `handler`, with every option at its default.
    #[must_use]
    pub fn new(
        event: Event,
        matcher: GroupMatcher,
        handler: impl Into<HandlerDef>,
        source: Source,
    ) -> Self {
        let handler = handler.into();
        let name = short_name(&handler.definition().name());
        let mut hook = Self {
            id: HookId::from(""),
            name: name.into(),
            event,
            matcher,
            condition: None,
            handler,
            timeout: None,
            on_failure: OnFailure::Continue,
            status_message: None,
            description: None,
            once: false,
            background: None,
            enabled: true,
            trusted: true,
            row: None,
            internal: false,
            source,
        };
        hook.id = hook.derived_id();
        hook
    }

    /// The id that the hook's event, matcher and handler give.
    #[must_use]
    pub fn derived_id(&self) -> HookId {
        let identity = self.identity();
        HookId::derive(
            self.event.as_str(),
            [self.matcher.text().map_or("*", |text| text)]
                .into_iter()
                .chain(identity.parts()),
        )
    }

    /// What makes this hook the same as another.
    #[must_use]
    pub fn identity(&self) -> Identity {
        let origin = self.source.origin.as_ref();
        Identity::of(&self.handler, self.condition.as_deref())
            .apart(origin.map(|origin| &*origin.root))
            .standing_in(self.source.file.as_deref(), self.condition.as_deref())
    }

    /// Whether its failure blocks.
    #[must_use]
    pub fn is_guard(&self) -> bool {
        self.on_failure == OnFailure::Block
    }

    /// Whether it has an `if` on an event that evaluates none: it never runs.
    #[must_use]
    pub fn condition_never_holds(&self) -> bool {
        self.condition.is_some() && !self.event.spec().conditions
    }

    /// The timeout that holds: its own, else the handler's, else the event's.
    #[must_use]
    pub fn effective_timeout(&self) -> Duration {
        let of_kind = || self.handler.definition().timeout(self.event.spec());
        self.timeout.unwrap_or_else(of_kind)
    }
}

/// The first line of a command, short enough for a column.
fn short_name(essence: &str) -> String {
    const LENGTH: usize = 48;
    let line = essence.trim().lines().next().unwrap_or_default().trim_end();
    let whole = line.len() == essence.trim().len() && line.chars().count() <= LENGTH;
    if whole {
        return line.to_owned();
    }
    // Half a secret would no longer be known by those who must not show it.
    let mut line = line.to_owned();
    Redaction::thorough().text(&mut line);
    let mut name: String = line.chars().take(LENGTH - 1).collect();
    name.push('…');
    name
}

#[cfg(test)]
mod tests {
    use super::short_name;

    #[test]
    fn a_name_is_one_short_line() {
        assert_eq!(short_name(" ./guard.sh "), "./guard.sh");
        assert_eq!(short_name("cat >/dev/null\necho hi"), "cat >/dev/null…");
        assert_eq!(short_name(&"x".repeat(60)).chars().count(), 48);
        assert_eq!(short_name(""), "");
    }

    #[test]
    fn a_name_that_is_cut_has_no_beginning_of_a_secret() {
        let token = format!("ghp_{}", "a1".repeat(18));
        let name = short_name(&format!("curl https://a.example/hook?key={token} -d @-"));
        assert_eq!(name, "curl https://a.example/hook?key=[redacted: GitH…");
    }
}
