//! Files that several processes change while others read them.
//!
//! A writer locks, reads, changes, and puts a whole new file in the old one's
//! place by a rename. So a reader, who locks nothing, sees the old file or the
//! new one, and a crash leaves the old one.
//!
//! | item | does |
//! |---|---|
//! | [`FolderLock`] | locks a folder, and leaves nothing behind in it (on Windows a hidden, empty file) |
//! | [`replace`] | puts a whole new file in the old one's place |
//! | [`canonical`] | a path without symlinks that a shell can read |
//! | [`real_path`] | the file behind a symlink, so that the link stays |
//! | [`Walker`] | walks along a path and follows symlinks, by its user's rules |
//! | [`open_to_read`], [`open_real`] | open a file that must be the one that was looked at |
//!
//! ```
//! use std::time::Duration;
//!
//! use snaphook_files::{Access, FolderLock, replace};
//!
//! # let folder = tempfile::tempdir()?;
//! let file = folder.path().join("count");
//! let lock = FolderLock::wait(folder.path(), Duration::from_secs(10))?;
//! replace(&file, b"1", Access::Usual)?;
//! drop(lock);
//! assert_eq!(std::fs::read(&file)?, b"1");
//! # Ok::<(), std::io::Error>(())
//! ```

mod lock;
mod open;
mod os;
mod paths;
mod replace;
mod walker;

pub use lock::FolderLock;
pub use open::{open_real, open_to_read};
pub use paths::{canonical, folder_of, is_missing, real_path};
pub use replace::{Access, replace};
pub use walker::{MOST_LINKS, TooManyLinks, Walker};
