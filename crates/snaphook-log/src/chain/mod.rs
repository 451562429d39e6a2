//! What makes a changed log evident: every record has an entry in a chain of hashes, and
//! each entry holds the one before it.
//!
//! | file | does |
//! |---|---|
//! | `link` | the hashes: of a record's content, and of an entry |
//! | `append` | adds entries, in the transaction that changes the log |
//! | `head` | the end of the chain, for checkpoints that leave the machine |
//! | `verify` | compares the log with its chain, and with checkpoints |
//! | `problem` | what it finds |
//!
//! Whoever can write the log can also write a new chain. What shows that is a checkpoint
//! that left the machine before.

mod append;
mod head;
mod link;
mod problem;
mod verify;

pub(crate) use append::{ChainWriter, TABLES};
pub use head::ChainHead;
pub use problem::{ChainProblem, LogVerification};
