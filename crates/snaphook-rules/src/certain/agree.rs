//! The veto of the exact reader: where it finds other commands in a line than
//! the strict one, nothing is certain.

use super::doubt::{Certain, Doubt};
use super::line::{CertainLine, CertainWord};
use crate::shell::Word;
use crate::{Analysis, SimpleCommand};

/// Refuses a line that the two readers take apart differently.
pub(super) fn check(line: &CertainLine, analysis: &Analysis) -> Certain<()> {
    let Some(found) = analysis.complete() else {
        return Err(Doubt::at(0, "what the line runs cannot be known"));
    };
    let is_direct = |command: &&SimpleCommand| command.via().is_empty();
    // What redirects a group is a command without words.
    let is_named =
        |command: &&SimpleCommand| !command.words().is_empty() || !command.assigns().is_empty();
    let mut exact: Vec<KnownWords<'_>> = found
        .iter()
        .filter(is_direct)
        .filter(is_named)
        .map(shown_exact)
        .collect();
    let mut strict: Vec<KnownWords<'_>> = line
        .commands
        .iter()
        .map(|command| {
            let words = command.words.iter().map(CertainWord::known).collect();
            let assigns = command.assigns.iter().map(String::as_str).collect();
            (words, assigns)
        })
        .collect();
    exact.sort();
    strict.sort();
    if exact != strict {
        return Err(Doubt::at(0, "the line can be taken apart in two ways"));
    }
    let written = |word: &Word| {
        let path = word.known()?;
        let is_known = |path: &str| {
            let mut redirects = line.commands.iter().flat_map(|command| &command.redirects);
            redirects.any(|one| one.path == path)
        };
        (!path.starts_with("/dev/") && !is_known(path)).then_some(word.range().start)
    };
    let files = |command: &SimpleCommand| {
        let mut files = command.writes().iter().chain(command.reads());
        files.find_map(written)
    };
    match found.iter().filter(is_direct).find_map(files) {
        Some(offset) => Err(Doubt::at(
            offset,
            "a redirection that can be read in two ways",
        )),
        None => Ok(()),
    }
}

/// The words of a command, as far as they are known, and what it assigns.
type KnownWords<'a> = (Vec<Option<&'a str>>, Vec<&'a str>);

fn shown_exact(command: &SimpleCommand) -> KnownWords<'_> {
    let words = command.words().iter().map(Word::known).collect();
    (
        words,
        command.assigns().iter().map(String::as_str).collect(),
    )
}
