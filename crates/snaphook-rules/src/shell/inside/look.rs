//! Looking into one command.

use super::code::add_code;
use super::holds::WHOLE_LINE;
use super::interpreters::{INTERPRETERS, Interpreter, interpreter};
use super::programs::program;
use super::{CodeFindings, ProgramCode, git, options, variables};
use crate::shell::found::SimpleCommand;
use crate::shell::wrap::is_shell;
use crate::shell::{Gap, Word};
use std::ops::Range;

/// What the command is given that runs.
pub(in crate::shell) fn look(command: &SimpleCommand) -> CodeFindings {
    let mut inside = CodeFindings::default();
    variables::set(command, &mut inside);
    let words = &command.words;
    let Some(name) = words.first() else {
        return inside;
    };
    let plain = name.base_name().unwrap_or_else(|| name.clone());
    match plain.known() {
        Some(known) => {
            if let Some(row) = interpreter(known) {
                add_code(row, words, command, &mut inside);
            }
            if let Some(row) = program(known) {
                options::add_commands(row, words, &mut inside);
            }
            if known == "tar" || known == "gtar" {
                options::old_cluster(words, &mut inside);
            }
            if runs_files(known, words) {
                inside.dynamic(command.range());
            }
            if let Some(script) = unnamed_script(known, words) {
                // It may be looked up by the line: then its name is there.
                inside.code.push(ProgramCode {
                    program: known.to_owned(),
                    text: WHOLE_LINE.to_owned(),
                    range: script,
                    is_file: true,
                });
            }
            if known == "git" {
                git::find_git_code(words, &mut inside);
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
                    add_code(row, words, command, &mut inside);
                    inside.unknown.clear();
                }
            }
        }
    }
    inside
}

/// Whether a program runs files that nobody can name: all of a folder, or what
/// a process substitution brings.
fn runs_files(name: &str, words: &[Word]) -> bool {
    let lists = |word: &Word| matches!(word.known(), Some("--test" | "--list"));
    match name {
        "run-parts" => words.len() > 1 && !words.iter().any(lists),
        "tmux" | "screen" | "ssh" | "scp" | "sftp" => {
            words.iter().any(|word| word.has(Gap::Stream))
        }
        _ => false,
    }
}

/// Where a shell is given a script whose name is not known.
fn unnamed_script(name: &str, words: &[Word]) -> Option<Range<usize>> {
    let runs = is_shell(name) || matches!(name, "source" | ".");
    let is_option = |word: &&Word| word.head().starts_with(['-', '+']);
    let code = |word: &Word| word.head().starts_with('-') && word.head().contains('c');
    let script = words[1..].iter().find(|word| !is_option(word))?;
    let last = script.base_name().unwrap_or_else(|| script.clone());
    let unknown = last.known().is_none() && !words.iter().any(code);
    (runs && unknown).then(|| script.range())
}
