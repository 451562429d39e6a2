//! What must be allowed so that a line is: its commands, the files that it is
//! redirected to, the folders that it moves to.

use super::builtins;
use super::doubt::{Certain, Doubt};
use super::effects::{self, FileEffect, FilePath, LinkPlace};
use super::folders::LineFolders;
use super::interpreters;
use super::line::{CertainCommand, CertainLine, CertainWord};
use super::operands;
use super::variables::is_harmless;
use super::wrappers::{self, WrapperShape};
use crate::SimpleCommand;

/// Code within code that is read.
const MOST_CODE: usize = 4;

/// Commands behind commands that are followed.
const MOST_WRAPPERS: usize = 16;

/// A command that must be allowed, with what it runs.
#[derive(Debug, Clone)]
pub struct NeededCommand {
    pub(super) words: Vec<CertainWord>,
    /// Whether it needs a rule beside those for what it runs.
    pub(super) itself: bool,
    /// What it runs is not clear: only a rule that names all of it counts.
    pub(super) unclear: bool,
    /// What it runs, and at which of its words that begins.
    pub(super) behind: Vec<(usize, NeededCommand)>,
    /// What it does to files, where that is known: then it may need no rule.
    pub(super) effect: Option<FileEffect>,
    /// Where it puts links, as paths from every folder it may be in.
    pub(super) placed: Vec<LinkPlace>,
}

impl NeededCommand {
    /// A command that only the exact reader finds, held to the same tables.
    pub(super) fn found_behind(command: &SimpleCommand) -> Certain<NeededCommand> {
        let harmless = command.assigns().iter().all(|name| is_harmless(name));
        if command.words().is_empty() || !harmless {
            return Err(Doubt::at(command.range().start, "an assignment"));
        }
        let words: Vec<CertainWord> = command.words().iter().map(CertainWord::of).collect();
        let input = StdinSource {
            fed: true,
            here_document: false,
        };
        Collector::default().command(&words, input)
    }

    /// The words, the name first.
    pub fn words(&self) -> &[CertainWord] {
        &self.words
    }

    /// Makes it, and what it runs, need a rule.
    fn forget_effect(&mut self) {
        self.effect = None;
        for (_, inner) in &mut self.behind {
            inner.forget_effect();
        }
    }

    /// It, unless the commands behind it are enough, and those.
    pub fn commands(&self) -> Vec<&NeededCommand> {
        let own = self.itself.then_some(self);
        let behind = self.behind.iter().flat_map(|(_, inner)| inner.commands());
        own.into_iter().chain(behind).collect()
    }
}

/// All that a line needs.
#[derive(Debug, Default)]
pub(crate) struct LineNeeds {
    pub commands: Vec<NeededCommand>,
    /// Paths, and whether they are written.
    pub files: Vec<(String, bool)>,
    /// The folders that the line moves to, and the words that say so.
    pub moves: Vec<String>,
    pub steps: Vec<Vec<CertainWord>>,
}

impl CertainLine {
    pub(super) fn needs(&self) -> Certain<LineNeeds> {
        let mut collector = Collector::default();
        let commands = collector.line(self, false)?;
        Ok(LineNeeds {
            commands,
            files: collector.files,
            moves: collector.moves,
            steps: collector.steps,
        })
    }
}

#[derive(Default)]
struct Collector {
    folders: LineFolders,
    files: Vec<(String, bool)>,
    moves: Vec<String>,
    steps: Vec<Vec<CertainWord>>,
    code: usize,
    wrappers: usize,
}

/// Where the stdin of a command comes from.
#[derive(Clone, Copy)]
struct StdinSource {
    fed: bool,
    here_document: bool,
}

impl Collector {
    fn line(&mut self, line: &CertainLine, fed: bool) -> Certain<Vec<NeededCommand>> {
        let mut needed = Vec::new();
        for command in &line.commands {
            let input = StdinSource {
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

    fn command(&mut self, words: &[CertainWord], input: StdinSource) -> Certain<NeededCommand> {
        if self.wrappers > MOST_WRAPPERS {
            return Err(Doubt::at(words[0].range.start, "too many wrappers"));
        }
        self.wrappers += 1;
        let needed = self.classify(words, input);
        self.wrappers -= 1;
        needed
    }

    fn classify(&mut self, words: &[CertainWord], input: StdinSource) -> Certain<NeededCommand> {
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
        let mut needed = NeededCommand {
            words: words.to_vec(),
            itself: true,
            unclear: false,
            behind: Vec::new(),
            effect: None,
            placed: self.placed(words),
        };
        match wrappers::shape(words) {
            WrapperShape::Ordinary => {
                operands::check(words)?;
                needed.effect = self.effect(words);
            }
            WrapperShape::Unclear if matches!(name, "xargs" | "gxargs") => {
                return Err(Doubt::at(
                    at,
                    "`xargs` with a command that takes no unknown operands",
                ));
            }
            WrapperShape::Unclear if wrappers::is_through(name) => {
                return Err(Doubt::at(at, "a wrapper with other options"));
            }
            WrapperShape::Unclear => {
                operands::check(words)?;
                needed.unclear = true;
            }
            WrapperShape::Through(start) => {
                needed.itself = false;
                let mut inner = self.command(&words[start..], input)?;
                // On a terminal, `nohup` writes a file.
                if matches!(name, "nohup" | "gnohup") {
                    inner.forget_effect();
                }
                needed.behind = vec![(start, inner)];
            }
            WrapperShape::Beside(start) => {
                needed.behind = vec![(start, self.command(&words[start..], input)?)];
            }
            WrapperShape::Fed(start, inner) => {
                needed.itself = false;
                let mut inner = self.command(&inner, input)?;
                // What it is given is not known before the line runs.
                inner.forget_effect();
                needed.behind = vec![(start, inner)];
            }
            WrapperShape::Several(found) => {
                operands::check(words)?;
                for (start, inner) in found {
                    needed.behind.push((start, self.command(&inner, input)?));
                }
            }
            WrapperShape::Code(place) => {
                let inner = self.code(&words[place], input)?;
                let inner = inner.into_iter().map(|inner| (place, inner));
                needed.behind = inner.collect();
            }
        }
        Ok(needed)
    }

    /// What a command does to files, from every folder that it may be in.
    fn effect(&self, words: &[CertainWord]) -> Option<FileEffect> {
        let effect = effects::of(words)?;
        Some(FileEffect {
            reads: self.each(&effect.reads),
            writes: self.each(&effect.writes),
            carries: self.each(&effect.carries),
            carried_to: self.each(&effect.carried_to),
            ..effect
        })
    }

    fn placed(&self, words: &[CertainWord]) -> Vec<LinkPlace> {
        match effects::placed(words) {
            LinkPlace::At(path) => self.each(&[path]).into_iter().map(LinkPlace::At).collect(),
            LinkPlace::Anywhere => vec![LinkPlace::Anywhere],
            LinkPlace::Nowhere => Vec::new(),
        }
    }

    fn each(&self, paths: &[FilePath]) -> Vec<FilePath> {
        let each = |path: &FilePath| {
            let meant = self.folders.each(path.pattern());
            meant.map(|pattern| path.at(pattern)).collect::<Vec<_>>()
        };
        paths.iter().flat_map(each).collect()
    }

    fn code(&mut self, word: &CertainWord, input: StdinSource) -> Certain<Vec<NeededCommand>> {
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
