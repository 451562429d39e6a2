//! The page of snaphook: one page, embedded in the program, that shows approvals, the audit log,
//! policies and their health, and answers approvals.
//!
//! | part | does |
//! |---|---|
//! | [`PageListener`], [`PageOptions`] | listens, and serves the page until it is told to end |
//! | [`PageHost`] | what the program around it does: explain, fire again, save, replay, check |
//! | [`ASSETS`] | the files of the page |
//!
//! Every request but those for the page's own files needs the token. It is in the fragment of
//! the page's address, which browsers do not send; the page sends it in a header. There is no
//! cookie: other programs on the same machine would get it, because cookies do not tell ports
//! apart.

mod access;
mod actions;
mod approvals;
mod assets;
mod call_view;
mod error;
mod events;
mod headers;
mod host;
mod listener;
mod log_access;
mod options;
mod policy;
mod pulse;
mod query;
mod router;
mod rows;
mod state;
mod store_access;
mod stream;
mod stream_slots;

pub use assets::{ASSETS, PageAsset};
pub use host::{HostError, PageHost, SettingsProposal};
pub use listener::PageListener;
pub use options::{PageError, PageOptions};
