//! `snaphook fire`: runs the hooks of one event and prints the merged outcome.

mod command;
#[cfg(unix)]
mod detach;
#[cfg(not(unix))]
#[path = "no_detach.rs"]
mod detach;
mod input;
mod interrupt;
mod live;
mod person;
mod prepare;
mod print;
pub(crate) mod session_file;
mod trust;

#[cfg(feature = "otel")]
pub(crate) use command::FirePlan;
pub(crate) use command::{begin, fire};
pub(crate) use input::{build, fields};
pub(crate) use interrupt::Interrupt;
pub(crate) use person::Person;
pub(crate) use prepare::{EventRequest, activate, prepare, refuse_odd_event};
pub(crate) use trust::untrusted;
