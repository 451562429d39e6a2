//! The store of requests: tables of their own in the database of the log.
//!
//! | file | does |
//! |---|---|
//! | `open` | opens the database, unless other users could write answers into it |
//! | `schema` | the tables, and how older ones become newer |
//! | `handle` | [`ApprovalStore`]: what every operation needs |
//! | `insert` | keeps a request |
//! | `read` | lists requests, and what changed |
//! | `settle` | answers, expires and cancels requests: each ends once |
//! | `links` | one-time links |
//! | `watchers` | who looks at requests now |
//! | `row` | a request as a row |

mod handle;
mod insert;
mod links;
mod open;
mod read;
mod row;
mod schema;
mod settle;
mod watchers;

pub use handle::ApprovalStore;
pub use links::{ApprovalLink, LinkToken};
pub use read::ApprovalFilter;
pub use watchers::ApprovalViewer;
