//! Finding the code that an interpreter is given.

use super::interpreters::{Interpreter, InterpreterOperands, Language, StdinUse};
use super::{CodeFindings, ProgramCode};
use super::{awk, sed};
use crate::shell::found::{SimpleCommand, Stdin};
use crate::shell::{Gap, Piece, Unknown, Word};

/// Adds what the interpreter runs.
pub(super) fn add_code(
    row: &Interpreter,
    words: &[Word],
    command: &SimpleCommand,
    inside: &mut CodeFindings,
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
        if row.operands == InterpreterOperands::Data && head.len() > 1 && head.starts_with('+') {
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
        any |=
            operands.is_empty() && word.may_vanish() && row.operands == InterpreterOperands::Script;
        operands.push(word.clone());
    }
    // `ed '!x'` edits what the command prints.
    let shouts =
        |word: &&Word| word.head().starts_with('!') && row.operands == InterpreterOperands::Data;
    for word in operands.iter().filter(shouts) {
        inside.command(&after(word, 1), true);
    }
    let subcommand = operands.first().and_then(Word::known);
    let subcommand = subcommand.is_some_and(|name| row.subcommands.contains(&name));
    match row.operands {
        InterpreterOperands::Code => found.extend(operands.iter().cloned()),
        InterpreterOperands::FirstCode if found.is_empty() && !in_file => {
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
    let has_script = row.operands == InterpreterOperands::Script
        && !subcommand
        && operands.first().is_some_and(|first| !is_stdin(first));
    if row.operands == InterpreterOperands::Script
        && operands.first().is_some_and(|w| w.has(Gap::Stream))
    {
        inside.dynamic(command.range());
    }
    let told = operands.iter().any(is_stdin) || words.iter().any(is_stdin);
    let reads = row.reads != StdinUse::No || (told && in_file);
    if reads && !has_script && (found.is_empty() || row.reads == StdinUse::Text) {
        match &command.stdin {
            Stdin::Text(text) => found.push(text.clone()),
            Stdin::Stream if row.reads != StdinUse::Text => inside.dynamic(command.range()),
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

/// An option of an interpreter, with the code that it brings.
#[derive(Default)]
struct CodeOption {
    codes: Vec<Word>,
    /// It takes the next word.
    takes: bool,
    /// Its value is a file with the program.
    file: bool,
}

impl CodeOption {
    fn code(codes: Vec<Word>, takes: bool) -> CodeOption {
        CodeOption {
            codes,
            takes,
            file: false,
        }
    }

    /// A value that is not code.
    fn value(row: &Interpreter, option: &str, takes: bool) -> CodeOption {
        let files: &[&str] = match row.language {
            Language::Awk => &["-f", "-E", "--file", "--exec"],
            Language::Sed => &["-f", "--file"],
            Language::General => &["-f", "-x", "-S", "-u", "-init", "--file"],
        };
        CodeOption {
            codes: Vec::new(),
            takes,
            file: files.contains(&option),
        }
    }
}

/// Reads an option of an interpreter.
fn option(row: &Interpreter, word: &Word, next: Option<&Word>) -> CodeOption {
    let head = word.head();
    let next_word = || next.cloned().into_iter().collect::<Vec<_>>();
    let name = head.split('=').next().unwrap_or(head);
    if row.code.contains(&head) {
        return CodeOption::code(next_word(), true);
    }
    if row.values.contains(&head) {
        return CodeOption::value(row, head, true);
    }
    // Long options, also those with one dash, and cut short.
    let is_long = |option: &&&str| option.len() > 2;
    let long = row.code.iter().filter(is_long).any(|option| {
        *option == name || (name.len() > 2 && name.starts_with("--") && option.starts_with(name))
    });
    if long {
        return match head.contains('=') {
            true => CodeOption::code(vec![after(word, name.len() + 1)], false),
            false => CodeOption::code(next_word(), true),
        };
    }
    if head.starts_with("--") {
        let cut = |option: &&&str| name.len() > 2 && option.starts_with(name);
        return match row.values.iter().find(cut) {
            Some(option) => CodeOption::value(row, option, !head.contains('=')),
            None => CodeOption::default(),
        };
    }
    // A cluster: the value follows the letter, or is the next word.
    for (at, letter) in head.char_indices().skip(1) {
        let short = format!("-{letter}");
        let end = at + letter.len_utf8();
        let last = end == head.len() && word.pieces().len() == 1;
        if row.code.contains(&short.as_str()) {
            return match last {
                true => CodeOption::code(next_word(), true),
                false => {
                    // `-i` takes a suffix, so that the letter may be part of it.
                    let mut codes = vec![after(word, end)];
                    codes.extend(next_word());
                    CodeOption::code(codes, false)
                }
            };
        }
        if row.values.contains(&short.as_str()) {
            return CodeOption::value(row, &short, last);
        }
    }
    CodeOption::default()
}

fn add(
    language: Language,
    program: &str,
    code: &Word,
    command: &SimpleCommand,
    inside: &mut CodeFindings,
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
    let push = |text: &str, inside: &mut CodeFindings| {
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
            awk::AwkRuns::Nothing => {}
            awk::AwkRuns::Texts(commands) if code.known().is_some() => {
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
        // What is put in may be set on the line: then it is there.
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
