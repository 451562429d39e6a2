//! The nouns of snaphook and everything that can be decided without doing
//! anything: no async runtime, no files, no processes, no environment.
//!
//! One event passes through these modules in this order:
//!
//! | module | question it answers |
//! |---|---|
//! | [`event`] | what is this event, and what may a hook do to it? (one table) |
//! | [`input`] | what does a hook get to read? |
//! | [`hook`] | what was configured? |
//! | [`kind`] | which kinds of handlers are there, and what is each? |
//! | [`matching`] | does a matcher accept this value? |
//! | [`select`] | which hooks run? |
//! | [`answer`] | what did one hook say? (lenient JSON → checked form) |
//! | [`verdict`] | what does that mean on this event? |
//! | [`merge`] | what do all hooks mean together? |
//! | [`outcome`] | what is the host told? |
//!
//! Beside them stand modules that several of these use: [`env_file`] reads what a
//! hook sets for later commands of its session, [`tool`] knows what the usual
//! tools do, [`permission`] holds the words of permissions, [`json`] what
//! must not get lost in JSON, [`visible`] how text from outside is displayed,
//! [`recorder`] the trait that receives every dispatch, and [`diagnostic`] the
//! remarks of all of them. [`dialect`] is the data in which another agent differs;
//! every module above receives what it needs of it as a parameter.
//!
//! # Example
//!
//! ```
//! use snaphook_core::event::Event;
//! use snaphook_core::matching::{Aliases, Matcher};
//!
//! let event = Event::resolve("PreToolUse");
//! assert!(event.spec().conditions);
//!
//! let matcher = Matcher::parse("Edit|Write", false)?;
//! assert!(matcher.accepts("Write", &Aliases::default()).is_match());
//! assert!(!matcher.accepts("MultiEdit", &Aliases::default()).is_match());
//! # Ok::<(), snaphook_core::matching::MatcherError>(())
//! ```

pub mod answer;
pub mod diagnostic;
pub mod dialect;
pub mod env_file;
pub mod event;
pub mod hook;
pub mod input;
pub mod json;
pub mod kind;
pub mod matching;
pub mod merge;
pub mod observe;
pub mod outcome;
pub mod permission;
pub mod placeholder;
pub mod recorder;
pub mod select;
mod session_counts;
mod shown_url;
pub mod tool;
pub mod verdict;
pub mod visible;

pub use diagnostic::{Diagnostic, Severity};
pub use session_counts::SessionCounts;
pub use shown_url::shown_url;
