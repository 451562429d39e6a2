//! Finding the code that an interpreter is given.

use super::interpreters::{Interpreter, Language, Operands, Reads};
use super::{Inside, ProgramCode};
use super::{awk, sed};
use crate::shell::found::{SimpleCommand, Stdin};
use crate::shell::{Gap, Piece, Unknown, Word};

/// Adds what the interpreter runs.
pub(super) fn given(
    row: &Interpreter,
    words: &[Word],
    command: &SimpleCommand,
    inside: &mut Inside,
) {
    let mut found = Vec::new();
    let mut operands = Vec::new();
    // It may bring code: an unquoted expansion where options are.
    let mut any = false;
    // The program is in a file: `awk -f x`.
    let mut in_file = false;
    let mut at = 1;
    let mut options = true;
    while let Some(word) = words.get(at) {
        at += 1;
        let head = word.head();
        if options && word.known() == Some("--") {
            options = false;
            continue;
        }
        if row.operands == Operands::Data && head.len() > 1 && head.starts_with('+') {
            found.push(after(word, 1));
            continue;
        }
        if head.starts_with('-') && head.len() > 1 && (options || operands.is_empty()) {
            let next = words.get(at);
            let given = option(row, word, next);
            if names_stream(word, next) && !matches!(head, "-d" | "-R") {
                inside.dynamic(command.range());
            }
            in_file |= given.file;
            found.extend(given.codes);
            at += usize::from(given.takes);
            continue;
        }
        any |= operands.is_empty() && word.may_vanish() && row.operands == Operands::Script;
        operands.push(word.clone());
    }
    // `ed '!x'` edits what the command prints.
    let shouts = |word: &&Word| word.head().starts_with('!') && row.operands == Operands::Data;
    for word in operands.iter().filter(shouts) {
        inside.command(&after(word, 1), true);
    }
    let subcommand = operands.first().and_then(Word::known);
    let subcommand = subcommand.is_some_and(|name| row.subcommands.contains(&name));
    match row.operands {
        Operands::Code => found.extend(operands.iter().cloned()),
        Operands::FirstCode if found.is_empty() && !in_file => {
            found.extend(operands.first().cloned());
        }
        _ if subcommand => found.extend(operands.iter().skip(1).cloned()),
        _ => {}
    }
    if any {
        inside.dynamic(command.range());
    }
    let is_stdin = |word: &Word| {
        matches!(
            word.known(),
            Some("-" | "/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0")
        )
    };
    let has_script = row.operands == Operands::Script
        && !subcommand
        && operands.first().is_some_and(|first| !is_stdin(first));
    if row.operands == Operands::Script && operands.first().is_some_and(|w| w.has(Gap::Stream)) {
        inside.dynamic(command.range());
    }
    let told = operands.iter().any(is_stdin) || words.iter().any(is_stdin);
    let reads = row.reads != Reads::No || (told && in_file);
    if reads && !has_script && (found.is_empty() || row.reads == Reads::Text) {
        match &command.stdin {
            Stdin::Text(text) => found.push(text.clone()),
            Stdin::Stream if row.reads != Reads::Text => inside.dynamic(command.range()),
            _ => {}
        }
    }
    let program = words[0].to_string();
    for code in found {
        add(row.language, &program, &code, command, inside);
    }
}

/// Whether an option is given a process substitution: what that makes is code,
/// or options.
fn names_stream(word: &Word, next: Option<&Word>) -> bool {
    word.has(Gap::Stream) || next.is_some_and(|next| next.has(Gap::Stream))
}

/// What an option brings.
#[derive(Default)]
struct Given {
    codes: Vec<Word>,
    /// It takes the next word.
    takes: bool,
    /// Its value is a file with the program.
    file: bool,
}

impl Given {
    fn code(codes: Vec<Word>, takes: bool) -> Given {
        Given {
            codes,
            takes,
            file: false,
        }
    }

    /// A value that is no code.
    fn value(row: &Interpreter, option: &str, takes: bool) -> Given {
        let files: &[&str] = match row.language {
            Language::Awk => &["-f", "-E", "--file", "--exec"],
            Language::Sed => &["-f", "--file"],
            Language::General => &["-f", "-x", "-S", "-u", "-init", "--file"],
        };
        Given {
            codes: Vec::new(),
            takes,
            file: files.contains(&option),
        }
    }
}

