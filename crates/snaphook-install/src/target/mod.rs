//! One agent in one scope: installing the bridge there, taking it out, looking at it.

mod files;
mod inspect;
mod install;
mod spec;
mod uninstall;

pub use inspect::{InstalledFile, TargetState, inspect};
pub use install::{Installation, install};
pub use spec::Target;
pub use uninstall::uninstall;
