//! How one agent's world differs from the canonical model, as data.
//!
//! The core knows one model: the table of events, the shape of inputs and
//! answers, one ladder, one way to merge. A dialect brings [`Rules`]: rows of
//! its own, other names, another reading of a matcher, and a few switches of
//! the ladder. The default dialect is [`CANONICAL`], one of them.

mod forms;
mod names;
mod rules;

pub use forms::{AnsweredProcess, CanonicalResult, HookForms, UnreadableAnswer};
pub use names::Names;
pub use rules::{
    AnswerRules, CANONICAL, DialectMatcher, OnceRule, OtherExits, Rules, StdoutJson, Strategy,
};
