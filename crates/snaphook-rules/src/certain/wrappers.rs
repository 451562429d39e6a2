//! Commands that run other commands, as far as it is certain which.
//!
//! Each row knows the options that may be before the inner command; with any
//! other the shape is not clear, and only a rule that names the inner program,
//! or the whole command, counts.

use super::interpreters::{SHELLS, base};
use super::line::{CertainPiece, CertainWord};
use super::wrapper_rows::{BESIDE, HAND_ON, SUBCOMMANDS, THROUGH, UNCLEAR, WrapperRow};
use super::{operands, options};

/// What a command runs.
#[derive(Debug)]
pub(super) enum WrapperShape {
    /// Only itself.
    Ordinary,
    /// The words from here on, for which a rule is enough.
    Through(usize),
    /// The words from here on, which need a rule beside its own.
    Beside(usize),
    /// Several commands as in `Beside`, with words that are only known at run time.
    Several(Vec<(usize, Vec<CertainWord>)>),
    /// These words, for which a rule is enough.
    Fed(usize, Vec<CertainWord>),
    /// The literal code at this place, which a shell runs.
    Code(usize),
    /// Nobody knows.
    Unclear,
}

/// Whether a launcher hands what it reads to a command elsewhere.
pub(super) fn hands_on(name: &str) -> bool {
    HAND_ON.contains(&base(name))
}

/// Whether a wrapper is one of those that a rule for the inner command covers.
pub(super) fn is_through(name: &str) -> bool {
    THROUGH.iter().any(|row| row.names.contains(&name))
}

/// What a command runs. Its name is known.
pub(super) fn shape(words: &[CertainWord]) -> WrapperShape {
    let shape = by_name(words);
    let by_path = words[0].head().contains('/');
    match shape {
        // Another program of that name may do anything.
        WrapperShape::Through(_) | WrapperShape::Fed(..) if by_path => WrapperShape::Unclear,
        shape => shape,
    }
}

fn by_name(words: &[CertainWord]) -> WrapperShape {
    let name = base(words[0].known().unwrap_or_default());
    if name == "command" && matches!(known(words, 1), Some("-v" | "-V")) {
        return WrapperShape::Ordinary;
    }
    let has = |row: &&WrapperRow| row.names.contains(&name);
    if let Some(row) = THROUGH.iter().find(has) {
        if name == "time" && !times_a_command(words) {
            return WrapperShape::Unclear;
        }
        return inner(row, words).map_or(WrapperShape::Unclear, WrapperShape::Through);
    }
    if let Some(row) = BESIDE.iter().find(has) {
        return inner(row, words).map_or(WrapperShape::Unclear, WrapperShape::Beside);
    }
    if let Some((_, subcommands, operands)) = SUBCOMMANDS.iter().find(|(own, ..)| *own == name) {
        return subcommand(words, subcommands, *operands);
    }
    match name {
        "env" | "genv" => env(words),
        "xargs" | "gxargs" => xargs(words),
        "find" | "gfind" | "bfs" => find(words),
        "fd" | "fdfind" => {
            let runs = |word: &CertainWord| {
                word.head().starts_with('-') && word.head().contains(['x', 'X'])
            };
            if words.iter().any(runs) {
                WrapperShape::Unclear
            } else {
                WrapperShape::Ordinary
            }
        }
        name if SHELLS.contains(&name) => shell(words),
        name if UNCLEAR.contains(&name) || options::hold_command(name, words) => {
            WrapperShape::Unclear
        }
        _ => WrapperShape::Ordinary,
    }
}

/// `time` or `time -p` and a command. As a keyword it takes one `-p`, and after
/// another `time` it is one again.
fn times_a_command(words: &[CertainWord]) -> bool {
    let at = if known(words, 1) == Some("-p") { 2 } else { 1 };
    known(words, at).is_some_and(|name| !name.starts_with('-') && base(name) != "time")
}

fn known(words: &[CertainWord], at: usize) -> Option<&str> {
    words.get(at).and_then(CertainWord::known)
}

fn is_value(text: &str) -> bool {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"._,+-".contains(&b);
    !text.is_empty() && text.bytes().all(plain)
}

