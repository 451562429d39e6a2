//! The runner itself: one row of callbacks.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use snaphook_core::event::{Event, MatchesOn};
use snaphook_core::input::{Input, InputError};
use snaphook_core::matching::{Aliases, MatchResult};

use crate::answer::CallbackReply;
use crate::builder::RunnerBuilder;
use crate::callback::Callback;
use crate::deadline::GroupDeadline;
use crate::input::IntoInput;
use crate::log;
use crate::matcher::CallbackMatcher;

/// Callbacks by event. Cheap to clone; what was registered never changes, so
/// any number of rows may run at once.
#[derive(Debug, Clone)]
pub struct Runner(Arc<RegisteredCallback>);

#[derive(Debug)]
pub(crate) struct RegisteredCallback {
    pub(crate) events: HashMap<String, Vec<ReadyGroup>>,
    pub(crate) aliases: Aliases,
}

/// A group whose matcher was read.
#[derive(Debug)]
pub(crate) struct ReadyGroup {
    pub(crate) matcher: CallbackMatcher,
    pub(crate) timeout: Duration,
    pub(crate) callbacks: Vec<Callback>,
}

impl Runner {
    pub(crate) fn new(registered: RegisteredCallback) -> Self {
        Self(Arc::new(registered))
    }

    /// Starts a runner.
    #[must_use]
    pub fn builder() -> RunnerBuilder {
        RunnerBuilder::default()
    }

    /// Whether any callback could run on this event: ask before building a
    /// costly input. A matcher may still say no.
    #[must_use]
    pub fn has(&self, event: &str) -> bool {
        self.groups(event)
            .iter()
            .any(|group| !group.callbacks.is_empty())
    }

    /// Runs the callbacks of an event [in a row](crate#the-row) and
    /// gives back every answer, in that order.
    ///
    /// It needs a Tokio runtime with time. Dropping the future drops the
    /// callback that runs and cancels its token; one that answered
    /// `{"async": true}` goes on.
    ///
    /// # Errors
    /// When the input is not a JSON object, or names another event.
    pub async fn fire(
        &self,
        event: &str,
        input: impl IntoInput,
        tool_use_id: Option<&str>,
    ) -> Result<Vec<CallbackReply>, InputError> {
        let input = Arc::new(input.into_input(Event::resolve(event))?);
        Ok(self.row(&input, tool_use_id.map(Arc::from)).await)
    }

    async fn row(&self, input: &Arc<Input>, tool_use_id: Option<Arc<str>>) -> Vec<CallbackReply> {
        let event = input.event();
        let mut answers = Vec::new();
        for (number, group) in self.groups(event.as_str()).iter().enumerate() {
            match self.accepts(group, input) {
                MatchResult::Yes => {}
                MatchResult::No => continue,
                MatchResult::Unknown => {
                    log::not_known(event, number);
                    continue;
                }
            }
            let deadline = GroupDeadline::after(group.timeout);
            for callback in &group.callbacks {
                if deadline.is_over() {
                    log::skipped(event, number, callback);
                    continue;
                }
                match callback.run(input, tool_use_id.as_ref(), &deadline).await {
                    Err(failure) => log::failed(event, number, callback, &failure),
                    Ok(answer) => {
                        let ends_row = answer.ends_row();
                        answers.push(CallbackReply {
                            by: Arc::clone(&callback.name),
                            group: number,
                            answer,
                        });
                        if ends_row {
                            return answers;
                        }
                    }
                }
            }
        }
        answers
    }

    fn groups(&self, event: &str) -> &[ReadyGroup] {
        self.0.events.get(event).map_or(&[], Vec::as_slice)
    }

    fn accepts(&self, group: &ReadyGroup, input: &Input) -> MatchResult {
        let value = input.match_value();
        // Only tools have other names.
        match input.event().spec().matches_on {
            MatchesOn::Tool(_) => group.matcher.accepts(&value, &self.0.aliases),
            _ => group.matcher.accepts(&value, &Aliases::none()),
        }
    }
}
