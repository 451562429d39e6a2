//! How much a pack may hold. Hooks are small; an archive of zeros is not, and every
//! byte is hashed again before a hook runs.

/// The most files and symlinks of a tree.
pub const MOST_FILES: usize = 10_000;
/// The largest file, in bytes.
pub const LARGEST_FILE: u64 = 16 * 1024 * 1024;
/// The most bytes of all files together.
pub const LARGEST_TREE: u64 = 64 * 1024 * 1024;
