//! Asking a person: the seam between a hook that has a question and the host.

use std::future::Future;
use std::pin::Pin;

use snaphook_core::event::EventName;

/// A question that a hook asks while it runs.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Question {
    /// The name of the hook that asks.
    pub hook: String,
    /// The event it runs on.
    pub event: EventName,
    /// What the event is about, on one line: the command, the file.
    pub about: Option<String>,
    /// The question's own id.
    pub id: String,
    /// The question.
    pub message: String,
    /// What may be answered.
    pub options: Vec<Choice>,
}

/// One answer to choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// What the hook gets.
    pub key: String,
    /// What the person sees.
    pub label: String,
    /// More about it.
    pub description: Option<String>,
}

/// What the person answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// The key of an option. One that was not offered counts as cancelled.
    Selected(String),
    /// Nothing: nobody is there, or they do not want to answer.
    Cancelled,
}

/// Asks a person. A host implements this; without one, every question is
/// cancelled at once.
pub trait Approver: Send + Sync {
    /// Asks; the hook waits for the reply, within its timeout.
    fn ask(&self, question: Question) -> Pin<Box<dyn Future<Output = Reply> + Send + '_>>;
}