/// What an option brings.
fn option(row: &Interpreter, word: &Word, next: Option<&Word>) -> Given {
    let head = word.head();
    let next_word = || next.cloned().into_iter().collect::<Vec<_>>();
    let name = head.split('=').next().unwrap_or(head);
    if row.code.contains(&head) {
        return Given::code(next_word(), true);
    }
    if row.values.contains(&head) {
        return Given::value(row, head, true);
    }
    // Long options, also those with one dash, and cut short.
    let is_long = |option: &&&str| option.len() > 2;
    let long = row.code.iter().filter(is_long).any(|option| {
        *option == name || (name.len() > 2 && name.starts_with("--") && option.starts_with(name))
    });
    if long {
        return match head.contains('=') {
            true => Given::code(vec![after(word, name.len() + 1)], false),
            false => Given::code(next_word(), true),
        };
    }
    if head.starts_with("--") {
        let cut = |option: &&&str| name.len() > 2 && option.starts_with(name);
        return match row.values.iter().find(cut) {
            Some(option) => Given::value(row, option, !head.contains('=')),
            None => Given::default(),
        };
    }
    // A cluster: the value follows the letter, or is the next word.
    for (at, letter) in head.char_indices().skip(1) {
        let short = format!("-{letter}");
        let end = at + letter.len_utf8();
        let last = end == head.len() && word.pieces().len() == 1;
        if row.code.contains(&short.as_str()) {
            return match last {
                true => Given::code(next_word(), true),
                false => {
                    // `-i` takes a suffix, so that the letter may be part of it.
                    let mut codes = vec![after(word, end)];
                    codes.extend(next_word());
                    Given::code(codes, false)
                }
            };
        }
        if row.values.contains(&short.as_str()) {
            return Given::value(row, &short, last);
        }
    }
    Given::default()
}

fn add(
    language: Language,
    program: &str,
    code: &Word,
    command: &SimpleCommand,
    inside: &mut Inside,
) {
    let range = code.range();
    let whole_gap = !code.pieces().is_empty()
        && code
            .pieces()
            .iter()
            .all(|piece| matches!(piece, Piece::Gap(_)));
    let text: String = code
        .pieces()
        .iter()
        .map(|piece| match piece {
            Piece::Text(text) => text.as_str(),
            Piece::Gap(_) => sed::GAP,
        })
        .collect();
    let push = |text: &str, inside: &mut Inside| {
        inside.code.push(ProgramCode {
            program: program.to_owned(),
            text: text.to_owned(),
            range: code.range(),
            is_file: false,
        });
    };
    if language == Language::Sed && !whole_gap {
        let runs = sed::runs(&text);
        for shell in runs.commands {
            let word = Word::text(&shell, range.clone());
            if shell.contains(sed::GAP) {
                inside.dynamic(command.range());
            } else {
                inside.command(&word, true);
            }
        }
        if runs.anything {
            inside.dynamic(command.range());
        }
    } else if language == Language::Awk && !whole_gap {
        match awk::runs(&text) {
            awk::Runs::Nothing => {}
            awk::Runs::Texts(commands) if code.known().is_some() => {
                push(&text, inside);
                for shell in commands {
                    inside.command(&Word::text(&shell, range.clone()), true);
                }
            }
            _ => inside.dynamic(command.range()),
        }
    } else if code.known().is_none() {
        inside.unknown.push(Unknown::Dynamic {
            range: command.range(),
        });
        return;
    } else {
        push(&text, inside);
    }
    if code.known().is_none() {
        // What is put in may be set on the line: then it stands there.
        push(super::holds::WHOLE_LINE, inside);
    }
}

/// The word without the first `cut` bytes of its known head.
pub(super) fn after(word: &Word, cut: usize) -> Word {
    let mut pieces = word.pieces().to_vec();
    if let Some(Piece::Text(text)) = pieces.first_mut() {
        *text = text.get(cut..).unwrap_or_default().to_owned();
    }
    Word::new(pieces, word.range())
}
