//! `snaphook enable` and `snaphook disable`: switching hooks on and off in
//! settings files.
//!
//! Both look at the settings as `list` does, change files (the library's
//! `edit`), and look again: what is reported is what is then true.
//!
//! | file | holds |
//! |---|---|
//! | `named` | names and ids → hooks |
//! | `target` | which file `disable` changes |
//! | `own` | a hook that says `"enabled": false` itself |
//! | `state` | whether a hook is on, and if not, why |
//! | `report`, `told` | what was done and is true now, for programs and people |

mod args;
mod disable;
mod enable;
mod named;
mod own;
mod report;
mod state;
mod target;
mod told;

use std::path::PathBuf;
use std::process::ExitCode;

use snaphook::Engine;

use crate::error::CommandError;
use crate::settings_args::{EngineOptions, Purpose, SettingsArgs};
use crate::world;
pub(crate) use args::{DISABLE_HELP, ENABLE_HELP, SwitchArgs};
use state::Wanted;

pub(crate) fn enable(args: &SwitchArgs) -> Result<ExitCode, CommandError> {
    let looked = Looked::at(args)?;
    let report = enable::enable(args, &looked)?;
    report.finish(&looked, Wanted::On, args.json)
}

pub(crate) fn disable(args: &SwitchArgs) -> Result<ExitCode, CommandError> {
    let looked = Looked::at(args)?;
    let report = disable::disable(args, &looked)?;
    report.finish(&looked, Wanted::Off, args.json)
}

/// The settings as they were at first, and how to look again.
struct Looked {
    project: PathBuf,
    settings: SettingsArgs,
    engine: Engine,
}

impl Looked {
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
    fn again(&self) -> Result<Engine, CommandError> {
        let options = EngineOptions::to(Purpose::List);
        self.settings.engine_with(&self.project, options)
    }
}
