//! Files that a line names without it being known what happens to them: words of
//! commands that are in no table, and texts in code of other languages.

use super::target::PathTarget;
use crate::{Piece, SimpleCommand, Word};

/// Commands whose words are text, or names of something else than files, or that
/// only tell whether a file is there.
const NO_FILES: &[&str] = &[
    "echo",
    "printf",
    "test",
    "[",
    "[[",
    ":",
    "true",
    "false",
    "cd",
    "pushd",
    "popd",
    "chdir",
    "pwd",
    "dirs",
    "let",
    "shift",
    "return",
    "exit",
    "break",
    "continue",
    "wait",
    "kill",
    "sleep",
    "seq",
    "date",
    "hash",
    "which",
    "whereis",
    "help",
    "alias",
    "unalias",
    "set",
    "shopt",
    "trap",
    "basename",
    "dirname",
    "expr",
    "read",
    "mapfile",
    "readarray",
    "unset",
    "getopts",
    "jobs",
    "fg",
    "bg",
    "disown",
    "umask",
    "ulimit",
    "uname",
    "whoami",
    "id",
    "hostname",
    "mkdir",
    "git",
    "yes",
];

/// Longest word that is looked at.
const LONGEST: usize = 4096;

/// The words of a command that may name files, where nobody knows what it does.
pub(super) fn of_command(command: &SimpleCommand, behind: &[SimpleCommand]) -> Vec<Word> {
    let Some((name, words)) = command.words().split_first() else {
        return Vec::new();
    };
    let base = name.base_name().unwrap_or_else(|| name.clone());
    if base.known().is_some_and(|name| NO_FILES.contains(&name)) {
        return Vec::new();
    }
    let runs = |word: &&Word| {
        let range = word.range();
        let inside = |inner: &SimpleCommand| {
            let inner = inner.range();
            range.start < inner.end && inner.start < range.end
        };
        behind.iter().any(inside)
    };
    let own = words.iter().filter(|word| !runs(word));
    let set = command.values().map(|(_, value)| value);
    own.chain(set).cloned().collect()
}

/// The files that words may name, and the globs.
pub(super) fn in_words(words: &[Word], source: &str) -> (Vec<String>, Vec<String>) {
    let mut names: Vec<String> = words.iter().flat_map(in_word).collect();
    let mut globs = Vec::new();
    for word in words {
        // `--key=$HOME/x`
        let start = word.head().find('=').map_or(0, |at| at + 1);
        match PathTarget::of(&word.without_head(start), source) {
            PathTarget::Likely(name) => names.push(name),
            PathTarget::Glob(glob) => globs.push(glob),
            PathTarget::Unknown => {
                let written = source.get(word.range()).unwrap_or_default();
                let plain = !written.contains(['$', '`', '\'', '"', '\\', '{', '(']);
                globs.extend((plain && written.starts_with("~/")).then(|| written.to_owned()));
            }
            PathTarget::Path(_) => {}
        }
    }
    (names, globs)
}

/// What a word may name: all of it, and the text after `=`, `@` and the like.
pub(super) fn in_word(word: &Word) -> Vec<String> {
    const BETWEEN: [char; 9] = ['=', '@', ':', ',', '<', '>', ' ', '\t', '\n'];
    let text = match (word.known(), word.pieces().last()) {
        (Some(text), _) => text.to_owned(),
        // What comes before is not known; the names at its end are.
        (None, Some(Piece::Text(tail))) => {
            let mut parts = tail.split(BETWEEN);
            let first = parts.next().and_then(|part| part.rsplit_once('/'));
            let first = first.map(|(_, name)| name).into_iter();
            let mut found: Vec<String> = first.chain(parts).map(str::to_owned).collect();
            found.retain(|text| could_be_path(text));
            return found;
        }
        _ => return Vec::new(),
    };
    if text.len() > LONGEST {
        return Vec::new();
    }
    let mut found = vec![text.clone()];
    found.extend(text.split(BETWEEN).map(str::to_owned));
    if text.starts_with('-') && !text.starts_with("--") {
        found.extend(text.get(2..).map(str::to_owned));
    }
    found.retain(|text| could_be_path(text));
    found
}

/// The files that a command is told to write, by the options that most have.
pub(super) fn outputs(command: &SimpleCommand) -> Vec<String> {
    const OUTPUT: [&str; 7] = [
        "-o",
        "-O",
        "--output",
        "--out",
        "--outfile",
        "--output-file",
        "--out-file",
    ];
    let words = command.words();
    let told = |word: &Word| word.known().is_some_and(|option| OUTPUT.contains(&option));
    let spaced = words.windows(2).filter(|pair| told(&pair[0]));
    let spaced = spaced.filter_map(|pair| pair[1].known().map(str::to_owned));
    let joined = words.iter().filter_map(|word| {
        let (option, value) = word.known()?.split_once('=')?;
        OUTPUT.contains(&option).then(|| value.to_owned())
    });
    spaced.chain(joined).collect()
}

/// The files that a script of `sed` or `awk` names.
pub(super) fn in_script(name: &str, script: &Word) -> Vec<String> {
    let Some(text) = script.known() else {
        return Vec::new();
    };
    let names: Vec<&str> = match name {
        "sed" | "gsed" | "ssed" => text
            .match_indices(['r', 'R', 'w', 'W'])
            .map(|(at, _)| text[at + 1..].trim_start_matches([' ', '\t']))
            .map(|rest| rest.split(['\n', ';', '}']).next().unwrap_or_default())
            .map(|name| name.split_whitespace().next().unwrap_or_default())
            .collect(),
        "awk" | "gawk" | "mawk" | "nawk" => text.split('"').skip(1).step_by(2).collect(),
        _ => return Vec::new(),
    };
    let names = names.into_iter().filter(|name| could_be_path(name));
    names.map(str::to_owned).collect()
}

/// Whether a text looks like a path: a word such as `build` does not.
pub(super) fn could_be_path(text: &str) -> bool {
    !text.starts_with('-') && text.contains(['.', '/']) && text.len() <= LONGEST
}
