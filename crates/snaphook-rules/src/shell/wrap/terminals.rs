//! tmux and screen: commands of their own, some of which run commands.

use super::inner::InnerCommand;
use super::row::{PLAIN, Prefix};
use super::split;
use super::table::TMUX;
use super::unwrap::{apply, could_be};
use super::walk::Walk;
use crate::shell::found::SimpleCommand;
use crate::shell::{Piece, Unknown, Word};

const TMUX_OPTIONS: Prefix = Prefix {
    values: "fLST",
    flags: "2CDluNvV",
    code: "c",
    ..PLAIN
};

/// `tmux [OPTIONS] COMMAND … \; COMMAND …`
pub(super) fn tmux(
    words: &[Word],
    command: &SimpleCommand,
    inner: &mut Vec<InnerCommand>,
) -> Result<(), Unknown> {
    let mut walk = Walk::new(&TMUX_OPTIONS, words);
    walk.find()?;
    inner.append(&mut walk.inner);
    for start in walk.starts {
        let divides = |w: &Word| w.known().is_some_and(|text| text.ends_with(';'));
        for part in words[start.at..].split_inclusive(divides) {
            let mut part = part.to_vec();
            if let Some(last) = part.last_mut()
                && let Some(text) = last.known()
                && let Some(text) = text.strip_suffix(';')
            {
                *last = Word::text(text.trim_end_matches('\\'), last.range());
            }
            one(&part, command, inner)?;
        }
    }
    Ok(())
}

fn one(
    words: &[Word],
    command: &SimpleCommand,
    inner: &mut Vec<InnerCommand>,
) -> Result<(), Unknown> {
    let Some(name) = words.first() else {
        return Ok(());
    };
    let begins = |long: &str, least: usize| {
        name.known()
            .is_some_and(|name| name.len() >= least && long.starts_with(name))
    };
    if begins("send-keys", 4) {
        inner.extend(typed(&words[1..]));
    }
    if [
        "set-hook",
        "bind-key",
        "if-shell",
        "confirm-before",
        "command-prompt",
        "display-menu",
    ]
    .iter()
    .any(|long| begins(long, 2))
    {
        // Their words are commands of its own.
        for word in words[1..].iter().filter(|word| word.has_blank()) {
            let mut command = vec![Word::text("tmux", word.range())];
            command.extend(split::words(word)?);
            inner.push(InnerCommand::Words(command).doubtful());
        }
    }
    for sub in TMUX {
        let cut_short = sub
            .names
            .split_ascii_whitespace()
            .any(|long| begins(long, 3));
        if cut_short || could_be(name, sub.names) {
            apply(&sub.kind, words, command, inner)?;
        }
    }
    Ok(())
}

/// What `send-keys` types, as code for the shell that reads it.
fn typed(words: &[Word]) -> Option<InnerCommand> {
    let mut pieces = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.known() {
            Some("-t" | "-N" | "-c") => {
                words.next();
            }
            Some("Enter" | "C-m" | "C-j" | "KPEnter") => {
                pieces.push(Piece::Text("\n".to_owned()));
            }
            Some("Space") => pieces.push(Piece::Text(" ".to_owned())),
            Some("Tab") => pieces.push(Piece::Text("\t".to_owned())),
            Some(text) if text.starts_with('-') && pieces.is_empty() => {}
            _ => pieces.extend_from_slice(word.pieces()),
        }
    }
    let range = words.as_slice().first().map_or(0..0, Word::range);
    let typed = Word::new(pieces, range);
    (!typed.pieces().is_empty()).then(|| InnerCommand::code(typed, Some(false)))
}

const SCREEN: Prefix = Prefix {
    values: "cehpsStTQ",
    flags: "aAdDfilLmnOqUvw4",
    asks: "rx",
    ..PLAIN
};

/// `screen -dmS NAME COMMAND`, `screen -X stuff TEXT`.
pub(super) fn screen(
    words: &[Word],
    _command: &SimpleCommand,
    inner: &mut Vec<InnerCommand>,
) -> Result<(), Unknown> {
    let sends = words.iter().position(|w| {
        w.known().is_some_and(|text| {
            text.starts_with('-') && !text.starts_with("--") && text.ends_with('X')
        })
    });
    let Some(at) = sends else {
        let mut walk = Walk::new(&SCREEN, words);
        walk.run()?;
        inner.append(&mut walk.inner);
        return Ok(());
    };
    let Some((first, rest)) = words.get(at + 1..).and_then(<[Word]>::split_first) else {
        return Ok(());
    };
    match first.known() {
        Some("stuff") => {
            let Some(text) = rest.first().and_then(Word::known) else {
                return Err(Unknown::Dynamic {
                    range: first.range(),
                });
            };
            let text = text
                .replace("^M", "\n")
                .replace("\\n", "\n")
                .replace("\\015", "\n");
            let typed = Word::text(text.trim_matches(['\r', '\n']), first.range());
            inner.push(InnerCommand::code(typed, Some(false)));
        }
        Some("exec" | "screen" | "eval" | "at" | "zombie") | None => {
            inner.push(InnerCommand::Words(rest.to_vec()));
            inner.extend(
                rest.iter()
                    .cloned()
                    .map(|word| InnerCommand::code(word, Some(false)).doubtful()),
            );
        }
        _ => {}
    }
    Ok(())
}
