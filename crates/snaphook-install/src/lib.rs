//! Puts the bridge (`snaphook hook`) into the configuration of coding agents, takes it out
//! again, and says what does not hold there.
//!
//! What is written where stands in the agents' own tables (`snaphook-agents`); this crate
//! knows the forms of configurations. [`install`] and [`uninstall`] read files and decide
//! on changes ([`Draft`]); [`apply`] writes them.

mod command;
mod disk;
mod doctor;
mod entry;
mod error;
mod form;
mod host;
mod os;
mod places;
mod step;
mod target;

pub use command::{HookCommand, SCRIPT_NAME, is_ours, program_word, quote};
pub use disk::{Draft, Ledger, PlannedChange, apply};
pub use doctor::{
    AgentReport, DoctorFinding, DoctorHook, DoctorHookOrigin, Examination, FINDING_KINDS,
    FindingKind, FindingSeverity, SettingsExamination, examine, examine_settings,
};
pub use entry::{AgentHookEntry, InstallOptions, entries, installed_name, limit_of};
pub use error::InstallError;
pub use form::{FoundEntry, found, merged};
pub use host::{
    DetectedAgent, StableProgram, detect, look_for, program_version, stable_program, version_in,
};
pub use places::{HostFolders, scope_word};
pub use target::{Installation, InstalledFile, Target, TargetState, inspect, install, uninstall};
