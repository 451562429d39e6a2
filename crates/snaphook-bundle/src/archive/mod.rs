//! The archive of a bundle: a gzip-compressed tar of plain files.
//!
//! | file | does |
//! |---|---|
//! | `limits` | how large it may be |
//! | `name` | which names a file in it may have |
//! | `read` | reads one that anybody may have made |
//! | `write` | writes one, the same bytes for the same files |

mod limits;
mod name;
mod read;
mod write;

#[cfg(feature = "client")]
pub(crate) use limits::MOST_COMPRESSED;
pub(crate) use name::check_name;
pub(crate) use read::{FileTree, read};
pub(crate) use write::write;
