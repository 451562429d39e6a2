//! Fetching packs. Nothing of what is fetched runs, nothing is checked out: the files are
//! read out of Git's objects or the archive into memory, checked, and only then written.
//!
//! | module | does |
//! |---|---|
//! | `git` | Git, with everything switched off by which a repository could act |
//! | `archive` | archives: which of their entries are taken |
//! | `download` | archives over HTTP, up to a limit |
//! | `folder` | folders of this machine |
//! | `signature` | who signed a pack |

mod archive;
mod download;
mod error;
mod folder;
mod git;
mod signature;

pub use archive::read_archive;
pub use download::download;
pub use error::FetchError;
pub use folder::read_folder;
pub use git::{CommitLine, FetchedRepository, GitFetcher, RefKind, RemoteRev};
pub use signature::{SIGNATURE_FILES, SignatureError, Signer, signed_listing, verify_signature};
