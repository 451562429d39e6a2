//! One configured hook.

use std::sync::Arc;
use std::time::Duration;

use super::derived_name::derived_name;
use super::handler::HandlerDef;
use super::id::HookId;
use super::identity::Identity;
use super::name::HookName;
use super::source::Source;
use crate::event::Event;
use crate::matching::GroupMatcher;

/// What a hook's failure does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OnFailure {
    /// It is recorded and shown, and the action proceeds.
    #[default]
    Continue,
    /// It acts as exit 2 would: the hook is a guard.
    Block,
}

/// A hook that runs in the background (`async`).
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
    /// The name it was given, else one that tells it apart: its command, the script
    /// that this runs, the label of its group, or a short hash.
    pub name: HookName,
    /// The event it runs on.
    pub event: Event,
    /// The event's name in its dialect, where that has a name of its own.
    pub native_event: Option<&'static str>,
    /// The matcher of its group.
    pub matcher: GroupMatcher,
    /// Its `if`, as written.
    pub condition: Option<Arc<str>>,
    /// Its `when`, as written: an expression over what is known of the event.
    pub when: Option<Arc<str>>,
    /// What it runs.
    pub handler: HandlerDef,
    /// Its own timeout.
    pub timeout: Option<Duration>,
    /// What its failure does.
    pub on_failure: OnFailure,
    /// It runs, and its answer is recorded, but changes nothing.
    pub observe: bool,
    /// Shown while it runs.
    pub status_message: Option<String>,
    /// For people.
    pub description: Option<String>,
    /// Removed for the session after its first successful run.
    pub once: bool,
    /// Set if it runs in the background.
    pub background: Option<Background>,
    /// False: it is switched off by its own definition.
    pub enabled: bool,
    /// False if it is not trusted, or has changed since it was trusted.
    pub trusted: bool,
    /// The row it runs in, when its group is sequential. Rows are numbered
    /// across all files, so two groups never share one.
    pub row: Option<u32>,
    /// A function with which the host observes events: it is not listed, and
    /// it does not count as a configured hook.
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
        let name = derived_name(&handler);
        let mut hook = Self {
            id: HookId::from(""),
            name,
            event,
            native_event: None,
            matcher,
            condition: None,
            when: None,
            handler,
            timeout: None,
            on_failure: OnFailure::Continue,
            observe: false,
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
        Identity::of(
            &self.handler,
            self.condition.as_deref(),
            self.when.as_deref(),
        )
        .in_folder(origin.map(|origin| &*origin.root))
        .standing_in(self.source.file.as_deref(), self.condition.as_deref())
    }

    /// Whether its failure blocks. A hook that only observes is not a guard.
    #[must_use]
    pub fn is_guard(&self) -> bool {
        self.blocks_on_failure() && !self.observe
    }

    /// Whether its failure would block if its answers counted.
    #[must_use]
    pub fn blocks_on_failure(&self) -> bool {
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
