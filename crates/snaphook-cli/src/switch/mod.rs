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
//! | `report`, `print` | what was done and is true now, for programs and people |

mod args;
mod command;
mod disable;
mod enable;
mod named;
mod own;
mod print;
mod report;
mod state;
mod target;

pub(crate) use args::{DISABLE_HELP, ENABLE_HELP, SwitchArgs};
use command::LoadedSettings;
pub(crate) use command::{disable, enable};
