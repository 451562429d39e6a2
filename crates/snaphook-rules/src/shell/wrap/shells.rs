//! Shells: what they are given, and what they read.

use super::inner::{Code, InnerCommand};
use super::unwrap::plain_name;
use super::walk::joined;
use crate::shell::found::{SimpleCommand, Stdin};
use crate::shell::{Gap, Unknown, Word};

/// Shells that read Bash's constructs as Bash does.
const LIKE_BASH: [&str; 13] = [
    "exe",
    "bash",
    "rbash",
    "ksh",
    "ksh93",
    "rksh",
    "lksh",
    "mksh",
    "zsh",
    "rzsh",
    "bash-static",
    "zsh-static",
    "pdksh",
];

/// Whether this is the name of a shell whose language is read here.
pub(in crate::shell) fn is_shell(name: &str) -> bool {
    super::table::named(name).is_some_and(|row| matches!(row.kind, super::row::WrapperKind::Shell))
}

pub(super) fn dynamic<T>(command: &SimpleCommand) -> Result<T, Unknown> {
    Err(Unknown::Dynamic {
        range: command.range.clone(),
    })
}

/// What a command that runs its input runs.
pub(super) fn reads(
    command: &SimpleCommand,
    posix: Option<bool>,
) -> Result<Option<InnerCommand>, Unknown> {
    match &command.stdin {
        Stdin::Text(text) => Ok(Some(InnerCommand::Code(Code {
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
pub(super) fn shell(words: &[Word], command: &SimpleCommand) -> Result<Vec<InnerCommand>, Unknown> {
    if words.iter().any(|w| w.has(Gap::Stream)) {
        return dynamic(command);
    }
    let known = plain_name(&words[0]);
    let posix = Some(!known.known().is_some_and(|name| LIKE_BASH.contains(&name)));
    let code_of = |text: &Word| InnerCommand::code(text.clone(), posix);
    let mut inner = Vec::new();
    let mut at = 1;
    let mut code = false;
    let mut stdin = false;
    // `-n` runs nothing.
    let mut only_read = false;
    let mut interactive = false;
    while let Some(word) = words.get(at) {
        let head = word.head();
        if word.has(Gap::Many) && (head.is_empty() || head.starts_with(['-', '+'])) {
            // It may be `-c` and code, or code itself.
            return dynamic(command);
        }
        if head.is_empty() && !word.pieces().is_empty() && !code {
            // One unknown word: a script, or an option before what follows.
            inner.extend(words.get(at + 1).map(code_of).map(InnerCommand::doubtful));
            inner.extend(file(&words[at..], false));
            return Ok(inner);
        }
        match word.known() {
            Some("--" | "-") => {
                at += 1;
                break;
            }
            Some("--rcfile" | "--init-file") => {
                interactive |= words.get(at + 1).is_some_and(is_made_up);
                at += 2;
            }
            Some(text) if text.len() > 1 && text.starts_with("--") => at += 1,
            Some(text) if text.len() > 1 && text.starts_with(['-', '+']) => {
                code |= text.starts_with('-') && text.contains('c');
                stdin |= text.contains('s');
                only_read |= text.starts_with('-') && text.contains('n');
                at += 1 + text.matches(['o', 'O']).count();
            }
            None if head.starts_with(['-', '+']) => return dynamic(command),
            _ => break,
        }
    }
    if interactive {
        return dynamic(command);
    }
    let operand = words.get(at);
    if code {
        inner.extend(operand.map(code_of));
        return Ok(inner);
    }
    match operand.map(Word::known) {
        Some(Some("/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0")) | None => {
            inner.extend(reads(command, posix)?);
            inner.extend(file(&command.reads, false));
        }
        Some(Some(script)) if is_device(script) => return dynamic(command),
        Some(_) if command.opens => return dynamic(command),
        _ if stdin => inner.extend(reads(command, posix)?),
        _ => inner.extend(file(&words[at..], posix == Some(false) && !only_read)),
    }
    Ok(inner)
}

/// A program that a shell is given as its script: `bash /usr/bin/deploy x` is
/// `deploy x`. A file below the folder is another one, whatever its name; a bare
/// name is looked for along the path only by some. `inside` looks at names that
/// are not known.
fn file(words: &[Word], searches: bool) -> Option<InnerCommand> {
    let first = words.first()?;
    let last = plain_name(first);
    let name = last.known()?;
    let elsewhere = first.head().starts_with('/') || first.known().is_none();
    let bare = searches && first.known() == Some(name);
    (elsewhere || bare).then(|| InnerCommand::Words(words.to_vec()).doubtful())
}

/// Whether the path may lead to an open file: what it holds is made up at run
/// time.
pub(in crate::shell) fn is_device(path: &str) -> bool {
    let parts: Vec<&str> = path
        .split('/')
        .filter(|part| !part.is_empty() && *part != ".")
        .collect();
    let rooted = path.starts_with('/') || parts.contains(&"..");
    let harmless = ["null", "zero", "full", "random", "urandom"];
    rooted
        && parts.iter().any(|part| matches!(*part, "dev" | "proc"))
        && !matches!(parts[..], ["dev", name] if harmless.contains(&name))
}

fn is_made_up(word: &Word) -> bool {
    word.has(Gap::Stream) || word.known().is_none_or(is_device)
}

/// A shell whose language is not read here.
pub(super) fn foreign(words: &[Word], command: &SimpleCommand) -> Result<(), Unknown> {
    let asks = words[1..].iter().any(|w| {
        !w.head().starts_with("--") && w.head().contains(['c', 'C']) && w.head().starts_with('-')
            || w.head().is_empty()
            || w.head().starts_with("--com")
            || w.head().starts_with("--init")
    });
    let reads = matches!(command.stdin, Stdin::Text(_) | Stdin::Stream);
    if asks || reads {
        return dynamic(command);
    }
    Ok(())
}

/// `capsh -- -c CODE`: the words after the mark are for a shell.
pub(super) fn arguments(marks: &[&str], words: &[Word], inner: &mut Vec<InnerCommand>) {
    let mark = words
        .iter()
        .position(|w| w.known().is_some_and(|text| marks.contains(&text)));
    if let Some(at) = mark {
        let mut shell = vec![Word::text("bash", words[0].range())];
        shell.extend_from_slice(&words[at + 1..]);
        inner.push(InnerCommand::Words(shell));
    }
    let program = words
        .iter()
        .find(|w| w.head().starts_with("--shell="))
        .map(|w| super::walk::after(w, "--shell=".len()));
    if let Some(program) = program {
        let more = Word::gap(Gap::Many, program.range());
        inner.push(InnerCommand::Words(vec![program, more]));
    }
}

pub(super) fn eval(words: &[Word], inner: &mut Vec<InnerCommand>) {
    let mut rest = &words[1..];
    if rest.first().is_some_and(|w| w.known() == Some("--")) {
        rest = &rest[1..];
    }
    if !rest.is_empty() {
        inner.push(InnerCommand::here(joined(rest)));
    }
}

pub(super) fn trap(words: &[Word], inner: &mut Vec<InnerCommand>) {
    let code = words[1..].iter().find(|w| w.known() != Some("--"));
    if let Some(code) = code
        && !code.head().starts_with('-')
    {
        inner.push(InnerCommand::here(code.clone()));
    }
}

pub(super) fn source(
    words: &[Word],
    command: &SimpleCommand,
    inner: &mut Vec<InnerCommand>,
) -> Result<(), Unknown> {
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
        Some(path) if is_device(path) => return dynamic(command),
        _ if command.opens => return dynamic(command),
        _ => {
            let at = words.iter().position(|word| word == file).unwrap_or(1);
            inner.extend(self::file(&words[at..], true));
        }
    }
    Ok(())
}
