//! Why a tree is refused: each error names the entry, so that its author finds it.

use crate::tree::{LARGEST_FILE, LARGEST_TREE, MOST_FILES, TreePathError};

/// Why a tree cannot be a pack.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TreeError {
    /// A path that does not mean one file inside the tree.
    #[error("the path `{}`: {why}", .path.escape_default())]
    Path {
        /// The path.
        path: String,
        /// What is wrong with it.
        why: TreePathError,
    },
    /// Two paths that mean one file where case or Unicode forms do not count.
    #[error("`{}` and `{}` are one file on systems that do not tell case or Unicode forms apart", .one.escape_default(), .other.escape_default())]
    Collision {
        /// One path.
        one: String,
        /// The other.
        other: String,
    },
    /// A path that is a file, or a symlink, and a folder.
    #[error("`{}` is a file or a symlink and has files below it", .0.escape_default())]
    FileAndFolder(String),
    /// An entry that is neither file nor folder nor symlink.
    #[error("`{}` is {kind}; a pack may have files, folders and symlinks only", .path.escape_default())]
    Kind {
        /// The path.
        path: String,
        /// What it is.
        kind: &'static str,
    },
    /// A symlink that leads out of the tree, to nothing or in a circle.
    #[error("the symlink `{}` leads {to}; a pack may only have symlinks to its own files", .path.escape_default())]
    Symlink {
        /// The path.
        path: String,
        /// Where it leads.
        to: &'static str,
    },
    /// A file that is too large.
    #[error("`{}` has more than {LARGEST_FILE} bytes", .0.escape_default())]
    LargeFile(String),
    /// All files together are too large.
    #[error("the files have more than {LARGEST_TREE} bytes together")]
    LargeTree,
    /// There are too many files.
    #[error("there are more than {MOST_FILES} files")]
    ManyFiles,
    /// There is nothing.
    #[error("there are no files")]
    Empty,
    /// A Git repository without a work tree, in the tree.
    #[error("`{}` is a Git repository inside of the pack: `core.fsmonitor` and hooks in its configuration would run programs", .0.escape_default())]
    Repository(String),
    /// An attribute that runs a program on checkout.
    #[error("`{}` sets the attribute `{attribute}`, by which Git runs a program on checkout", .path.escape_default())]
    Attribute {
        /// The file.
        path: String,
        /// The attribute.
        attribute: String,
    },
    /// A list of submodules.
    #[error("`{}` names submodules: code of other repositories, which no digest covers", .0.escape_default())]
    Submodules(String),
    /// A listing that is not as this program writes it.
    #[error("the list of the files is damaged in line {0}")]
    Listing(usize),
}
