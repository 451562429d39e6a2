//! `snaphook doctor`: what keeps hooks from holding in the agents of this machine.

mod args;
mod command;
mod json;
mod settings;
mod survey;

pub(crate) use args::{DoctorArgs, HELP};
pub(crate) use command::doctor;
pub(crate) use json::agent_json;
#[cfg(feature = "ui")]
pub(crate) use json::survey_json;
pub(crate) use survey::{Survey, SurveyedAgents};
