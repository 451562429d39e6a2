//! git: aliases given on the line, and subcommands that run commands.

use super::inner::InnerCommand;
use super::table::{GIT, GIT_OPTIONS};
use super::unwrap::subcommand;
use super::walk::after;
use crate::shell::found::SimpleCommand;
use crate::shell::{Gap, Piece, Unknown, Word};

pub(super) fn git(
    words: &[Word],
    command: &SimpleCommand,
    inner: &mut Vec<InnerCommand>,
) -> Result<(), Unknown> {
    for (at, word) in words.iter().enumerate().skip(1) {
        let head = word.head();
        let setting = match head {
            "-c" => words.get(at + 1).cloned(),
            _ if head.starts_with("-c") && head.len() > 2 => Some(after(word, 2)),
            // The setting is read from a variable.
            _ if head.to_ascii_lowercase().starts_with("--config-env=alias.") => {
                return Err(Unknown::Dynamic {
                    range: word.range(),
                });
            }
            "config" => aliased_later(&words[at + 1..]),
            _ => None,
        };
        if let Some(setting) = setting {
            alias(&setting, words, inner);
        }
    }
    subcommand(&GIT_OPTIONS, GIT, words, command, inner)
}

/// `git config alias.NAME VALUE`, as the setting that it makes.
fn aliased_later(words: &[Word]) -> Option<Word> {
    let at = words.iter().position(|w| is_alias(w.head()))?;
    let mut pieces = words[at].pieces().to_vec();
    pieces.push(Piece::Text("=".to_owned()));
    pieces.extend_from_slice(words.get(at + 1)?.pieces());
    Some(Word::new(pieces, words[at].range()))
}

fn is_alias(text: &str) -> bool {
    text.get(..6)
        .is_some_and(|head| head.eq_ignore_ascii_case("alias."))
}

/// `alias.NAME=!CODE`, or `alias.NAME=SUBCOMMAND …`.
fn alias(setting: &Word, words: &[Word], inner: &mut Vec<InnerCommand>) {
    if !is_alias(setting.head()) {
        return;
    }
    let Some((name, value)) = setting.head().split_once('=') else {
        return;
    };
    let body = after(setting, name.len() + 1);
    if let Some(code) = value.trim_start().strip_prefix('!') {
        let cut = name.len() + 1 + value.len() - code.len();
        inner.push(InnerCommand::code_with_more(
            after(setting, cut),
            Some(true),
        ));
        return;
    }
    let mut run = vec![words[0].clone()];
    match body.known() {
        Some(text) => run.extend(
            text.split_ascii_whitespace()
                .map(|part| Word::text(part.trim_matches(['"', '\'']), setting.range())),
        ),
        None => run.push(Word::gap(Gap::Many, setting.range())),
    }
    // An alias of a subcommand: the words after its name follow.
    let short = name.get(6..).unwrap_or_default();
    let short = short.strip_suffix(".command").unwrap_or(short);
    let called = words.iter().rposition(|w| w.known() == Some(short));
    match called {
        Some(at) => run.extend_from_slice(&words[at + 1..]),
        None => run.push(Word::gap(Gap::Many, setting.range())),
    }
    if body.head() != short {
        inner.push(InnerCommand::Words(run));
    }
}
