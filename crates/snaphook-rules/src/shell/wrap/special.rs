//! Wrappers with a way of their own.

use super::inner::InnerCommand;
use super::row::Prefix;
use super::shells::{dynamic, is_device, is_shell};
use super::walk::{Walk, after, joined};
use crate::shell::found::{SimpleCommand, Stdin};
use crate::shell::{Gap, Piece, Unknown, Word};

/// `hyperfine CODE…`: every operand is code.
pub(super) fn codes(
    prefix: &Prefix,
    words: &[Word],
    inner: &mut Vec<InnerCommand>,
) -> Result<(), Unknown> {
    // Options may come between them; a value that is taken for code runs
    // nothing that matters.
    let mut at = 0;
    while at + 1 < words.len() {
        let rest = &words[at..];
        let mut walk = Walk::new(prefix, rest);
        walk.find()?;
        inner.append(&mut walk.inner);
        if let Some(program) = walk.program.take() {
            let more = Word::gap(Gap::Many, program.range());
            inner.push(InnerCommand::Words(vec![program, more]));
        }
        let Some(first) = walk.starts.iter().map(|start| start.at).min() else {
            break;
        };
        inner.push(InnerCommand::sh(rest[first].clone()));
        at += first;
    }
    Ok(())
}

/// `alias NAME=CODE…`
pub(super) fn aliases(
    words: &[Word],
    command: &SimpleCommand,
    inner: &mut Vec<InnerCommand>,
) -> Result<(), Unknown> {
    for word in &words[1..] {
        let Some(text) = word.known() else {
            return dynamic(command);
        };
        if let Some((_, code)) = text.split_once('=') {
            let code = Word::text(code, word.range());
            inner.push(InnerCommand::code_with_more(code, None));
        }
    }
    Ok(())
}

/// `compgen -C CODE` runs it, `-W WORDS` expands them, `-F NAME` calls it.
pub(super) fn complete(words: &[Word], inner: &mut Vec<InnerCommand>) {
    for (at, word) in words.iter().enumerate().skip(1) {
        let head = word.head();
        if !head.starts_with('-') || head.starts_with("--") {
            continue;
        }
        let Some(cut) = head.find(['C', 'F', 'W']) else {
            continue;
        };
        let attached = cut + 1 < head.len() || word.pieces().len() > 1;
        let value = if attached {
            Some(after(word, cut + 1))
        } else {
            words.get(at + 1).cloned()
        };
        let Some(value) = value else { continue };
        inner.push(if &head[cut..=cut] == "W" {
            let mut pieces = vec![Piece::Text(": ".to_owned())];
            pieces.extend_from_slice(value.pieces());
            InnerCommand::here(Word::new(pieces, value.range()))
        } else {
            InnerCommand::code_with_more(value, None)
        });
    }
}

/// `bind -x 'KEYS: CODE'`
pub(super) fn bind(words: &[Word], inner: &mut Vec<InnerCommand>) {
    let executes = words.iter().any(|w| w.head().starts_with("-x"));
    for word in words[1..].iter().filter(|_| executes) {
        let cut = word.head().find("\":").map(|at| at + 2);
        if let Some(cut) = cut.or_else(|| word.head().find(':').map(|at| at + 1)) {
            inner.push(InnerCommand::here(after(word, cut)));
        }
    }
}

/// `fc` runs lines of the history, `fc -l` only lists them.
pub(super) fn history(words: &[Word], command: &SimpleCommand) -> Result<(), Unknown> {
    let lists = words
        .get(1)
        .and_then(Word::known)
        .is_some_and(|text| text.starts_with('-') && text.contains('l'));
    if lists { Ok(()) } else { dynamic(command) }
}

/// `make SHELL=PROGRAM`; text that make itself would run is unknown.
pub(super) fn make(
    words: &[Word],
    command: &SimpleCommand,
    inner: &mut Vec<InnerCommand>,
) -> Result<(), Unknown> {
    let given = matches!(command.stdin, Stdin::Text(_) | Stdin::Stream);
    for (at, word) in words.iter().enumerate().skip(1) {
        let head = word.head();
        let runs = |text: &str| text.contains("$(") || text.contains("${") || text.contains("!=");
        if word
            .pieces()
            .iter()
            .any(|piece| matches!(piece, Piece::Text(text) if runs(text)))
            || head.starts_with("--ev")
            || head.starts_with("-E")
            || word.has(Gap::Stream)
        {
            return dynamic(command);
        }
        let file = match head {
            "-f" | "--file" | "--makefile" => words.get(at + 1).cloned(),
            _ if head.starts_with("-f") => Some(after(word, 2)),
            _ => head
                .find('=')
                .filter(|_| head.starts_with("--"))
                .map(|cut| after(word, cut + 1)),
        };
        if let Some(file) = file.as_ref().and_then(Word::known)
            && (given && file == "-" || is_device(file))
        {
            return dynamic(command);
        }
        let shell = ["SHELL=", "SHELL:=", "SHELL?=", "SHELL::="]
            .iter()
            .find(|name| head.starts_with(**name));
        if let Some(name) = shell {
            let program = after(word, name.len());
            let more = Word::gap(Gap::Many, word.range());
            let known = program
                .known()
                .map(|path| path.rsplit('/').next().unwrap_or(path));
            if known.is_some_and(is_shell) {
                continue;
            }
            if program.has_blank() {
                inner.push(InnerCommand::code_with_more(program.clone(), Some(true)));
            }
            inner.push(InnerCommand::Words(vec![program, more]));
        }
    }
    Ok(())
}

/// `socat EXEC:COMMAND,… SYSTEM:CODE`
pub(super) fn socat(words: &[Word], inner: &mut Vec<InnerCommand>) {
    for word in &words[1..] {
        for address in word.known().unwrap_or(word.head()).split("!!") {
            let Some((kind, code)) = address.split_once(':') else {
                continue;
            };
            let kind = kind.to_ascii_lowercase();
            if matches!(&*kind, "exec" | "system" | "shell") {
                let code = code.split(',').next().unwrap_or_default();
                inner.push(InnerCommand::sh(Word::text(code, word.range())));
            }
        }
    }
}

/// `nix run PLACE#NAME -- ARGUMENTS`
pub(super) fn nix_run(words: &[Word], inner: &mut Vec<InnerCommand>) {
    for (at, word) in words.iter().enumerate().skip(1) {
        if let Some((_, name)) = word.known().and_then(|text| text.rsplit_once('#')) {
            let mut run = vec![Word::text(
                name.rsplit('.').next().unwrap_or(name),
                word.range(),
            )];
            let rest = &words[at + 1..];
            let skip = usize::from(rest.first().is_some_and(|w| w.known() == Some("--")));
            run.extend_from_slice(&rest[skip..]);
            inner.push(InnerCommand::Words(run));
            return;
        }
        if word.known().is_none_or(|text| text == "--") {
            return;
        }
    }
}

/// `crontab -`: each line is a time and code.
pub(super) fn crontab(command: &SimpleCommand) -> Result<(), Unknown> {
    let lists = |w: &Word| matches!(w.known(), Some("-l" | "-r" | "-e"));
    match command.stdin {
        Stdin::Text(_) | Stdin::Stream if !command.words.iter().any(lists) => dynamic(command),
        _ => Ok(()),
    }
}

/// The words without the marks of a parallel run, joined.
pub(super) fn as_code(words: &[Word]) -> InnerCommand {
    InnerCommand::code_with_more(joined(words), Some(true))
}
