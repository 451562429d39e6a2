//! Git as a transport: it fetches objects into a bare repository that is thrown away, and
//! prints them. It never has a work tree, so hooks, filters, attributes and submodules of
//! a repository have nothing to act on.
//!
//! | file | does |
//! |---|---|
//! | `command` | one run of Git, with a clean environment, limits and no way to ask |
//! | `remote` | which commit a revision is |
//! | `fetch` | the objects of a commit, and the commits between two |
//! | `tree` | the files of a commit |

mod command;
mod fetch;
mod remote;
mod tree;

pub use fetch::{CommitLine, FetchedRepository};
pub use remote::{GitFetcher, RefKind, RemoteRev};