/// Where the inner command begins, if all before it is known.
fn inner(row: &WrapperRow, words: &[CertainWord]) -> Option<usize> {
    let mut at = options(row, words)?;
    if row.names.contains(&"timeout") {
        let duration = known(words, at)?;
        let number = duration.trim_end_matches(['s', 'm', 'h', 'd']);
        let digit = |b: u8| b.is_ascii_digit() || b == b'.';
        if number.is_empty() || duration.len() > number.len() + 1 || !number.bytes().all(digit) {
            return None;
        }
        at += 1;
    } else {
        for _ in 0..row.operands {
            known(words, at).filter(|text| !text.starts_with('-') && !text.is_empty())?;
            at += 1;
        }
    }
    program(words, at)
}

/// Where options end that a row knows.
fn options(row: &WrapperRow, words: &[CertainWord]) -> Option<usize> {
    let mut at = 1;
    loop {
        let word = known(words, at)?;
        if !word.starts_with('-') {
            return Some(at);
        }
        let attached = |option: &&&str| match word.strip_prefix(**option) {
            Some(value) if option.starts_with("--") => {
                value.strip_prefix('=').is_some_and(is_value)
            }
            Some(value) => is_value(value),
            None => false,
        };
        if row.flags.contains(&word) {
            at += 1;
        } else if row.values.contains(&word) {
            known(words, at + 1).filter(|value| is_value(value))?;
            at += 2;
        } else if row.values.iter().find(attached).is_some() {
            at += 1;
        } else {
            return None;
        }
    }
}

/// A word that is surely the name of a program.
fn program(words: &[CertainWord], at: usize) -> Option<usize> {
    let name = known(words, at)?;
    let plain = !name.is_empty() && !name.starts_with('-') && !name.contains('=');
    plain.then_some(at)
}

fn subcommand(words: &[CertainWord], subcommands: &[&str], operands: usize) -> WrapperShape {
    let is = |at: usize| known(words, at).is_some_and(|word| subcommands.contains(&word));
    if !is(1) {
        // Behind options of its own, or in a word that is not known.
        let leads = known(words, 1).is_none_or(|word| word.starts_with('-'));
        return if leads && words.len() > 2 {
            WrapperShape::Unclear
        } else {
            WrapperShape::Ordinary
        };
    }
    let mut at = 2;
    for _ in 0..operands {
        if known(words, at).is_none_or(|word| word.starts_with('-')) {
            return WrapperShape::Unclear;
        }
        at += 1;
    }
    if known(words, at) == Some("--") {
        at += 1;
    }
    program(words, at).map_or(WrapperShape::Unclear, WrapperShape::Beside)
}

/// `env`, with harmless variables and no options.
fn env(words: &[CertainWord]) -> WrapperShape {
    if words.len() == 1 {
        return WrapperShape::Ordinary;
    }
    let mut at = 1;
    while let Some((name, value)) = known(words, at).and_then(|word| word.split_once('=')) {
        if !super::variables::is_harmless(name) || !super::variables::is_plain_value(value) {
            return WrapperShape::Unclear;
        }
        at += 1;
    }
    program(words, at).map_or(WrapperShape::Unclear, WrapperShape::Beside)
}

const XARGS: WrapperRow = WrapperRow {
    names: &["xargs"],
    flags: &[
        "-0",
        "-r",
        "-t",
        "-x",
        "--null",
        "--no-run-if-empty",
        "--verbose",
    ],
    values: &[
        "-n",
        "-L",
        "-P",
        "-s",
        "--max-args",
        "--max-lines",
        "--max-procs",
    ],
    operands: 0,
};

