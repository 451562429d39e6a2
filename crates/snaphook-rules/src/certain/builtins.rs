//! What may be first in a command: plain names that are not reserved words,
//! and builtins that change nothing for the commands after them.

use super::doubt::{Certain, Doubt};
use super::line::CertainWord;

/// Reserved words, of Bash and of zsh: quoted they are names, and nobody means that.
const RESERVED: &[&str] = &[
    "!",
    "[[",
    "]]",
    "{",
    "}",
    "case",
    "coproc",
    "do",
    "done",
    "elif",
    "else",
    "end",
    "esac",
    "fi",
    "for",
    "foreach",
    "function",
    "if",
    "in",
    "nocorrect",
    "repeat",
    "select",
    "then",
    "until",
    "while",
];

/// Builtins of Bash, dash, ksh and zsh that run code, or change what later
/// commands of the line are or do.
const REFUSED: &[&str] = &[
    "-",
    ".",
    "alias",
    "autoload",
    "bg",
    "bind",
    "break",
    "builtin",
    "bye",
    "caller",
    "chdir",
    "compadd",
    "compctl",
    "compgen",
    "complete",
    "compopt",
    "continue",
    "declare",
    "dirs",
    "disable",
    "disown",
    "echotc",
    "echoti",
    "emulate",
    "enable",
    "eval",
    "exec",
    "export",
    "fc",
    "fg",
    "float",
    "functions",
    "getln",
    "getopts",
    "hash",
    "help",
    "hist",
    "history",
    "integer",
    "jobs",
    "let",
    "limit",
    "local",
    "logout",
    "mapfile",
    "nameref",
    "newgrp",
    "noglob",
    "popd",
    "print",
    "private",
    "pushd",
    "pushln",
    "r",
    "read",
    "readarray",
    "readonly",
    "rehash",
    "return",
    "sched",
    "set",
    "setopt",
    "shift",
    "shopt",
    "source",
    "suspend",
    "syslog",
    "times",
    "trap",
    "ttyctl",
    "typeset",
    "ulimit",
    "umask",
    "unalias",
    "unfunction",
    "unhash",
    "unlimit",
    "unset",
    "unsetopt",
    "vared",
    "wait",
    "whence",
    "where",
    "zcompile",
    "zformat",
    "zle",
    "zmodload",
    "zparseopts",
    "zpty",
    "zregexparse",
    "zselect",
    "zsocket",
    "zstat",
    "zstyle",
    "ztcp",
];

/// Builtins that take only words that are known in full: shells evaluate the
/// names and numbers that these are given.
const LITERAL: &[&str] = &[
    "[", "exit", "kill", "printf", "pwd", "test", "type", "which",
];

/// Checks the name of a command and, of a builtin, its words.
pub(super) fn check(words: &[CertainWord]) -> Certain<&str> {
    let Some(first) = words.first() else {
        return Err(Doubt::at(0, "no command"));
    };
    let at = first.range.start;
    let Some(name) = first.known() else {
        return Err(Doubt::at(at, "a command whose name is not literal"));
    };
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"_./+-".contains(&b);
    let starts = name.starts_with(|c: char| c.is_ascii_alphanumeric() || "_./".contains(c));
    let is_named = name == "[" || name == ":" || (starts && name.bytes().all(plain));
    if !is_named {
        return Err(Doubt::at(at, "a command whose name is not plain"));
    }
    if RESERVED.contains(&name) {
        return Err(Doubt::at(at, "a reserved word"));
    }
    if REFUSED.contains(&name) {
        return Err(Doubt::at(at, "a builtin that may change what runs"));
    }
    if LITERAL.contains(&name) {
        let doubt = Err(Doubt::at(at, "a builtin with words that are not plain"));
        let Some(operands) = words[1..].iter().map(CertainWord::known).collect() else {
            return doubt;
        };
        if !literal(name, operands) {
            return doubt;
        }
    }
    Ok(name)
}

/// Whether a builtin takes these words without evaluating any.
fn literal(name: &str, operands: Vec<&str>) -> bool {
    let number = |text: &&str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let plain = |text: &&str| {
        let plain = |b: u8| b.is_ascii_alphanumeric() || b"_./,:=!@%+-".contains(&b);
        text.bytes().all(plain)
    };
    match name {
        "test" | "[" => {
            let compares = |text: &&str| ["-eq", "-ne", "-lt", "-le", "-gt", "-ge"].contains(text);
            let counts = !operands.iter().any(compares)
                || operands.iter().all(|one| {
                    number(one) || compares(one) || ["!", "]", "-a", "-o"].contains(one)
                });
            let names = operands.iter().any(|one| matches!(*one, "-v" | "-R"));
            let brackets = operands
                .iter()
                .all(|one| plain(one) || (name == "[" && *one == "]"));
            counts && !names && brackets
        }
        "printf" => operands
            .split_first()
            .is_some_and(|(format, _)| shows_only(format)),
        "exit" => operands.len() <= 1 && operands.iter().all(number),
        "pwd" => operands.iter().all(|one| ["-L", "-P"].contains(one)),
        _ => operands.iter().all(plain),
    }
}

/// Whether a format of `printf` takes strings only: `%n` assigns, and some
/// shells calculate what `%d` is given.
fn shows_only(format: &str) -> bool {
    if format.starts_with('-') {
        return false;
    }
    let mut parts = format.split('%').skip(1).peekable();
    while let Some(part) = parts.next() {
        if part.is_empty() {
            // `%%`: what follows is text.
            if parts.next().is_none() {
                return false;
            }
            continue;
        }
        let conversion = part.trim_start_matches(|c: char| c == '-' || c.is_ascii_digit());
        if !conversion.starts_with('s') {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::shows_only;

    #[test]
    fn formats() {
        for format in ["%s\\n", "a", "%-10s %3s", "100%%", "%%s %s", ""] {
            assert!(shows_only(format), "{format}");
        }
        for format in [
            "-v", "%n", "%d", "%", "%s%", "%(x)T", "%%%d", "%*s", "%b", "%q",
        ] {
            assert!(!shows_only(format), "{format}");
        }
    }
}
