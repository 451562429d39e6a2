//! The log as an SQLite database: several processes write it at once, and any
//! tool that knows SQLite reads it.
//!
//! | file | does |
//! |---|---|
//! | `schema` | the tables, and how older ones become newer |
//! | `open` | opening a file that may not be there, or be something else |
//! | `insert` | writing records and late answers |
//! | `texts` | what `--text` finds: made searchable later, in steps |
//! | `prune` | what is too old or too much goes, in small steps |

mod database;
mod insert;
mod open;
mod prune;
mod schema;
mod texts;

pub(crate) use database::Database;
pub(crate) use insert::insert;
pub use open::prepare;
pub(crate) use open::{DatabaseAccess, in_memory, make_private, open};
pub(crate) use texts::{index, unindexed};