/// `xargs` with an inner command that has no option which runs something.
fn xargs(words: &[CertainWord]) -> WrapperShape {
    let mut at = 1;
    let mut mark = None;
    // `-I{}` and `-d` take values that are not plain.
    let mut plain = vec![words[0].clone()];
    let mut places = vec![0];
    while let Some(word) = known(words, at) {
        match word {
            "-I" | "-d" | "--delimiter" => {
                let Some(value) = known(words, at + 1).filter(|value| !value.is_empty()) else {
                    return WrapperShape::Unclear;
                };
                if word == "-I" {
                    mark = Some(value.to_owned());
                }
                at += 2;
                continue;
            }
            word if word.starts_with("-I") => mark = Some(word[2..].to_owned()),
            word if word.starts_with("-d") || word.starts_with("--delimiter=") => {}
            word if word.starts_with('-') => {
                plain.push(words[at].clone());
                places.push(at);
                if XARGS.values.contains(&word) {
                    at += 1;
                    let Some(value) = words.get(at) else {
                        return WrapperShape::Unclear;
                    };
                    plain.push(value.clone());
                    places.push(at);
                }
            }
            _ => break,
        }
        at += 1;
    }
    let Some(name) = known(words, at).filter(|name| operands::is_plain(name)) else {
        return WrapperShape::Unclear;
    };
    plain.push(words[at].clone());
    if options(&XARGS, &plain) != Some(plain.len() - 1)
        || mark.as_deref().is_some_and(|m| name.contains(m))
    {
        return WrapperShape::Unclear;
    }
    let mut inner = words[at..].to_vec();
    match mark {
        Some(mark) => inner = inner.iter().map(|word| replaced(word, &mark)).collect(),
        None => inner.push(CertainWord {
            pieces: vec![CertainPiece::Expansion { quoted: false }],
            range: words[at].range.clone(),
        }),
    }
    WrapperShape::Fed(at, inner)
}

/// The word with unknown text wherever the mark is.
fn replaced(word: &CertainWord, mark: &str) -> CertainWord {
    let mut made = CertainWord {
        pieces: Vec::new(),
        range: word.range.clone(),
    };
    for piece in &word.pieces {
        match piece {
            CertainPiece::Text(text) => {
                for (at, part) in text.split(mark).enumerate() {
                    if at > 0 {
                        made.pieces.push(CertainPiece::Expansion { quoted: true });
                    }
                    made.push_text(part);
                }
            }
            other => made.pieces.push(other.clone()),
        }
    }
    made
}

/// `find` with `-exec` and its like.
fn find(words: &[CertainWord]) -> WrapperShape {
    let runs =
        |word: &CertainWord| matches!(word.known(), Some("-exec" | "-execdir" | "-ok" | "-okdir"));
    let mut found = Vec::new();
    let mut at = 1;
    while at < words.len() {
        at += 1;
        if !runs(&words[at - 1]) {
            continue;
        }
        let start = at;
        let end = words[start..]
            .iter()
            .position(|word| matches!(word.known(), Some(";" | "+")));
        let Some(end) = end.map(|length| start + length) else {
            return WrapperShape::Unclear;
        };
        let gathers = known(words, end) == Some("+");
        let holds = |word: &CertainWord| word.known().is_none_or(|text| text.contains("{}"));
        if program(words, start).is_none()
            || end == start
            || holds(&words[start])
            || words[start..end].iter().any(runs)
            || (gathers && known(words, end - 1) != Some("{}"))
        {
            return WrapperShape::Unclear;
        }
        let inner = words[start..end].iter().map(|word| replaced(word, "{}"));
        found.push((start, inner.collect()));
        at = end + 1;
    }
    if found.is_empty() {
        WrapperShape::Ordinary
    } else {
        WrapperShape::Several(found)
    }
}

/// A shell: its script, or the code behind `-c`.
fn shell(words: &[CertainWord]) -> WrapperShape {
    let like_bash = [
        "ash", "bash", "dash", "ksh", "lksh", "mksh", "rbash", "rksh", "sh", "zsh",
    ];
    let name = base(words[0].known().unwrap_or_default());
    match known(words, 1) {
        Some("-c") if words.len() == 3 && like_bash.contains(&name) => match known(words, 2) {
            Some(_) => WrapperShape::Code(2),
            None => WrapperShape::Unclear,
        },
        Some(word) if word.is_empty() || word.starts_with(['-', '+']) => WrapperShape::Unclear,
        None if words.len() > 1 => WrapperShape::Unclear,
        _ => WrapperShape::Ordinary,
    }
}
