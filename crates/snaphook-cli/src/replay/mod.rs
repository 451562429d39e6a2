//! `snaphook replay`: fires recorded events again with the current or other settings.
//!
//! | file | does |
//! |---|---|
//! | `events` | which events: one, or page by page those that fit |
//! | `engines` | the settings that each meets |
//! | `one_event` | fires it, or only selects, and compares |
//! | `report` | one event, or all together by hook |
//! | `save` | events as test cases |

mod args;
mod command;
mod engines;
mod events;
mod one_event;
mod report;
mod save;

pub(crate) use args::{HELP, ReplayArgs};
pub(crate) use command::replay;
#[cfg(feature = "ui")]
pub(crate) use engines::Engines;
#[cfg(feature = "ui")]
pub(crate) use events::Events;
#[cfg(feature = "ui")]
pub(crate) use one_event::ReplayedEvent;
#[cfg(feature = "ui")]
pub(crate) use report::ReplayReport;
#[cfg(feature = "ui")]
pub(crate) use save::save_cases;
