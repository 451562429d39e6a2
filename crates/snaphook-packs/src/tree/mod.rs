//! The files of a pack: modes, paths and digests, and which of them are refused.
//!
//! | file | has |
//! |---|---|
//! | `path` | which paths a tree may have |
//! | `entry` | one file or symlink |
//! | `digest` | the digest of a tree |
//! | `listing` | a whole tree, as the text whose digest it is |
//! | `content` | a tree with the bytes of its files, as it is put together |
//! | `links` | where symlinks lead |
//! | `refuse` | what would run code when somebody works in the tree |
//! | `limits` | how much a pack may hold |
//! | `error` | why a tree is refused |

mod content;
mod digest;
mod entry;
mod error;
mod limits;
mod links;
mod listing;
mod path;
mod refuse;

pub use content::TreeContent;
pub use digest::{TreeDigest, TreeDigestError};
pub use entry::{EntryMode, TreeEntry};
pub use error::TreeError;
pub use limits::{LARGEST_FILE, LARGEST_TREE, MOST_FILES};
pub use listing::PackTree;
pub use path::{TreePathError, check_path};
