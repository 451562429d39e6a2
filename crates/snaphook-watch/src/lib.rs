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
//! | `target` | what is watched, and what is reported |
//! | `fingerprint` | tells whether a file is what it was |
//! | `resolve` | a path → the folders in which it is decided what it leads to |
//! | `item` | one target: its entries, and their changes |
//! | `pending` | changes that were not fetched yet |
//! | `hints` | what the operating system says, collected |
//! | `armed` | the folders that the operating system watches |
//! | `lists` | which items depend on which folder |
//! | `worker`, `looking` | the thread that does all this |
//! | `watcher` | the handles |
//!
//! ```
//! use snaphook_watch::{ChangeKind, WatchOptions, WatchTarget, Watcher};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let file = folder.path().join("a.txt");
//! let watcher = Watcher::start(WatchOptions::default())?;
//! let list = watcher.list();
//! list.set(vec![WatchTarget::File(file.clone())]).await;
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

pub use pending::ChangeBatch;
pub use target::{ChangeKind, WatchProblem, WatchTarget, WatchedChange};
pub use watcher::{StartError, WatchOptions, WatchSubscription, Watcher};
