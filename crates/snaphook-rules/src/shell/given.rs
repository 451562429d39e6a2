//! What a line gives to itself: names for programs, and scripts that it writes
//! before it runs them.
//!
//! `hash -p /bin/rm q; q x` and `ln -s /bin/rm q; ./q x` run `rm x`, and so
//! does `echo 'rm x' > f; bash f`. Where something is written to a file that
//! the line runs, and what it is cannot be seen, the script is unknown.

use super::found::{SimpleCommand, Stdin};
use super::wrap::Inner;
use super::{Unknown, Word};

/// Something that a command runs, because another one gave it.
#[derive(Debug)]
pub(super) struct Given {
    /// The place of the command that runs it.
    pub by: usize,
    pub inner: Result<Inner, Unknown>,
}

/// A name that stands for a program.
struct Name<'a> {
    name: &'a str,
    program: &'a Word,
}

/// A file that the line writes.
struct Written<'a> {
    file: &'a Word,
    writer: usize,
    /// All that is written to it, where that can be seen.
    text: Option<Word>,
}

/// What the commands from `from` on run by names and files of the line.
pub(super) fn given(commands: &[SimpleCommand], source: &str, from: usize) -> Vec<Given> {
    let names: Vec<Name> = commands.iter().flat_map(names).collect();
    let written: Vec<Written> = commands
        .iter()
        .enumerate()
        .flat_map(|(at, command)| written(at, command))
        .collect();
    let mut all = Vec::new();
    if names.is_empty() && written.is_empty() {
        return all;
    }
    for (by, command) in commands.iter().enumerate().skip(from) {
        let Some(called) = command.words.first() else {
            continue;
        };
        for name in &names {
            if called.known().map(base) == Some(name.name) {
                let mut words = command.words.clone();
                words[0] = name.program.clone();
                all.push(Given {
                    by,
                    inner: Ok(Inner::Words(words)),
                });
            }
        }
        if is_make(called) && written.iter().any(|written| is_makefile(written.file)) {
            let range = command.range.clone();
            all.push(Given {
                by,
                inner: Err(Unknown::Dynamic { range }),
            });
        }
        for script in scripts(command) {
            let copied = |name: &&Name| script.known().map(base) == Some(name.name);
            let origin = names.iter().find(copied).map(|name| name.program);
            let is_it = |written: &&Written| {
                written.writer != by
                    && (same(written.file, script, source)
                        || origin.is_some_and(|origin| same(written.file, origin, source)))
            };
            let writers: Vec<&Written> = written.iter().filter(is_it).collect();
            let inner = match writers[..] {
                [] => continue,
                _ if is_make(called) => Err(Unknown::Dynamic {
                    range: command.range.clone(),
                }),
                [
                    Written {
                        text: Some(text), ..
                    },
                ] => Ok(Inner::sh_or_here(text.clone(), called)),
                _ => Err(Unknown::Dynamic {
                    range: command.range.clone(),
                }),
            };
            all.push(Given { by, inner });
        }
    }
    all
}

fn base(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Whether two words may name the same file. The folder may have changed in
/// between.
fn same(one: &Word, other: &Word, source: &str) -> bool {
    match (one.known(), other.known()) {
        (Some(one), Some(other)) => base(one) == base(other) && !base(one).is_empty(),
        (None, None) => {
            let text = |word: &Word| {
                let text = source.get(word.range()).unwrap_or_default();
                text.replace(['"', '{', '}'], "")
            };
            text(one) == text(other)
        }
        _ => false,
    }
}

fn is_make(called: &Word) -> bool {
    matches!(called.known().map(base), Some("make" | "gmake"))
}

/// A file that `make` reads by itself.
fn is_makefile(file: &Word) -> bool {
    let names = ["Makefile", "makefile", "GNUmakefile"];
    file.known().is_some_and(|file| names.contains(&base(file)))
}

/// `hash -p PROGRAM NAME`, `ln -s PROGRAM NAME`.
fn names(command: &SimpleCommand) -> Vec<Name<'_>> {
    let words = &command.words;
    let Some(name) = words.first().and_then(Word::known) else {
        return Vec::new();
    };
    let operands: Vec<&Word> = words[1..]
        .iter()
        .filter(|word| !word.head().starts_with('-') || word.known() == Some("-"))
        .collect();
    let (program, given) = match base(name) {
        "hash"
            if words
                .iter()
                .any(|w| w.head().starts_with("-p") || w.head() == "-tp") =>
        {
            match operands[..] {
                [program, ref given @ ..] if !given.is_empty() => (program, given.to_vec()),
                _ => return Vec::new(),
            }
        }
        "ln" | "cp" | "mv" | "install" | "link" | "ginstall" | "gcp" | "gln" | "gmv" => {
            match operands[..] {
                [.., program, given] => (program, vec![given]),
                _ => return Vec::new(),
            }
        }
        _ => return Vec::new(),
    };
    given
        .into_iter()
        .filter_map(|given| {
            let name = base(given.known()?);
            let itself = program.known().map(base) == Some(name);
            (!name.is_empty() && !itself).then_some(Name { name, program })
        })
        .collect()
}

/// The files that a command writes text to.
fn written(at: usize, command: &SimpleCommand) -> Vec<Written<'_>> {
    let mut all: Vec<Written> = command
        .writes
        .iter()
        .map(|file| Written {
            file,
            writer: at,
            text: command.output(),
        })
        .collect();
    let name = command.words.first().and_then(Word::known).map(base);
    let given = match &command.stdin {
        Stdin::Text(text) => Some(text.clone()),
        _ => None,
    };
    let files: Vec<&Word> = match name {
        Some("tee" | "sponge" | "gtee") => command.words[1..].iter().collect(),
        Some("cp" | "install" | "mv") => match &command.words[1..] {
            [.., from, to] if from.known().is_some_and(super::wrap::is_device) => vec![to],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    };
    all.extend(files.into_iter().map(|file| Written {
        file,
        writer: at,
        text: given.clone(),
    }));
    all
}

/// The files that a command runs as scripts.
fn scripts(command: &SimpleCommand) -> Vec<&Word> {
    let Some(called) = command.words.first() else {
        return Vec::new();
    };
    let name = called.known().map(base);
    let mut scripts = vec![called];
    if name.is_some_and(super::wrap::is_shell) {
        scripts.extend(&command.reads);
        let operand = command.words[1..]
            .iter()
            .find(|word| !word.head().starts_with(['-', '+']));
        scripts.extend(operand);
    } else if matches!(name, Some("source" | ".")) {
        scripts.extend(command.words.get(1));
    } else if is_make(called) {
        scripts.extend(command.words[1..].iter());
    }
    scripts
}
