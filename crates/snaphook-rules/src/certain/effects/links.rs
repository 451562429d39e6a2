//! Where a command puts links, which later commands of the line may follow.

use super::path::FilePath;
use crate::certain::interpreters::base;
use crate::certain::line::CertainWord;

/// Where a command puts a link, or a folder that may hold links: what later
/// commands of the line find there is not known before it runs.
#[derive(Debug, Clone)]
pub(in crate::certain) enum LinkPlace {
    Nowhere,
    At(FilePath),
    Anywhere,
}

/// Where a command puts links. Its name is known.
pub(in crate::certain) fn placed(words: &[CertainWord]) -> LinkPlace {
    let name = words.first().and_then(CertainWord::known);
    match name.map(base).unwrap_or_default() {
        "cp" | "mv" | "gcp" | "gmv" => {}
        "ln" | "gln" | "install" | "link" | "rsync" | "cpio" => return LinkPlace::Anywhere,
        _ => return LinkPlace::Nowhere,
    }
    let is_option = |word: &&CertainWord| word.head().starts_with('-');
    let names_target = |word: &CertainWord| word.head().contains('t');
    if words[1..].iter().filter(is_option).any(names_target) {
        return LinkPlace::Anywhere;
    }
    let target = words[1..].iter().rev().find(|word| !is_option(word));
    target
        .and_then(FilePath::of)
        .map_or(LinkPlace::Anywhere, LinkPlace::At)
}
