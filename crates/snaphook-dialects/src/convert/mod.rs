//! One agent's hooks as another's: settings of a dialect → the configuration of an agent,
//! with a list of what is lost. Only the configuration is translated; the commands stay as
//! they are.

mod answers;
mod conversion;
mod keys;
mod matcher;
mod render;
mod rulesync;
mod source;

pub use conversion::{ConvertTarget, ConvertedHooks, HookSource, convert};
pub use render::ConvertedFile;
pub use source::Loss;
