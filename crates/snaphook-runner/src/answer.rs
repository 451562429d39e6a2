//! The answer of a callback, and the callback that gave it.

use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use snaphook_core::answer::Answer;

/// One callback's answer, with the callback's name.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct CallbackReply {
    /// The callback's name.
    pub by: Arc<str>,
    /// Which of its event's groups it is in, from 0, as they were registered.
    pub group: usize,
    /// What it answered.
    pub answer: CallbackAnswer,
}

impl CallbackReply {
    /// An answer that the callback `by` gave: for hosts that have answers from
    /// elsewhere and want the helpers to judge them.
    pub fn new(by: impl Into<Arc<str>>, answer: impl Into<CallbackAnswer>) -> Self {
        Self {
            by: by.into(),
            group: 0,
            answer: answer.into(),
        }
    }

    /// The answer, unless the callback goes on by itself.
    #[must_use]
    pub fn answer(&self) -> Option<&Answer> {
        match &self.answer {
            CallbackAnswer::Answer { answer, .. } => Some(answer),
            CallbackAnswer::Async { .. } => None,
        }
    }

    /// Whether it contains `continue: true` explicitly.
    #[must_use]
    pub fn goes_on(&self) -> bool {
        matches!(self.answer, CallbackAnswer::Answer { go_on: true, .. })
    }
}

/// What a callback answered.
#[derive(Debug, Clone, PartialEq)]
pub enum CallbackAnswer {
    /// It answered.
    Answer {
        /// The answer.
        answer: Box<Answer>,
        /// It says `continue: true`. An [`Answer`] only knows whether the agent
        /// stops: saying nothing and saying "go on" differ at a stop alone.
        go_on: bool,
    },
    /// `{"async": true}`: the callback continues in the background and decides nothing.
    Async {
        /// `asyncTimeout`: how long that may take. The callback enforces it; the
        /// runner does not wait.
        timeout: Option<Duration>,
    },
}

impl CallbackAnswer {
    /// An answer that says `continue: true`: on Stop, the agent goes on.
    #[must_use]
    pub fn go_on(mut answer: Answer) -> Self {
        answer.stop = false;
        Self::Answer {
            answer: Box::new(answer),
            go_on: true,
        }
    }

    /// Whether the callbacks after it are not called.
    pub(crate) fn ends_row(&self) -> bool {
        matches!(self, Self::Answer { answer, .. } if answer.stop)
    }
}

impl From<Answer> for CallbackAnswer {
    fn from(answer: Answer) -> Self {
        Self::Answer {
            answer: Box::new(answer),
            go_on: false,
        }
    }
}

/// What a callback returned, not yet checked against its event.
#[derive(Debug, Clone, PartialEq)]
pub enum CallbackReturn {
    /// A ready answer.
    Answer(CallbackAnswer),
    /// An answer as JSON, in the protocol's shape.
    Json(Value),
    /// None: this went wrong.
    Error(String),
}

/// A type that a callback may return.
///
/// | returned | means |
/// |---|---|
/// | [`Answer`], [`CallbackAnswer`] | itself |
/// | a JSON [`Value`] | an answer in the protocol's shape, read field by field |
/// | `()`, `None`, JSON's `null` | nothing to say; an empty answer is in the list |
/// | `Err(e)` | it failed: logged and skipped |
pub trait IntoCallbackAnswer {
    /// Converts it into a `CallbackReturn`.
    fn into_returned(self) -> CallbackReturn;
}

impl IntoCallbackAnswer for CallbackAnswer {
    fn into_returned(self) -> CallbackReturn {
        CallbackReturn::Answer(self)
    }
}

impl IntoCallbackAnswer for Answer {
    fn into_returned(self) -> CallbackReturn {
        CallbackReturn::Answer(self.into())
    }
}

impl IntoCallbackAnswer for () {
    fn into_returned(self) -> CallbackReturn {
        Answer::default().into_returned()
    }
}

impl IntoCallbackAnswer for Value {
    fn into_returned(self) -> CallbackReturn {
        match self {
            Value::Null => ().into_returned(),
            json => CallbackReturn::Json(json),
        }
    }
}

impl<T: IntoCallbackAnswer> IntoCallbackAnswer for Option<T> {
    fn into_returned(self) -> CallbackReturn {
        self.map_or_else(|| ().into_returned(), T::into_returned)
    }
}

impl<T: IntoCallbackAnswer, E: Display> IntoCallbackAnswer for Result<T, E> {
    fn into_returned(self) -> CallbackReturn {
        self.map_or_else(
            |error| CallbackReturn::Error(format!("{error:#}")),
            T::into_returned,
        )
    }
}
