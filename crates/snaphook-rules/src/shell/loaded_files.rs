//! Files that a line writes and a program then loads as code: `echo … > m.py`
//! before `python3 -c 'import m'`, an `ssh -F` file, the include of a makefile.

use super::inside::is_interpreter;
use super::supplied::{Name, WrittenFile, WrittenText, base};
use super::{SimpleCommand, Word, wrap};

/// The value of a word that is an option with its value: `-fx`, `--file=x`.
pub(super) fn without_option(word: &Word) -> Word {
    let head = word.head();
    match head.split_once('=') {
        Some((option, _)) if head.starts_with("--") => wrap::after(word, option.len() + 1),
        _ if head.starts_with('-') && !head.starts_with("--") && head.len() > 2 => {
            wrap::after(word, 2)
        }
        _ => word.clone(),
    }
}

/// Programs that go by files which they are named, and are not interpreters.
const FILE_LOADERS: [&str; 7] = ["ssh", "scp", "sftp", "tmux", "screen", "make", "gmake"];

/// Endings of files that hold data rather than code.
const DATA: [&str; 14] = [
    "json", "md", "txt", "csv", "tsv", "yaml", "yml", "toml", "xml", "html", "log", "css", "lock",
    "ini",
];

/// The content of the files that the line writes and this program loads, and
/// whether each is the very script that the program runs.
pub(super) fn find_loaded(
    command: &SimpleCommand,
    written: &[WrittenFile],
    names: &[Name<'_>],
    by: usize,
) -> Vec<(WrittenText, bool)> {
    let program = command.words.first().and_then(Word::known).map(base);
    let loads_files = |name: &str| FILE_LOADERS.contains(&name) || is_interpreter(name);
    if !program.is_some_and(loads_files) {
        return Vec::new();
    }
    let words = &command.words[1..];
    let is_option = |word: &Word| word.head().len() > 1 && word.head().starts_with('-');
    let first = words.iter().position(|word| !is_option(word));
    let values = command.values.iter().map(|(_, value)| value);
    let mut loaded = Vec::new();
    for file in written.iter().filter(|file| file.writer != by) {
        let path = file.file.text_with_gaps();
        let last = base(&path);
        let renamed = names
            .iter()
            .filter(|name| name.program.known().map(base) == Some(last))
            .map(|name| name.name);
        for name in renamed.chain([last]).filter(|name| !name.is_empty()) {
            let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
            // A folder is run by a file of its own.
            let folder = path.rsplit('/').nth(1).filter(|_| stem.starts_with("__"));
            let is_it = |text: &str| {
                let text = base(text.trim_end_matches('/'));
                text == name || text == stem || Some(text) == folder
            };
            let names_it = |word: &Word| {
                let value = without_option(word).text_with_gaps();
                is_it(&value) || value.split([' ', '=', ':']).any(|part| base(part) == name)
            };
            let is_script = first.is_some_and(|at| names_it(&words[at]));
            let as_code = words.iter().chain(values.clone()).any(names_it);
            let by_code = words
                .iter()
                .filter_map(Word::known)
                .any(|code| loads(code, name, folder.unwrap_or(stem)));
            let fed = command.reads.iter().any(names_it);
            let data = DATA.contains(&ending);
            if is_script || by_code || (as_code || fed) && !data {
                loaded.push((file.content.clone(), is_script || fed));
            }
        }
    }
    loaded
}

/// Whether code loads a file as code of its own.
fn loads(code: &str, name: &str, stem: &str) -> bool {
    const LOADERS: [&str; 13] = [
        "require",
        "do ",
        "do(",
        "exec",
        "eval",
        "load",
        "source",
        "runpy",
        "include",
        "__import__",
        ".read",
        "so ",
        "system",
    ];
    let part = |c: char| !(c.is_alphanumeric() || "_.-".contains(c));
    let imports = ["import ", "from "].iter().any(|word| {
        code.split(word)
            .skip(1)
            .any(|rest| rest.split(part).next() == Some(stem))
    });
    let named = || {
        code.split(part)
            .any(|word| word == name || word.trim_start_matches("./") == stem)
    };
    imports || LOADERS.iter().any(|loader| code.contains(loader)) && named()
}
