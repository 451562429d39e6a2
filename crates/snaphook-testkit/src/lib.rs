//! Tests of hooks: given an event, expect an outcome.
//!
//! | module | holds |
//! |---|---|
//! | [`cases`] | `*.hooktest.json` and `*.hooktest.yaml` files |
//! | [`expect`] | expectations, and how an outcome differs from them |
//! | [`fake`] | a child process for tests that does as it is told |
//! | [`form`] | what is wrong with a file or a case |
//! | `handlers` (feature `handlers`) | harnesses that run handlers without an engine |
//! | `processes` (Unix) | processes that tests start: who they are, whether they are gone |
//! | [`secrets`] | made-up secrets, for tests that none is shown |
//! | `spans` (feature `spans`) | the spans and events that a test's thread tells `tracing` |

pub mod cases;
pub mod expect;
pub mod fake;
pub mod form;
#[cfg(feature = "handlers")]
pub mod handlers;
#[cfg(unix)]
pub mod processes;
pub mod secrets;
#[cfg(feature = "spans")]
pub mod spans;

pub use cases::{Case, CaseError, CaseFile, SettingsRef};
pub use expect::{Mismatch, mismatches};
pub use form::CaseFormError;
