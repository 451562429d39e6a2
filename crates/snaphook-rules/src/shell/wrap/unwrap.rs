//! Looking behind wrappers: what does this command run?

use super::table::{self, Kind, WRAPPERS};
use super::walk::{Walk, joined};
use crate::glob::Glob;
use crate::shell::found::{SimpleCommand, Stdin};
use crate::shell::{Gap, Piece, Unknown, Word};

/// Something a wrapper runs.
#[derive(Debug, Clone)]
pub(in crate::shell) enum Inner {
    /// These words as a command.
    Words(Vec<Word>),
    /// This text as a script.
    Code(Code),
    /// This, for some values of what is unknown.
    Doubtful(Box<Inner>),
}

/// A script that a wrapper runs.
#[derive(Debug, Clone)]
pub(in crate::shell) struct Code {
    pub text: Word,
    /// Unknown words follow its last command.
    pub adds: bool,
    /// It is what the wrapper reads, not what it is given.
    pub read: bool,
    /// Whether a plain POSIX shell may run it; `None`: as the wrapper is.
    pub posix: Option<bool>,
}

impl Inner {
    /// The same, as one of several readings.
    pub(super) fn doubtful(self) -> Inner {
        match self {
            Inner::Doubtful(_) => self,
            sure => Inner::Doubtful(Box::new(sure)),
        }
    }

    /// What runs, and whether it is known to.
    pub(in crate::shell) fn sure(self) -> (Inner, bool) {
        match self {
            Inner::Doubtful(inner) => (*inner, false),
            inner => (inner, true),
        }
    }

    /// Code for `sh`, whatever that is.
    pub(in crate::shell) fn sh(text: Word) -> Inner {
        Inner::Code(Code {
            text,
            adds: false,
            read: false,
            posix: Some(true),
        })
    }

    /// Code for the shell that runs the wrapper.
    fn here(text: Word) -> Inner {
        Inner::Code(Code {
            text,
            adds: false,
            read: false,
            posix: None,
        })
    }
}

/// Shells that read Bash's constructs as Bash does.
const LIKE_BASH: [&str; 7] = ["bash", "rbash", "ksh", "rksh", "lksh", "mksh", "zsh"];

/// What the command runs.
pub(in crate::shell) fn behind(command: &SimpleCommand) -> Result<Vec<Inner>, Unknown> {
    let Some(name) = command.words.first() else {
        return Ok(Vec::new());
    };
    let mut inner = Vec::new();
    if !name.pieces().is_empty() && name.pieces().iter().all(|p| matches!(p, Piece::Gap(_))) {
        // Any wrapper, or nothing at all.
        if command.words.len() > 1 {
            inner.push(Inner::Words(command.words[1..].to_vec()).doubtful());
        }
        return Ok(inner);
    }
    if let Some(known) = plain_name(name).known() {
        if let Some(row) = table::named(known) {
            apply(&row.kind, &command.words, command, &mut inner)?;
        }
        return Ok(inner);
    }
    // The name holds a gap, which may split it: `sudo${IFS}rm`.
    let split = split_at_gaps(&command.words);
    let readings = [command.words.clone(), split];
    for words in &readings {
        let name = plain_name(&words[0]);
        for row in WRAPPERS {
            if could_be(&name, row.names) {
                apply(&row.kind, words, command, &mut inner)?;
            }
        }
    }
    Ok(inner.into_iter().map(Inner::doubtful).collect())
}

fn plain_name(name: &Word) -> Word {
    name.base_name().unwrap_or_else(|| name.clone())
}

