//! The dialects that snaphook speaks: how other agents name and encode events,
//! settings, answers and results.
//!
//! Each dialect is a folder with those of these parts in which it differs:
//! `events` (its rows of the table of events), `names` (of events and fields),
//! `matcher`, `settings` (its files → the canonical tree) and `result` (the
//! outcome → its own form). To add one, implement [`Dialect`] and hand it to the
//! engine; for the command to speak it, add it to the table in `table`.
//!
//! ```
//! assert_eq!(snaphook_dialects::named("cagent").unwrap().name(), "cagent");
//! assert!(snaphook_dialects::named("esperanto").is_none());
//! ```

mod agent;
mod agents;
pub mod cagent;
mod convert;
pub mod gen_agent;
mod recognise;
mod rows;
mod table;

pub use agent::{AgentData, CodingAgentDialect, GuardKey, Layout};
pub use cagent::Cagent;
pub use convert::{ConvertTarget, ConvertedFile, ConvertedHooks, HookSource, Loss, convert};
pub use gen_agent::Gen;
pub use recognise::{RecognisedDialect, files_in, recognise};
pub use snaphook_settings::{Claude, Dialect};
pub use table::{HAND_WRITTEN, all, find_agent_dialect, named, settings_folders};
