//! What is found when a log is compared with its chain.

use std::fmt;

use super::head::ChainHead;

/// Something that an honest writer of the log does not do.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChainProblem {
    /// A record is not as it was written.
    Changed(i64),
    /// A record is gone, and no limit removed it.
    Removed(i64),
    /// A record is gone as if by a limit, and an older one is there.
    RemovedOutOfTurn(i64),
    /// A record has no entry.
    Added(i64),
    /// The list of hooks of a record is not that of its outcome.
    HooksChanged(i64),
    /// Entries of the chain are gone, from one number to another.
    EntriesRemoved(i64, i64),
    /// An entry does not hold the one before it: one of them was changed or moved.
    EntryChanged(i64),
    /// The log ends before a checkpoint.
    Truncated {
        /// The last entry.
        last: i64,
        /// That of the checkpoint.
        checkpoint: i64,
    },
    /// The chain is another one than at a checkpoint.
    NotAsAtCheckpoint(i64),
}

impl fmt::Display for ChainProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Changed(event) => write!(f, "event {event} was changed after it was recorded"),
            Self::Removed(event) => write!(f, "event {event} was removed"),
            Self::RemovedOutOfTurn(event) => write!(
                f,
                "event {event} was removed as by a limit of the log, and older events are there"
            ),
            Self::Added(event) => write!(f, "event {event} was added without an entry"),
            Self::HooksChanged(event) => {
                write!(f, "the list of hooks of event {event} was changed")
            }
            Self::EntriesRemoved(from, to) if from == to => {
                write!(f, "entry {from} of the chain was removed")
            }
            Self::EntriesRemoved(from, to) => {
                write!(f, "the entries {from} to {to} of the chain were removed")
            }
            Self::EntryChanged(number) => {
                write!(f, "entry {number} of the chain was changed or moved")
            }
            Self::Truncated { last, checkpoint } => write!(
                f,
                "the log ends at entry {last}, and a checkpoint saw entry {checkpoint}: its end \
                 was removed"
            ),
            Self::NotAsAtCheckpoint(number) => write!(
                f,
                "entry {number} is not the one that a checkpoint saw: the log was written anew"
            ),
        }
    }
}

/// What a log was found to be.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LogVerification {
    /// Where the chain ends.
    pub head: ChainHead,
    /// Records that were compared.
    pub records: u64,
    /// Records from before there was a chain.
    pub uncovered: u64,
    /// Records that the limits removed.
    pub removed_by_limits: u64,
    /// Checkpoints that were compared.
    pub checkpoints: u64,
    /// Checkpoints that are older than the oldest record.
    pub old_checkpoints: u64,
    /// What an honest writer does not do.
    pub problems: Vec<ChainProblem>,
}
