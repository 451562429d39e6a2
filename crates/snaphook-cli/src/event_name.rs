//! Parses names of events on the command line. Any name is accepted, because hosts have
//! events of their own; shells complete those of the protocol, and a name that nearly
//! spells one gets a hint.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use snaphook::{Engine, Event};

use crate::show::style;

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

/// The hint for an event whose name nearly spells a known one.
pub(crate) fn hint_near_event(engine: &Engine, event: &Event) -> Option<String> {
    let near = engine.dialect().rules().near(event)?;
    let help = style::HELP;
    Some(format!(
        "{help}help:{help:#} did you mean the event `{near}`?"
    ))
}
