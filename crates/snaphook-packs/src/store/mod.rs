//! The store: trees of packs by their digests, shared by all projects of a user.
//!
//! | file | has |
//! |---|---|
//! | `folder` | the store: adding, finding, removing |
//! | `write` | putting a tree on disk, all of it or nothing |
//! | `stored` | one tree of it, and whether it is still whole |
//! | `scratch` | folders for work in progress, which a crash leaves and the next one removes |
//! | `error` | what can go wrong |

mod error;
mod folder;
mod scratch;
mod stored;
mod write;

pub use error::StoreError;
pub use folder::PackStore;
#[cfg(feature = "fetch")]
pub(crate) use scratch::ScratchFolder;
pub use stored::{StoredTree, TreeMoment};
