//! From an agent's hook input to canonical inputs.

mod decode;
mod patch;
mod patch_command;
mod place;
mod subjects;
mod tools;

pub use decode::{DecodeError, DecodedInput, decode, working_directory};
pub(crate) use decode::{EVENT_FIELDS, canonical_fields};
pub use patch::PatchedFile;
pub(crate) use patch::files_of_open_patch;
pub use patch_command::{CommandPatch, patch_in_command};
pub(crate) use tools::canonical_input;
pub use tools::{ToolMatch, folders_of_call};
