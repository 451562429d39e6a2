//! What does this command run?

use super::inner::InnerCommand;
use super::row::{Prefix, RunningSubcommand, WrapperKind};
use super::walk::Walk;
use super::{exec, git, shells, special, table, terminals};
use crate::glob::Glob;
use crate::shell::found::SimpleCommand;
use crate::shell::{Gap, Piece, Unknown, Word};

/// What a command runs.
#[derive(Debug, Default)]
pub(in crate::shell) struct WrappedCommand {
    pub inner: Vec<InnerCommand>,
    /// It runs on another machine, or in a container.
    pub remote: bool,
    /// Something of it cannot be read.
    pub unknown: Option<Unknown>,
}

/// What the command runs.
pub(in crate::shell) fn behind(command: &SimpleCommand) -> WrappedCommand {
    let mut behind = WrappedCommand::default();
    let Some(name) = command.words.first() else {
        return behind;
    };
    if !name.pieces().is_empty() && name.pieces().iter().all(|p| matches!(p, Piece::Gap(_))) {
        // Any wrapper, or nothing at all.
        if command.words.len() > 1 {
            let rest = InnerCommand::Words(command.words[1..].to_vec());
            behind.inner.push(rest.doubtful());
        }
        return behind;
    }
    if let Some(known) = plain_name(name).known() {
        if let Some(row) = table::named(known) {
            behind.remote = row.remote;
            behind.unknown = apply(&row.kind, &command.words, command, &mut behind.inner).err();
        }
        return behind;
    }
    // The name holds a gap, which may split it: `sudo${IFS}rm`.
    let split = split_at_gaps(&command.words);
    let readings = [command.words.clone(), split];
    for words in &readings {
        let name = plain_name(&words[0]);
        for row in table::rows() {
            if could_be(&name, row.names) {
                let unknown = apply(&row.kind, words, command, &mut behind.inner).err();
                behind.unknown = behind.unknown.or(unknown);
            }
        }
    }
    behind.inner = behind
        .inner
        .into_iter()
        .map(InnerCommand::doubtful)
        .collect();
    behind
}

pub(super) fn plain_name(name: &Word) -> Word {
    name.base_name().unwrap_or_else(|| name.clone())
}

/// Whether some value of its gaps makes the word one of these.
pub(super) fn could_be(word: &Word, names: &str) -> bool {
    if let Some(known) = word.known() {
        return super::row::has(names, known);
    }
    let tail = match word.pieces().last() {
        Some(Piece::Text(text)) => text,
        _ => "",
    };
    names
        .split_ascii_whitespace()
        .filter(|name| name.starts_with(word.head()) && name.ends_with(tail))
        .any(|name| Glob::plain(name).fit(std::slice::from_ref(word)).possible)
}

fn split_at_gaps(words: &[Word]) -> Vec<Word> {
    let mut split = Vec::new();
    for word in words {
        let parts = word
            .pieces()
            .chunk_by(|a, b| *a != Piece::Gap(Gap::Many) && *b != Piece::Gap(Gap::Many));
        split.extend(parts.map(|part| Word::new(part.to_vec(), word.range())));
        if word.pieces().is_empty() {
            split.push(word.clone());
        }
    }
    split
}

pub(super) fn apply(
    kind: &WrapperKind,
    words: &[Word],
    command: &SimpleCommand,
    inner: &mut Vec<InnerCommand>,
) -> Result<(), Unknown> {
    match kind {
        WrapperKind::Prefix(prefix) => walk(prefix, words, command, inner)?,
        WrapperKind::Sub(options, subs) => subcommand(options, subs, words, command, inner)?,
        WrapperKind::Codes(prefix) => special::codes(prefix, words, inner)?,
        WrapperKind::Shell => inner.extend(shells::shell(words, command)?),
        WrapperKind::ForeignShell => shells::foreign(words, command)?,
        WrapperKind::ShellArgs(marks) => shells::arguments(marks, words, inner),
        WrapperKind::Reads => inner.extend(shells::reads(command, Some(true))?),
        WrapperKind::Eval => shells::eval(words, inner),
        WrapperKind::Source => shells::source(words, command, inner)?,
        WrapperKind::Trap => shells::trap(words, inner),
        WrapperKind::Alias => special::aliases(words, command, inner)?,
        WrapperKind::Complete => special::complete(words, inner),
        WrapperKind::Bind => special::bind(words, inner),
        WrapperKind::History => special::history(words, command)?,
        WrapperKind::Exec(markers) => exec::find(markers, words, inner),
        WrapperKind::Fd => exec::fd(words, inner),
        WrapperKind::Parallel => exec::parallel(words, command, inner)?,
        WrapperKind::Git => git::git(words, command, inner)?,
        WrapperKind::Tmux => terminals::tmux(words, command, inner)?,
        WrapperKind::Screen => terminals::screen(words, command, inner)?,
        WrapperKind::Make => special::make(words, command, inner)?,
        WrapperKind::Socat => special::socat(words, inner),
        WrapperKind::NixRun => special::nix_run(words, inner),
        WrapperKind::Crontab => special::crontab(command)?,
    }
    Ok(())
}

fn walk(
    prefix: &Prefix,
    words: &[Word],
    command: &SimpleCommand,
    inner: &mut Vec<InnerCommand>,
) -> Result<(), Unknown> {
    let mut walk = Walk::new(prefix, words);
    let runs = walk.run()?;
    inner.append(&mut walk.inner);
    if !runs && prefix.starts_shell {
        inner.extend(shells::reads(command, Some(true))?);
    }
    Ok(())
}

/// Options, then a word that says how it goes on.
pub(super) fn subcommand(
    options: &Prefix,
    subs: &[RunningSubcommand],
    words: &[Word],
    command: &SimpleCommand,
    inner: &mut Vec<InnerCommand>,
) -> Result<(), Unknown> {
    let mut walk = Walk::new(options, words);
    walk.find()?;
    inner.append(&mut walk.inner);
    let several = walk.starts.len() > 1;
    for start in walk.starts {
        let rest = &words[start.at..];
        if rest[0].known().is_some_and(|word| word.starts_with('+')) && rest.len() > 1 {
            // `cargo +nightly watch`.
            for sub in subs.iter().filter(|sub| could_be(&rest[1], sub.names)) {
                apply(&sub.kind, &rest[1..], command, inner)?;
            }
            continue;
        }
        let mut found = Vec::new();
        for sub in subs {
            if start.unknown || could_be(&rest[0], sub.names) {
                apply(&sub.kind, rest, command, &mut found)?;
            }
        }
        let doubt = several || rest[0].known().is_none();
        inner.extend(
            found
                .into_iter()
                .map(|one| if doubt { one.doubtful() } else { one }),
        );
    }
    Ok(())
}
