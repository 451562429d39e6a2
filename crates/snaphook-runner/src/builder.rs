//! Builder in, runner out.

use std::collections::HashMap;

use snaphook_core::event::Event;
use snaphook_core::matching::Aliases;

use crate::fire::{ReadyGroup, RegisteredCallback, Runner};
use crate::group::CallbackGroup;
use crate::matcher::CallbackMatcher;

/// Why a runner could not be built. Groups are counted from 0, per event.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RunnerError {
    /// Callbacks are for an event that nearly spells a known one: they would
    /// never run.
    #[error("unknown event `{event}` of a callback; did you mean `{near}`?")]
    Event {
        /// The event they name.
        event: String,
        /// The one that is probably meant.
        near: &'static str,
    },
    /// A matcher does not compile.
    #[error(
        "the matcher `{matcher}` of group {group} of `{event}` is neither names nor a glob, and no regular expression: {message}"
    )]
    Matcher {
        /// The group's event.
        event: String,
        /// Which of the event's groups.
        group: usize,
        /// The matcher as it was written.
        matcher: String,
        /// What is wrong.
        message: String,
    },
    /// A group has no time at all: none of its callbacks would ever run.
    #[error("the timeout of group {group} of `{event}` must be above 0")]
    Timeout {
        /// The group's event.
        event: String,
        /// Which of the event's groups.
        group: usize,
    },
}

/// Collects the callbacks of a runner.
#[derive(Debug, Default)]
pub struct RunnerBuilder {
    groups: Vec<(String, CallbackGroup)>,
    aliases: Aliases,
}

impl RunnerBuilder {
    /// Adds a group of callbacks for an event, after those that are there.
    #[must_use]
    pub fn on(mut self, event: &str, group: CallbackGroup) -> Self {
        self.groups.push((event.to_owned(), group));
        self
    }

    /// Declares that two names mean the same tool.
    #[must_use]
    pub fn tool_alias(mut self, name: &str, other: &str) -> Self {
        self.aliases = self.aliases.with([name, other]);
        self
    }

    /// Reads every matcher.
    ///
    /// # Errors
    /// When a matcher does not compile, an event is misspelt, or a group has no
    /// time at all.
    pub fn build(self) -> Result<Runner, RunnerError> {
        let mut events: HashMap<String, Vec<ReadyGroup>> = HashMap::new();
        for (event, group) in self.groups {
            let number = events.get(&event).map_or(0, Vec::len);
            let ready = ready(&event, number, group)?;
            events.entry(event).or_default().push(ready);
        }
        Ok(Runner::new(RegisteredCallback {
            events,
            aliases: self.aliases,
        }))
    }
}

fn ready(name: &str, number: usize, group: CallbackGroup) -> Result<ReadyGroup, RunnerError> {
    let event = Event::resolve(name);
    if let Some(near) = event.near_known() {
        return Err(RunnerError::Event {
            event: name.to_owned(),
            near,
        });
    }
    if group.timeout.is_some_and(|time| time.is_zero()) {
        return Err(RunnerError::Timeout {
            event: name.to_owned(),
            group: number,
        });
    }
    let matcher =
        CallbackMatcher::new(event.spec(), group.matcher.as_deref()).map_err(|error| {
            RunnerError::Matcher {
                event: name.to_owned(),
                group: number,
                matcher: group.matcher.unwrap_or_default(),
                message: error.message,
            }
        })?;
    Ok(ReadyGroup {
        matcher,
        timeout: group.timeout.unwrap_or(event.spec().timeout),
        callbacks: group.callbacks,
    })
}
