//! `snaphook replay`: logged events again, on the settings of today or of
//! tomorrow.
//!
//! | file | does |
//! |---|---|
//! | `events` | which events: one, or page by page those that fit |
//! | `engines` | the settings that each meets |
//! | `again` | fires it, or only selects, and compares |
//! | `report` | one event, or all together by hook |
//! | `save` | events as test cases |

mod again;
mod args;
mod command;
mod engines;
mod events;
mod report;
mod save;

pub(crate) use args::{HELP, ReplayArgs};
pub(crate) use command::replay;
