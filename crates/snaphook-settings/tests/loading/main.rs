//! What is read from settings: hooks, what is found in them, where, and what
//! still runs.
#![cfg(test)]

mod files;
mod guards;
mod hooks;
mod keys;
#[path = "../kinds/mod.rs"]
mod kinds;
mod slips;

use kinds::loading;
use snaphook_core::Severity;
use snaphook_core::hook::Scope;
use snaphook_settings::{Settings, parse};

/// The settings of a project, as JSON.
fn read(text: &str) -> Settings {
    parse("s.json".as_ref(), text, Scope::Project, &mut loading()).unwrap()
}

/// What is wrong with them, beyond hints.
fn found(settings: &Settings) -> Vec<String> {
    settings
        .findings
        .iter()
        .filter(|finding| finding.severity > Severity::Hint)
        .map(ToString::to_string)
        .collect()
}
