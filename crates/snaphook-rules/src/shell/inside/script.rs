//! Script files that a line names: what they hold runs.

use std::path::Path;

use super::interpreters::{InterpreterOperands, interpreter};
use crate::shell::found::SimpleCommand;

/// Reads the script files that a line names. The library reads no files itself.
pub trait ScriptText: Sync {
    /// The text of a file, where it is a small one that may be read: inside the
    /// working directories, also as its symlinks lead.
    fn script(&self, path: &Path) -> Option<String>;
}

impl<F: Fn(&Path) -> Option<String> + Sync> ScriptText for F {
    fn script(&self, path: &Path) -> Option<String> {
        self(path)
    }
}

/// What runs a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::shell) enum ScriptRun {
    /// A shell.
    Shell,
    /// Whatever its first line says.
    ByItself,
    /// This interpreter.
    Program(String),
}

/// Shells, and what runs a file in this one.
const SHELLS: [&str; 12] = [
    "sh", "bash", "dash", "ksh", "zsh", "ash", "mksh", "rbash", "yash", "posh", "source", ".",
];

/// The script that a command runs, and what runs it.
pub(in crate::shell) fn named(command: &SimpleCommand) -> Option<(String, ScriptRun)> {
    let name = command.words.first()?.known()?;
    let base = name.rsplit('/').next().unwrap_or(name);
    let operand = |values: &[&str], stops: &[&str]| {
        let mut words = command.words[1..].iter();
        while let Some(word) = words.next() {
            let text = word.known()?;
            if stops.contains(&text) {
                return None;
            }
            if values.contains(&text) {
                words.next();
            } else if text == "--" {
                return words.next()?.known().map(str::to_owned);
            } else if !text.starts_with(['-', '+']) {
                return Some(text.to_owned());
            }
        }
        None
    };
    if SHELLS.contains(&base) {
        let code = command.words[1..].iter().any(|word| {
            let head = word.head();
            base != "source"
                && base != "."
                && head.starts_with('-')
                && !head.starts_with("--")
                && head.contains('c')
        });
        if code {
            return None;
        }
        let values = ["-o", "-O", "+o", "+O", "--rcfile", "--init-file"];
        return operand(&values, &["-s"]).map(|path| (path, ScriptRun::Shell));
    }
    if let Some(row) = interpreter(base)
        && row.operands == InterpreterOperands::Script
    {
        let stops: Vec<&str> = row.code.iter().copied().chain(["-m"]).collect();
        let path = operand(row.values, &stops)?;
        return Some((path, ScriptRun::Program(name.to_owned())));
    }
    name.contains('/')
        .then(|| (name.to_owned(), ScriptRun::ByItself))
}

impl ScriptRun {
    /// What runs a text, by its first line where that decides; `None` for what
    /// is not a script.
    pub(in crate::shell) fn of(self, text: &str) -> Option<ScriptRun> {
        if text.contains('\0') {
            return None;
        }
        if self != ScriptRun::ByItself {
            return Some(self);
        }
        let Some(line) = text.strip_prefix("#!") else {
            return Some(ScriptRun::Shell);
        };
        let line = line.lines().next().unwrap_or_default();
        let mut words = line
            .split_whitespace()
            .filter(|word| !word.starts_with('-'));
        let first = words.next().unwrap_or_default();
        let mut base = first.rsplit('/').next().unwrap_or(first);
        if base == "env" {
            base = words.find(|word| !word.contains('=')).unwrap_or_default();
            base = base.rsplit('/').next().unwrap_or(base);
        }
        Some(match SHELLS.contains(&base) {
            true => ScriptRun::Shell,
            false => ScriptRun::Program(base.to_owned()),
        })
    }
}
