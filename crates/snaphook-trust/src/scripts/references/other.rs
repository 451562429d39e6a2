//! Languages that are not looked into, and programs: any word for their own
//! place, or for loading a file, means that they need it.

use super::found::{References, first_of};

const WORDS: [&str; 21] = [
    "__FILE__",
    "__DIR__",
    "__dir__",
    "__file__",
    "__dirname",
    "__filename",
    "import",
    "include",
    "require",
    "load",
    "FindBin",
    "use lib",
    "dofile",
    "package.path",
    "arg[0]",
    "argv[0]",
    "$0",
    "${0",
    "BASH_SOURCE",
    "PSScriptRoot",
    "MyInvocation",
];

pub(super) fn references(text: &str) -> References {
    References {
        needs_place: first_of(text, &WORDS).map(str::to_owned),
        ..References::default()
    }
}

/// A program may look for its own file, and for libraries beside it.
pub(super) fn program(bytes: &[u8]) -> References {
    const WORDS: [&str; 3] = ["/proc/self/exe", "$ORIGIN", "@loader_path"];
    let holds = |word: &&&str| {
        let word = word.as_bytes();
        bytes.windows(word.len()).any(|window| window == word)
    };
    References {
        needs_place: WORDS.iter().find(holds).map(|word| (*word).to_owned()),
        ..References::default()
    }
}