/// Whether some value of its gaps makes the word one of these.
fn could_be(word: &Word, names: &[&str]) -> bool {
    names
        .iter()
        .filter(|name| name.starts_with(word.head()))
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

fn apply(
    kind: &Kind,
    words: &[Word],
    command: &SimpleCommand,
    inner: &mut Vec<Inner>,
) -> Result<(), Unknown> {
    match kind {
        Kind::Prefix(prefix) => {
            let mut walk = Walk::new(prefix, words);
            let runs = walk.run()?;
            inner.append(&mut walk.inner);
            if !runs && prefix.starts_shell {
                inner.extend(reads(command, Some(true))?);
            }
        }
        Kind::Shell => inner.extend(shell(words, command)?),
        Kind::ForeignShell => {
            let asks = words[1..].iter().any(|w| {
                !w.head().starts_with("--")
                    && w.head().contains(['c', 'C'])
                    && w.head().starts_with('-')
                    || w.head().is_empty()
            });
            let reads = matches!(command.stdin, Stdin::Text(_) | Stdin::Stream);
            if asks || reads {
                return dynamic(command);
            }
        }
        Kind::Reads => inner.extend(reads(command, Some(true))?),
        Kind::Eval => {
            let mut rest = &words[1..];
            if rest.first().is_some_and(|w| w.known() == Some("--")) {
                rest = &rest[1..];
            }
            if !rest.is_empty() {
                inner.push(Inner::here(joined(rest)));
            }
        }
        Kind::Source => source(words, command, inner)?,
        Kind::Trap => {
            let code = words[1..].iter().find(|w| w.known() != Some("--"));
            if let Some(code) = code
                && !code.head().starts_with('-')
            {
                inner.push(Inner::here(code.clone()));
            }
        }
        Kind::Alias => aliases(words, command, inner)?,
        Kind::Exec(markers) => exec(markers, words, inner),
        Kind::Parallel => parallel(words, command, inner)?,
    }
    Ok(())
}

fn dynamic<T>(command: &SimpleCommand) -> Result<T, Unknown> {
    Err(Unknown::Dynamic {
        range: command.range.clone(),
    })
}

/// What a command that runs its input runs.
fn reads(command: &SimpleCommand, posix: Option<bool>) -> Result<Option<Inner>, Unknown> {
    match &command.stdin {
        Stdin::Text(text) => Ok(Some(Inner::Code(Code {
            text: text.clone(),
            adds: false,
            read: true,
            posix,
        }))),
        Stdin::Stream => dynamic(command),
        Stdin::Inherited | Stdin::Body(_) | Stdin::File => Ok(None),
    }
}

/// `bash -c CODE`, `bash -lc CODE`, `bash SCRIPT`, `bash <<EOF`.
fn shell(words: &[Word], command: &SimpleCommand) -> Result<Option<Inner>, Unknown> {
    if words.iter().any(|w| w.has(Gap::Stream)) {
        return dynamic(command);
    }
    let known = plain_name(&words[0]);
    let posix = Some(!known.known().is_some_and(|name| LIKE_BASH.contains(&name)));
    let code_of = |text: &Word| {
        Inner::Code(Code {
            text: text.clone(),
            adds: false,
            read: false,
            posix,
        })
    };
    let mut at = 1;
    let mut code = false;
    let mut stdin = false;
    while let Some(word) = words.get(at) {
        let head = word.head();
        if word.has(Gap::Many) && (head.is_empty() || head.starts_with(['-', '+'])) {
            // It may be `-c` and code, or code itself.
            return dynamic(command);
        }
        if head.is_empty() && !word.pieces().is_empty() && !code {
            // One unknown word: a script, or an option before what follows.
            return Ok(words.get(at + 1).map(code_of).map(Inner::doubtful));
        }
        match word.known() {
            Some("--" | "-") => {
                at += 1;
                break;
            }
            Some("--rcfile" | "--init-file") => at += 2,
            Some(text) if text.len() > 1 && text.starts_with("--") => at += 1,
            Some(text) if text.len() > 1 && text.starts_with(['-', '+']) => {
                code |= text.starts_with('-') && text.contains('c');
                stdin |= text.contains('s');
                at += 1 + text.matches(['o', 'O']).count();
            }
            None if head.starts_with(['-', '+']) => return dynamic(command),
            _ => break,
        }
    }
    let operand = words.get(at);
    if code {
        return Ok(operand.map(code_of));
    }
    match operand.map(Word::known) {
        Some(Some("/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0")) | None => reads(command, posix),
        Some(Some(script)) if script.starts_with("/dev/") || script.starts_with("/proc/") => {
            dynamic(command)
        }
        _ if stdin => reads(command, posix),
        _ => Ok(None),
    }
}

fn source(words: &[Word], command: &SimpleCommand, inner: &mut Vec<Inner>) -> Result<(), Unknown> {
    let Some(file) = words[1..].iter().find(|w| w.known() != Some("--")) else {
        return Ok(());
    };
    if file.has(Gap::Stream) {
        return dynamic(command);
    }
    match file.known() {
        Some("/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0") => {
            inner.extend(reads(command, None)?);
        }
        Some(path) if path.starts_with("/dev/") || path.starts_with("/proc/") => {
            return dynamic(command);
        }
        _ => {}
    }
    Ok(())
}

fn aliases(words: &[Word], command: &SimpleCommand, inner: &mut Vec<Inner>) -> Result<(), Unknown> {
    for word in &words[1..] {
        let Some(text) = word.known() else {
            return dynamic(command);
        };
        if let Some((_, code)) = text.split_once('=') {
            inner.push(Inner::Code(Code {
                text: Word::text(code, word.range()),
                adds: true,
                read: false,
                posix: None,
            }));
        }
    }
    Ok(())
}

/// `find … -exec COMMAND ;`
fn exec(markers: &[&str], words: &[Word], inner: &mut Vec<Inner>) {
    let mut at = 1;
    while let Some(word) = words.get(at) {
        at += 1;
        if word.may_vanish() {
            // It may bring an `-exec` of its own.
            inner.push(Inner::Words(words[at - 1..].to_vec()));
            return;
        }
        let attached = markers.iter().find_map(|marker| {
            let long = marker.starts_with("--");
            let rest = word.known()?.strip_prefix(marker)?;
            long.then(|| rest.strip_prefix('=')).flatten()
        });
        let starts = word.known().is_some_and(|text| markers.contains(&text));
        let end = words[at..]
            .iter()
            .position(|w| matches!(w.known(), Some(";" | "+")))
            .map(|end| at + end);
        // An unknown word may be a marker, if there is an end to go with it.
        let may_start = word.known().is_none() && end.is_some() && could_be(word, markers);
        if !starts && !may_start && attached.is_none() {
            continue;
        }
        let end = end.unwrap_or(words.len());
        let mut run: Vec<Word> = attached
            .map(|text| Word::text(text, word.range()))
            .into_iter()
            .chain(words[at..end].iter().cloned())
            .map(|w| w.with_gap_for("{}"))
            .collect();
        run.push(Word::gap(Gap::Many, word.range()));
        let run = Inner::Words(run);
        inner.push(if may_start { run.doubtful() } else { run });
        if !may_start {
            at = end;
        }
    }
}

fn parallel(
    words: &[Word],
    command: &SimpleCommand,
    inner: &mut Vec<Inner>,
) -> Result<(), Unknown> {
    // Its many options are not worth a row: those that stand alone are
    // stepped over, anything else is unknown.
    let start = 1 + words[1..]
        .iter()
        .take_while(|w| {
            w.known().is_some_and(|text| {
                matches!(
                    text,
                    "-0" | "-k"
                        | "-X"
                        | "-m"
                        | "-v"
                        | "-t"
                        | "--bar"
                        | "--keep-order"
                        | "--will-cite"
                ) || (text.starts_with("-j") && text.len() > 2)
                    || (text.starts_with("--") && text.contains('='))
            })
        })
        .count();
    let end = words[start..]
        .iter()
        .position(|w| w.head().starts_with(":::"))
        .map_or(words.len(), |end| start + end);
    let run = &words[start..end];
    if run.is_empty() || run[0].head().starts_with('-') {
        return dynamic(command);
    }
    inner.push(Inner::Code(Code {
        text: joined(run),
        adds: true,
        read: false,
        posix: Some(true),
    }));
    Ok(())
}
