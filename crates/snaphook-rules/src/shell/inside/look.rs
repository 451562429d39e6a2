//! Looking into one command.

use super::code::given;
use super::interpreters::{INTERPRETERS, Interpreter, interpreter};
use super::programs::program;
use super::{Inside, git, options, variables};
use crate::shell::found::SimpleCommand;

/// What the command is given that runs.
pub(in crate::shell) fn look(command: &SimpleCommand) -> Inside {
    let mut inside = Inside::default();
    variables::set(command, &mut inside);
    let words = &command.words;
    let Some(name) = words.first() else {
        return inside;
    };
    let plain = name.base_name().unwrap_or_else(|| name.clone());
    match plain.known() {
        Some(known) => {
            if let Some(row) = interpreter(known) {
                given(row, words, command, &mut inside);
            }
            if let Some(row) = program(known) {
                options::held(row, words, &mut inside);
            }
            if known == "git" {
                git::told(words, &mut inside);
            }
        }
        // Some interpreter, for some value: of code that is given as most of
        // them take it.
        None => {
            let row = |option: &str| words.iter().any(|word| word.head().starts_with(option));
            if let Some(option) = ["-c", "-e", "-E", "-r", "--eval"]
                .into_iter()
                .find(|o| row(o))
            {
                let takes = |row: &&Interpreter| row.code.contains(&option);
                if let Some(row) = INTERPRETERS.iter().find(takes) {
                    given(row, words, command, &mut inside);
                    inside.unknown.clear();
                }
            }
        }
    }
    inside
}
