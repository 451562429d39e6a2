//! `snaphook.lock`: which packs there are, and exactly which bytes each of them is.

mod entry;
mod file;

pub use entry::{LockedHook, LockedPack};
pub use file::{LOCK_FILE, LockError, PackLock};
