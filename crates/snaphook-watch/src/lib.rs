//! Watches files and folders: settings that an engine reloads, and files whose
//! changes hooks want to hear of.
//!
//! What the operating system says of a change is only a hint that something may
//! have happened. After a moment of quiet the files in question are looked at,
//! and compared with what was seen before. So a file that was replaced by a
//! rename is a change, one that was deleted and written anew within a moment is
//! one change, and events that were lost cost nothing but a look at everything.
//!
//! | file | does |
//! |---|---|
//! | `target` | what is watched, and what is told of it |
//! | `fingerprint` | tells whether a file is what it was |
//! | `resolve` | a path → the folders in which it is decided what it leads to |
//! | `item` | one target: what is there, and what changed since |
//! | `pending` | changes that nobody has fetched yet |
//! | `hints` | what the operating system says, collected |
//! | `armed` | the folders that the operating system watches |
//! | `lists` | who wants to hear of which folder |
//! | `worker`, `looking` | the thread that does all this |
//! | `watcher` | the handles |
//!
//! ```
//! use snaphook_watch::{ChangeKind, Options, Target, Watcher};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let file = folder.path().join("a.txt");
//! let watcher = Watcher::start(Options::default())?;
//! let list = watcher.list();
//! list.set(vec![Target::File(file.clone())]).await;
//!
//! std::fs::write(&file, "new")?;
//! let batch = list.next().await.expect("the watcher lives");
//! assert_eq!(batch.changes[0].kind, ChangeKind::Add);
//! # Ok(())
//! # }
//! ```

mod armed;
mod fingerprint;
mod hints;
mod item;
mod lists;
mod looking;
mod pending;
mod resolve;
mod target;
mod watcher;
mod worker;

pub use pending::Batch;
pub use target::{Change, ChangeKind, Target, Trouble};
pub use watcher::{List, Options, StartError, Watcher};
