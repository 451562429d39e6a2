//! Both commands: load the settings, change files, load them again and report.

use std::path::PathBuf;
use std::process::ExitCode;

use snaphook::Engine;

use super::args::SwitchArgs;
use super::state::WantedState;
use crate::error::CommandError;
use crate::settings_args::{EngineOptions, Purpose, SettingsArgs};
use crate::world;

pub(crate) fn enable(args: &SwitchArgs) -> Result<ExitCode, CommandError> {
    let looked = LoadedSettings::at(args)?;
    let report = super::enable::enable(args, &looked)?;
    report.finish(&looked, WantedState::On, args.json)
}

pub(crate) fn disable(args: &SwitchArgs) -> Result<ExitCode, CommandError> {
    let looked = LoadedSettings::at(args)?;
    let report = super::disable::disable(args, &looked)?;
    report.finish(&looked, WantedState::Off, args.json)
}

/// The settings as they were at first, and how to look again.
pub(super) struct LoadedSettings {
    pub(super) project: PathBuf,
    pub(super) settings: SettingsArgs,
    pub(super) engine: Engine,
}

impl LoadedSettings {
    fn at(args: &SwitchArgs) -> Result<Self, CommandError> {
        let settings = args.settings_args();
        let project = settings.project(&world::folder(None)?)?;
        let engine = settings.engine_with(&project, EngineOptions::to(Purpose::List))?;
        Ok(Self {
            project,
            settings,
            engine,
        })
    }

    /// The settings as they are now.
    pub(super) fn reload(&self) -> Result<Engine, CommandError> {
        let options = EngineOptions::to(Purpose::List);
        self.settings.engine_with(&self.project, options)
    }
}
