//! Shell commands: finding every simple command in a line of Bash.

mod ansi;
mod brace;
mod follow;
mod found;
mod inside;
mod later;
mod loaded_files;
mod scripts;
mod supplied;
mod syntax;
mod word;
mod wrap;

mod analysis;
mod unknown;

pub use analysis::{Analysis, Limits};
pub use found::SimpleCommand;
pub(crate) use inside::Literals;
pub use inside::ScriptText;
pub(crate) use scripts::is_of_script;
pub use unknown::Unknown;
pub use word::{Gap, Piece, Word};
