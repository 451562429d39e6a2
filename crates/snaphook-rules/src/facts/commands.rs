//! The commands of a line, as facts.

use super::fact::{Fact, FactItem, FactList};
use crate::subcommands::without_options;
use crate::{ContentKind, Gap, SimpleCommand, Subject, Word};

/// The commands that a call of a shell runs; none for another tool.
pub(super) fn of(subject: &Subject<'_>) -> FactList {
    if !matches!(subject.kind(), ContentKind::Bash | ContentKind::PowerShell) {
        return FactList {
            items: Vec::new(),
            complete: true,
        };
    }
    let analysis = subject.analysis();
    FactList {
        items: analysis.commands().iter().map(command).collect(),
        complete: analysis.unknown().is_empty(),
    }
}

fn command(command: &SimpleCommand) -> FactItem {
    let words = command.words();
    let is_known = |word: &Word| word.known().is_some();
    let certain = command.is_known_to_run() && words.iter().all(is_known);
    let name = match words.first() {
        // A bare assignment, or a bare redirection.
        None => Fact::text(""),
        Some(first) => {
            let base = first.base_name();
            Fact::known(base.as_ref().unwrap_or(first).known())
        }
    };
    let args = words.get(1..).unwrap_or_default();
    let redirections = [("write", command.writes()), ("read", command.reads())];
    let redirections = redirections.into_iter().flat_map(|(access, files)| {
        files.iter().map(move |file| {
            Fact::record([
                ("access", Fact::text(access)),
                ("path", Fact::known(file.known())),
            ])
        })
    });
    let value = Fact::record([
        ("name", name),
        ("subcommand", subcommand(words)),
        ("args", texts(args)),
        ("wrapper", Fact::list(command.via().iter().map(Fact::text))),
        ("redirections", Fact::list(redirections)),
        ("certain", Fact::Bool(certain)),
        ("text", Fact::text(command.to_string())),
    ]);
    FactItem {
        value,
        certain: command.is_known_to_run(),
    }
}

/// Words as texts; an unquoted expansion may be several words, or none.
fn texts(words: &[Word]) -> Fact {
    let many = |word: &Word| word.has(Gap::Many);
    let items = words.iter().filter(|word| !many(word));
    Fact::List(FactList {
        items: items
            .map(|word| FactItem::certain(Fact::known(word.known())))
            .collect(),
        complete: !words.iter().any(many),
    })
}

/// The first word that is not an option, or the value of one: `push` in
/// `git -C x push`.
fn subcommand(words: &[Word]) -> Fact {
    let is_option = |word: &Word| word.head().starts_with(['-', '+']);
    match words.get(1) {
        None => Fact::text(""),
        Some(second) if !is_option(second) => Fact::known(second.known()),
        Some(_) => {
            let readings = without_options(words);
            let mut readings = readings.iter().filter(|reading| reading.known);
            let after_options = readings.find_map(|reading| {
                let word = reading.words.get(1)?;
                (!is_option(word)).then(|| Fact::known(word.known()))
            });
            let only_options = words[1..].iter().all(is_option);
            after_options.unwrap_or(match only_options {
                true => Fact::text(""),
                false => Fact::Unknown,
            })
        }
    }
}
