//! The seam for dialects: how one agent's world names and encodes the same
//! things.
//!
//! A dialect is [`Rules`](snaphook_core::dialect::Rules) (data for the pure logic) and an adapter at each
//! edge: where its settings are and what canonical tree they mean, and the shape
//! of the result it gives back. Everything in between knows canonical words
//! only. The default dialect is one of them.
//!
//! | method | says | default |
//! |---|---|---|
//! | `name`, `rules` | who it is, and its data | – |
//! | `settings_folders`, `places` | where its settings are | no folders |
//! | `recognises` | whether a file is surely its own | – |
//! | `settings`, `describes_agents` | what canonical tree a file means | the file itself |
//! | `replaces_events` | how several files add up | they are united |
//! | `result` | an outcome in its own shape | – |

mod adapter;
mod claude;

pub use adapter::{Dialect, Folders};
pub use claude::Claude;
