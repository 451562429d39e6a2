//! Packs: hooks that are shared by Git or archive, pinned and verified.
//!
//! A pack is a tree of files with hooks in it. The lock file says of each pack where it
//! came from and the digest of its tree; the store holds trees by digest. Nothing of a pack
//! runs when it is fetched, and no byte of it counts that the lock does not say.
//!
//! | module | does | I/O |
//! |---|---|---|
//! | [`source`] | what people write: `github:acme/hooks@v1#guards` | none |
//! | [`tree`] | files, modes and symlinks of a pack; which are refused; their digest | none |
//! | [`manifest`] | which files of a tree have hooks, and what the pack is called | none |
//! | [`lock`] | the lock file | its file |
//! | [`rights`] | what a hook may reach, as its definition says | none |
//! | [`difference`] | what an update changes | none |
//! | [`policy`] | which packs an organisation or a user accepts | none |
//! | [`store`] | trees by digest, and whether each is still whole | its folder |
//! | `fetch` (feature) | Git, archives, folders, signatures | processes, HTTP |

pub mod difference;
#[cfg(feature = "fetch")]
pub mod fetch;
pub mod lock;
pub mod manifest;
mod name;
mod os;
pub mod policy;
pub mod rights;
pub mod source;
pub mod store;
pub mod tree;

pub use difference::{HookChange, PackDifference};
pub use lock::{LOCK_FILE, LockError, LockedHook, LockedPack, PackLock};
pub use manifest::{ListedSource, ManifestError, Marketplace, PackManifest};
pub use name::{PackNameError, check_pack_name};
pub use policy::{PackPolicy, PolicyViolation};
pub use rights::{HookRights, Right};
pub use source::{PackSource, SourceError, SourceSpec};
pub use store::{PackStore, StoreError, StoredTree, TreeMoment};
pub use tree::{
    EntryMode, PackTree, TreeContent, TreeDigest, TreeDigestError, TreeEntry, TreeError,
    TreePathError, check_path,
};
