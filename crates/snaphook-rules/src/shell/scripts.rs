//! What the script files run that a line names.
//!
//! Only what is known counts: what a script does with what it is given, and which
//! files it writes, is its own affair.

use super::follow::Variables;
use super::found::SimpleCommand;
use super::inside::{self, ProgramCode, ScriptRun};
use super::later::DeferredText;
use super::syntax::{self, Budget, TextOrigin};
use super::{Analysis, Limits};

/// Script files that are read for one line.
const MOST: usize = 8;

/// How a script is named among the wrappers.
const MARK: &str = "the script ";

/// Whether a command is in a script file.
pub(crate) fn is_of_script(command: &SimpleCommand) -> bool {
    command.via.iter().any(|name| name.starts_with(MARK))
}

/// The scripts of one line.
pub(super) struct Scripts<'s> {
    text: &'s dyn Fn(&str) -> Option<String>,
    read: Vec<String>,
}

impl<'s> Scripts<'s> {
    pub(super) fn new(text: &'s dyn Fn(&str) -> Option<String>) -> Self {
        Scripts {
            text,
            read: Vec::new(),
        }
    }

    /// Adds what the script that a command names runs.
    pub(super) fn add(&mut self, outer: &SimpleCommand, limits: Limits, found: &mut Analysis) {
        let Some((path, script)) = inside::named(outer) else {
            return;
        };
        if self.read.len() >= MOST || self.read.contains(&path) {
            return;
        }
        let Some(text) = (self.text)(&path).filter(|text| text.len() <= limits.bytes) else {
            return;
        };
        self.read.push(path.clone());
        match script.of(&text) {
            None => {}
            Some(ScriptRun::Program(program)) => found.code.push(ProgramCode {
                program: format!("{program} {path}"),
                text,
                range: outer.range(),
                is_file: true,
            }),
            Some(_) => found.commands.extend(commands(&path, &text, outer, limits)),
        }
    }
}

fn commands(path: &str, text: &str, outer: &SimpleCommand, limits: Limits) -> Vec<SimpleCommand> {
    let mut budget = Budget {
        fuel: text.len() * 32 + 4096,
        depth: 0,
        posix: false,
        limits,
        later: DeferredText::default(),
        variables: Variables::default(),
    };
    let origin = TextOrigin::Within(outer.range());
    let Ok(inner) = syntax::read(text, origin, &mut budget) else {
        return Vec::new();
    };
    let mut via = outer.via.clone();
    via.push(format!("{MARK}{path}"));
    let is_named = |command: &SimpleCommand| {
        let name = command.words.first();
        name.is_some_and(|name| name.known().is_some())
    };
    let mut commands = inner.commands;
    commands.retain(is_named);
    for command in &mut commands {
        command.via.clone_from(&via);
        command.known = outer.known;
        command.writes.clear();
        command.reads.clear();
    }
    commands
}
