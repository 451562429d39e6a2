//! Finding the options whose values are commands of a shell.

use super::CodeFindings;
use super::code::after;
use super::programs::{CodeProgram, Form};
use crate::shell::wrap::InnerCommand;
use crate::shell::{Piece, Word};

/// Adds the commands that the options of a program hold.
pub(super) fn add_commands(row: &CodeProgram, words: &[Word], inside: &mut CodeFindings) {
    for (at, word) in words.iter().enumerate().skip(1) {
        for (option, form) in row.options {
            let Some((value, known)) = value_of(option, word, words.get(at + 1)) else {
                continue;
            };
            match form {
                Form::Command => inside.command(&value, known),
                Form::Commas => {
                    let text = value.to_string().replace(',', " ");
                    inside.command(&Word::text(&text, value.range()), known);
                }
                Form::Settings(keys) => setting(keys, &value, known, inside),
                Form::After(start) if value.head().starts_with(start) => {
                    inside.command(&after(&value, start.len()), known);
                }
                Form::After(_) if value.head().is_empty() => inside.dynamic(value.range()),
                Form::After(_) => {}
            }
        }
    }
}

/// `tar cIf COMMAND FILE`: the values of a first word without a dash follow in
/// the order of its letters.
pub(super) fn old_cluster(words: &[Word], inside: &mut CodeFindings) {
    let letters = words.get(1).map(Word::head).unwrap_or_default();
    if letters.starts_with('-') {
        return;
    }
    let valued = letters
        .chars()
        .filter(|letter| "bCfFgHIKLNTVX".contains(*letter));
    for (letter, value) in valued.zip(words.iter().skip(2)) {
        if matches!(letter, 'I' | 'F') {
            inside.command(value, true);
        }
    }
}

/// The value that a word gives to an option, and whether it surely does.
fn value_of(option: &str, word: &Word, next: Option<&Word>) -> Option<(Word, bool)> {
    let head = word.head();
    let whole = word.pieces().len() == 1;
    if head == option && whole {
        return Some((next?.clone(), true));
    }
    if option.len() > 2 || !option.starts_with('-') {
        let cut_short =
            |name: &str| name.len() > 2 && name.starts_with("--") && option.starts_with(name);
        let Some((name, _)) = head.split_once('=') else {
            return (whole && cut_short(head)).then(|| Some((next?.clone(), false)))?;
        };
        let cut_short = cut_short(name);
        return (name == option || cut_short).then(|| (after(word, name.len() + 1), true));
    }
    // A letter, alone or in a cluster.
    if let Some(rest) = head.strip_prefix(option) {
        let cut = if rest.starts_with('=') { 3 } else { 2 };
        return Some((after(word, cut), true));
    }
    let letter = option.chars().nth(1)?;
    let cluster = head.strip_prefix('-')?;
    let at = cluster.find(letter)?;
    if !cluster[..at].bytes().all(|b| b.is_ascii_alphanumeric()) {
        return None;
    }
    let end = 1 + at + letter.len_utf8();
    match end == head.len() && whole {
        true => Some((next?.clone(), false)),
        false => Some((after(word, end), false)),
    }
}

/// `KEY=COMMAND` or `KEY COMMAND`, where the key holds commands.
pub(super) fn setting(keys: &[&str], value: &Word, known: bool, inside: &mut CodeFindings) {
    let head = value.head();
    let Some(end) = head.find(['=', ' ', '\t']) else {
        if head.is_empty() && !value.pieces().is_empty() {
            inside.dynamic(value.range());
        }
        return;
    };
    let key = head[..end].trim().to_ascii_lowercase();
    if !keys.iter().any(|pattern| fits(pattern, &key)) {
        return;
    }
    let cut = head.len() - head[end..].trim_start_matches(['=', ' ', '\t', ':']).len();
    inside.command(&after(value, cut), known);
}

/// Whether a key fits a pattern, in which one `*` stands for any text.
pub(super) fn fits(pattern: &str, key: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == key,
        Some((start, end)) => {
            key.len() >= start.len() + end.len() && key.starts_with(start) && key.ends_with(end)
        }
    }
}

/// Values that say yes or no, and run nothing.
const PLAIN: [&str; 12] = [
    "", "true", "false", "yes", "no", "on", "off", "auto", "always", "never", "none", "simple",
];

/// A value as the command that it is; `None` if it is none.
pub(super) fn as_command(value: &Word) -> Option<InnerCommand> {
    if let Some(text) = value.known() {
        let text = text.trim().trim_matches(['[', ']']);
        let bare = text.trim_start_matches(['!', '|', '-', ' ']);
        let bare = match bare.strip_prefix(['"', '\'']) {
            // Quotes that the program itself takes away.
            Some(inner) if inner.ends_with(['"', '\'']) => &inner[..inner.len() - 1],
            _ => bare,
        };
        if PLAIN.contains(&bare) || bare.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        return Some(InnerCommand::sh(Word::text(bare, value.range())));
    }
    let head = value.head();
    match head.trim_start().contains(' ') {
        // What runs is known, what it is given is not.
        true => Some(InnerCommand::Words(split(value))),
        false => Some(InnerCommand::sh(value.clone())),
    }
}

/// The words of a value, at its blanks.
fn split(value: &Word) -> Vec<Word> {
    let mut words: Vec<Vec<Piece>> = vec![Vec::new()];
    for piece in value.pieces() {
        match piece {
            Piece::Text(text) => {
                for (at, part) in text.split(' ').enumerate() {
                    if at > 0 {
                        words.push(Vec::new());
                    }
                    if let Some(last) = words.last_mut() {
                        last.push(Piece::Text(part.to_owned()));
                    }
                }
            }
            gap => {
                if let Some(last) = words.last_mut() {
                    last.push(gap.clone());
                }
            }
        }
    }
    let words = words
        .into_iter()
        .map(|pieces| Word::new(pieces, value.range()));
    words.filter(|word| !word.pieces().is_empty()).collect()
}
