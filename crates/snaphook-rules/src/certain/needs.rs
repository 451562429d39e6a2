//! What must be allowed so that a line is: its commands, the files that it is
//! redirected to, the folders that it moves to.

use super::builtins;
use super::doubt::{Certain, Doubt};
use super::folders::Folders;
use super::interpreters;
use super::line::{CertainCommand, CertainLine, CertainWord};
use super::operands;
use super::variables::is_harmless;
use super::wrappers::{self, Shape};
use crate::SimpleCommand;

/// Code within code that is read.
const MOST_CODE: usize = 4;

/// Commands behind commands that are followed.
const MOST_WRAPPERS: usize = 16;

/// A command that must be allowed, with what it runs.
#[derive(Debug, Clone)]
pub struct Needed {
    pub(super) words: Vec<CertainWord>,
    /// Whether it needs a rule beside those for what it runs.
    pub(super) itself: bool,
    /// What it runs is not clear: only a rule that names all of it counts.
    pub(super) unclear: bool,
    /// What it runs, and at which of its words that begins.
    pub(super) behind: Vec<(usize, Needed)>,
}

impl Needed {
    /// A command that only the exact reader finds, held to the same tables.
    pub(super) fn found_behind(command: &SimpleCommand) -> Certain<Needed> {
        let harmless = command.assigns().iter().all(|name| is_harmless(name));
        if command.words().is_empty() || !harmless {
            return Err(Doubt::at(command.range().start, "an assignment"));
        }
        let words: Vec<CertainWord> = command.words().iter().map(CertainWord::of).collect();
        let input = Input {
            fed: true,
            here_document: false,
        };
        Collector::default().command(&words, input)
    }

    /// The words, the name first.
    pub fn words(&self) -> &[CertainWord] {
        &self.words
    }

    /// It, unless the commands behind it are enough, and those.
    pub fn commands(&self) -> Vec<&Needed> {
        let own = self.itself.then_some(self);
        let behind = self.behind.iter().flat_map(|(_, inner)| inner.commands());
        own.into_iter().chain(behind).collect()
    }
}

/// All that a line needs.
#[derive(Debug, Default)]
pub(crate) struct Needs {
    pub commands: Vec<Needed>,
    /// Paths, and whether they are written.
    pub files: Vec<(String, bool)>,
    /// The folders that the line moves to, and the words that say so.
    pub moves: Vec<String>,
    pub steps: Vec<Vec<CertainWord>>,
}

impl CertainLine {
    pub(super) fn needs(&self) -> Certain<Needs> {
        let mut collector = Collector::default();
        let commands = collector.line(self, false)?;
        Ok(Needs {
            commands,
            files: collector.files,
            moves: collector.moves,
            steps: collector.steps,
        })
    }
}

#[derive(Default)]
struct Collector {
    folders: Folders,
    files: Vec<(String, bool)>,
    moves: Vec<String>,
    steps: Vec<Vec<CertainWord>>,
    code: usize,
    wrappers: usize,
}

/// What a command reads.
#[derive(Clone, Copy)]
struct Input {
    fed: bool,
    here_document: bool,
}

impl Collector {
    fn line(&mut self, line: &CertainLine, fed: bool) -> Certain<Vec<Needed>> {
        let mut needed = Vec::new();
        for command in &line.commands {
            let input = Input {
                fed: fed || command.is_fed(),
                here_document: command.here_document,
            };
            for redirect in &command.redirects {
                let meant = self.folders.each(&redirect.path);
                self.files.extend(meant.map(|path| (path, redirect.writes)));
            }
            if self.moved(command)? {
                continue;
            }
            needed.push(self.command(&command.words, input)?);
            if let Some(words) = &command.unexpanded {
                needed.push(self.command(words, input)?);
            }
        }
        Ok(needed)
    }

    /// Follows a `cd`, which needs no rule inside the working directories.
    fn moved(&mut self, command: &CertainCommand) -> Certain<bool> {
        if command.words[0].known() != Some("cd") {
            return Ok(false);
        }
        if command.unexpanded.is_some() || !command.assigns.is_empty() {
            return Err(Doubt::at(
                command.range.start,
                "`cd` with more than a folder",
            ));
        }
        let led = self.folders.follow(&command.words)?;
        self.moves.extend(led);
        self.steps.push(command.words.clone());
        Ok(true)
    }

    fn command(&mut self, words: &[CertainWord], input: Input) -> Certain<Needed> {
        if self.wrappers > MOST_WRAPPERS {
            return Err(Doubt::at(words[0].range.start, "too many wrappers"));
        }
        self.wrappers += 1;
        let needed = self.classify(words, input);
        self.wrappers -= 1;
        needed
    }

    fn classify(&mut self, words: &[CertainWord], input: Input) -> Certain<Needed> {
        let name = builtins::check(words)?;
        let at = words[0].range.start;
        if name == "cd" {
            return Err(Doubt::at(at, "`cd` behind another command"));
        }
        self.folders.check(words)?;
        interpreters::check(words, input.fed, input.here_document)?;
        if (input.fed || input.here_document) && wrappers::hands_on(name) {
            return Err(Doubt::at(at, "input for a command elsewhere"));
        }
        let mut needed = Needed {
            words: words.to_vec(),
            itself: true,
            unclear: false,
            behind: Vec::new(),
        };
        match wrappers::shape(words) {
            Shape::Ordinary => operands::check(words)?,
            Shape::Unclear if matches!(name, "xargs" | "gxargs") => {
                return Err(Doubt::at(
                    at,
                    "`xargs` with a command that takes no unknown operands",
                ));
            }
            Shape::Unclear if wrappers::is_through(name) => {
                return Err(Doubt::at(at, "a wrapper with other options"));
            }
            Shape::Unclear => {
                operands::check(words)?;
                needed.unclear = true;
            }
            Shape::Through(start) => {
                needed.itself = false;
                needed.behind = vec![(start, self.command(&words[start..], input)?)];
            }
            Shape::Beside(start) => {
                needed.behind = vec![(start, self.command(&words[start..], input)?)];
            }
            Shape::Fed(start, inner) => {
                needed.itself = false;
                needed.behind = vec![(start, self.command(&inner, input)?)];
            }
            Shape::Several(found) => {
                operands::check(words)?;
                for (start, inner) in found {
                    needed.behind.push((start, self.command(&inner, input)?));
                }
            }
            Shape::Code(place) => {
                let inner = self.code(&words[place], input)?;
                let inner = inner.into_iter().map(|inner| (place, inner));
                needed.behind = inner.collect();
            }
        }
        Ok(needed)
    }

    fn code(&mut self, word: &CertainWord, input: Input) -> Certain<Vec<Needed>> {
        let start = word.range.start;
        self.code += 1;
        if self.code > MOST_CODE {
            return Err(Doubt::at(start, "code within code"));
        }
        let within = |doubt: Doubt| Doubt::at(start, doubt.what);
        let line = CertainLine::parse(word.known().unwrap_or_default()).map_err(within)?;
        self.line(&line, input.fed || input.here_document)
            .map_err(within)
    }
}
