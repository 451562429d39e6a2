//! The pages: where they are, and what is in them.

use std::path::{Path, PathBuf};

/// Where the repository is.
pub(super) fn repository() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    here.canonicalize().unwrap()
}

/// A file of Markdown.
pub(super) struct Page {
    /// Its path in the repository.
    pub(super) name: String,
    pub(super) text: String,
}

impl Page {
    pub(super) fn read(name: &str) -> Self {
        let text = std::fs::read_to_string(repository().join(name));
        Self {
            name: name.to_owned(),
            text: text.unwrap_or_else(|error| panic!("{name}: {error}")),
        }
    }
}

/// Every page that people read: the book, the recipes, and what stands at the root.
pub(super) fn all() -> Vec<Page> {
    let mut names = Vec::new();
    for folder in ["docs", "recipes"] {
        below(&repository().join(folder), &mut names);
    }
    for entry in std::fs::read_dir(repository()).unwrap() {
        names.push(entry.unwrap().path());
    }
    names.retain(|name| name.extension().is_some_and(|end| end == "md"));
    names.sort();
    let inside = |path: PathBuf| {
        let inside = path.strip_prefix(repository()).unwrap();
        inside.to_str().unwrap().to_owned()
    };
    names
        .into_iter()
        .map(|path| Page::read(&inside(path)))
        .collect()
}

/// The other files for readers: their links are followed, their snippets are run by
/// tests of their own, or by nobody.
pub(super) fn others() -> Vec<Page> {
    let others = [
        "clients/python/README.md",
        "clients/typescript/README.md",
        "crates/snaphook-cli/README.md",
        "crates/snaphook-rules/DESIGN.md",
        "crates/snaphook/README.md",
        "examples/agent/README.md",
        "fuzz/README.md",
    ];
    others.into_iter().map(Page::read).collect()
}

fn below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => below(&path, found),
            false => found.push(path),
        }
    }
}
