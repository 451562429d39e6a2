//! Asks a person through the store.
//!
//! | file | does |
//! |---|---|
//! | `store_approver` | [`StoreApprover`]: whom it asks, and how a question passes |
//! | `request` | the record of a question, and of an elicitation |
//! | `waiting` | waits for the end of a record |
//! | `beside` | who is asked at the same time: a terminal, a client |
//! | `notifier` | [`ApprovalNotifier`]: tells people elsewhere |
//! | `reply` | what an ended record means for who asked |
//! | `elicit` | what an MCP server asks of the user |

mod beside;
mod elicit;
mod notifier;
mod reply;
mod request;
mod store_approver;
mod waiting;

pub use notifier::{ApprovalNotice, ApprovalNotifier, NotifyFuture};
pub use store_approver::StoreApprover;
