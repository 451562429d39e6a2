//! Names of events on the command line. Any name is taken, as hosts have events
//! of their own; shells are told those of the protocol.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};

/// Takes any name and completes those of the protocol.
#[derive(Debug, Clone)]
pub(crate) struct EventNames;

impl TypedValueParser for EventNames {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let events = snaphook::event::EVENTS.iter();
        Some(Box::new(events.map(|spec| PossibleValue::new(spec.name))))
    }
}
