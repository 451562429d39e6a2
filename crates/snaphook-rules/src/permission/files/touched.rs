//! Which files a command line touches, and how.
//!
//! A file that it reads or writes is held against rules like a call of a file
//! tool. Relative paths start from the cwd, and from every folder that a `cd` of
//! the line may lead to. A part of the line that cannot be read may write and
//! read any file.

use crate::shell::is_of_script;
use crate::{ContentKind, Gap, SimpleCommand, Subject, Word};

use super::containers::given_folders;
use super::formatters::written_trees;
use super::moves::{ReachedFolders, join};
use super::operands::{Depth, Effect, Operand, operands};
use super::target::PathTarget;
use super::{named, special, table};

/// Where output may go, and input come from, without a file.
const NOWHERE: &[&str] = &[
    "/dev/null",
    "/dev/stdin",
    "/dev/stdout",
    "/dev/stderr",
    "/dev/tty",
];

/// Of files that a command in no table is given.
const NOT_KNOWN: &str = "what the command does with it is not known";

/// Operands that are looked at in one line.
const MOST: usize = 2000;

/// A file that a command line touches, or could.
#[derive(Debug, Clone)]
pub(crate) struct TouchedFile {
    pub effect: Effect,
    pub depth: Depth,
    /// What touches it, in words.
    pub by: String,
    /// Every path that may be meant.
    pub paths: Vec<String>,
    /// Globs of which every path may be meant.
    pub globs: Vec<String>,
    /// What else may be meant.
    pub beyond: OtherPaths,
    /// What is not known of it, unless it is touched for certain.
    pub doubt: Option<&'static str>,
}

/// What may be meant beside the paths that are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OtherPaths {
    Nothing,
    /// The known paths, relative to a folder that is not known.
    OtherFolders,
    Anything,
}

/// The files that a call of a shell touches.
pub(crate) fn touched_files(subject: &Subject<'_>) -> Vec<TouchedFile> {
    if !matches!(subject.kind(), ContentKind::Bash | ContentKind::PowerShell) {
        return Vec::new();
    }
    let line = PlacedLine::of(subject);
    let analysis = subject.analysis();
    let mut found = Vec::new();
    if !analysis.unknown().is_empty() {
        found.extend([Effect::Write, Effect::Read].map(unreadable_part));
    }
    for command in line.commands {
        line.redirections(command, &mut found);
        if found.len() < MOST {
            line.operands(command, &mut found);
        }
    }
    for code in &analysis.code {
        let mut names = code.named_files();
        names.retain(|name| named::could_be_path(name));
        for effect in [Effect::Write, Effect::Read] {
            found.push(TouchedFile {
                paths: names.clone(),
                doubt: Some("what the code does with it is not known"),
                ..line.touched(effect, format!("code for `{}`", code.program))
            });
        }
    }
    if found.len() >= MOST {
        found.extend([Effect::Write, Effect::Read].map(unreadable_part));
    }
    found
}

/// Whether nobody knows which command it is, nor to which files: `$X`, which may
/// bring operands of its own, and `"$X" "$Y"`.
fn is_any_command(name: &Word, command: &SimpleCommand) -> bool {
    let base = name.base_name();
    let is_unknown = |word: &Word| word.known().is_none();
    is_unknown(base.as_ref().unwrap_or(name))
        && (name.has(Gap::Many) || command.words()[1..].iter().any(is_unknown))
}

/// One that may be there, and may be any.
fn unreadable_part(effect: Effect) -> TouchedFile {
    TouchedFile {
        effect,
        depth: Depth::Itself,
        by: "a part that cannot be read".to_owned(),
        paths: Vec::new(),
        globs: Vec::new(),
        beyond: OtherPaths::Anything,
        doubt: Some("it is not known which files the command reads and writes"),
    }
}

/// A line, and where its commands may be.
struct PlacedLine<'s> {
    commands: &'s [SimpleCommand],
    source: &'s str,
    moves: ReachedFolders,
    powershell: bool,
    /// `~` and `$HOME` are the home folder that is known.
    home: bool,
}

impl<'s> PlacedLine<'s> {
    fn of(subject: &'s Subject<'_>) -> Self {
        let commands = subject.analysis().commands();
        let source = subject.command().unwrap_or_default();
        let all = |name: &str| source.matches(name).count();
        let read = |name: &str| all(&format!("${name}")) + all(&format!("${{{name}"));
        let unset = |name: &str| all(name) == read(name);
        Self {
            commands,
            source,
            moves: ReachedFolders::of(commands, source),
            powershell: subject.kind() == ContentKind::PowerShell,
            home: subject.places().home.is_some() && unset("HOME") && unset("PWD"),
        }
    }

    fn touched(&self, effect: Effect, by: String) -> TouchedFile {
        TouchedFile {
            effect,
            depth: Depth::Itself,
            by,
            paths: Vec::new(),
            globs: Vec::new(),
            beyond: OtherPaths::Nothing,
            doubt: None,
        }
    }

    fn redirections(&self, command: &SimpleCommand, found: &mut Vec<TouchedFile>) {
        for (effect, words) in [
            (Effect::Write, command.writes()),
            (Effect::Read, command.reads()),
        ] {
            for word in words {
                let by = "a redirection".to_owned();
                let target = PathTarget::of(word, self.source);
                let file = self.resolve_target(command, &target, self.touched(effect, by));
                // Nothing is written where nobody knows: neither in a folder that is
                // not known nor where a glob leads.
                found.extend(file.map(|file| match (&target, file.beyond) {
                    (PathTarget::Path(_), OtherPaths::Nothing) => file,
                    _ => TouchedFile {
                        beyond: OtherPaths::Anything,
                        ..file
                    },
                }));
            }
        }
    }

    fn operands(&self, command: &SimpleCommand, found: &mut Vec<TouchedFile>) {
        let Some(first) = command.words().first() else {
            return;
        };
        let base = first.base_name().unwrap_or_else(|| first.clone());
        let name = base.known().unwrap_or_default();
        let by = || format!("`{name}`");
        let mut others: Vec<Word> = Vec::new();
        let mut scripted: Vec<String> = Vec::new();
        let files: Vec<Operand> = match special::operands(name, command, self.source) {
            Some(files) => files,
            None => match self.row(name) {
                Some(row) => {
                    let given = operands(row, command, self.source);
                    others.extend(given.others);
                    if row.shape == table::OperandShape::Script {
                        // `BASH_ENV=file bash`
                        others.extend(command.values().map(|(_, value)| value.clone()));
                    }
                    let scripts = given.lead.iter();
                    scripted.extend(scripts.flat_map(|script| named::in_script(name, script)));
                    if row.shape == table::OperandShape::Options {
                        others.extend(named::of_command(command, &[]));
                    }
                    given.files
                }
                None => {
                    others = named::of_command(command, &self.behind(command));
                    scripted = named::outputs(command);
                    Vec::new()
                }
            },
        };
        let files = files
            .into_iter()
            .chain(written_trees(name, command, self.source))
            .chain(given_folders(name, command, self.source));
        let doubt = (!command.is_known_to_run()).then_some("whether the command runs is not known");
        for file in files {
            if file.target == PathTarget::Unknown && is_of_script(command) {
                continue;
            }
            let empty = TouchedFile {
                depth: file.depth,
                doubt: doubt.or(file.doubt),
                ..self.touched(file.effect, by())
            };
            found.extend(self.resolve_target(command, &file.target, empty));
        }
        if is_of_script(command) {
            return;
        }
        let by = match base.known() {
            Some(_) => by(),
            None => "a command that is not known".to_owned(),
        };
        if is_any_command(first, command) {
            found.extend([Effect::Write, Effect::Read].map(unreadable_part));
        }
        let (mut others, globs) = named::in_words(&others, self.source);
        if !globs.is_empty() {
            let elsewhere = self.moves.folders().iter();
            let moved = elsewhere.flat_map(|folder| globs.iter().map(|glob| join(folder, glob)));
            let moved: Vec<String> = moved.collect();
            found.push(TouchedFile {
                globs: globs.into_iter().chain(moved).collect(),
                doubt: Some(NOT_KNOWN),
                ..self.touched(Effect::Read, by.clone())
            });
        }
        others.extend_from_slice(&scripted);
        for (effect, paths) in [(Effect::Write, scripted), (Effect::Read, others)] {
            let elsewhere = self.moves.folders().iter();
            let moved = elsewhere.flat_map(|folder| paths.iter().map(|path| join(folder, path)));
            let moved: Vec<String> = moved.collect();
            if !paths.is_empty() {
                found.push(TouchedFile {
                    paths: paths.into_iter().chain(moved).collect(),
                    doubt: Some(NOT_KNOWN),
                    ..self.touched(effect, by.clone())
                });
            }
        }
    }

    fn row(&self, name: &str) -> Option<&'static table::FileCommandRow> {
        if self.powershell {
            table::find_powershell(name)
        } else {
            table::find(name)
        }
    }

    /// What a command runs, of what was found.
    fn behind(&self, command: &SimpleCommand) -> Vec<SimpleCommand> {
        let name = command.words().first().map(Word::to_string);
        let depth = command.via().len();
        let runs = |inner: &&SimpleCommand| {
            let via = inner.via();
            let last = via
                .get(depth)
                .map(|last| last.trim_end_matches(" (remote)"));
            inner.is_known_to_run()
                && via.len() > depth
                && via.starts_with(command.via())
                && last == name.as_deref()
        };
        self.commands.iter().filter(runs).cloned().collect()
    }

    /// What a target means, wherever the command may be; `None` if it is not
    /// a file.
    fn resolve_target(
        &self,
        command: &SimpleCommand,
        target: &PathTarget,
        file: TouchedFile,
    ) -> Option<TouchedFile> {
        let stays = self.moves.stays(command) && self.moves.complete();
        let beyond = |absolute: bool| match absolute || stays {
            true => OtherPaths::Nothing,
            false => OtherPaths::OtherFolders,
        };
        let everywhere = |path: &str| -> Vec<String> {
            let absolute = path.starts_with('/');
            let elsewhere = self.moves.folders().iter().filter(|_| !absolute);
            let elsewhere = elsewhere.map(|folder| join(folder, path));
            std::iter::once(path.to_owned()).chain(elsewhere).collect()
        };
        Some(match target {
            PathTarget::Path(path) if path.is_empty() || path == "-" => return None,
            PathTarget::Path(path) if NOWHERE.contains(&path.as_str()) => return None,
            PathTarget::Path(path) if self.powershell => {
                let path = path.replace('\\', "/");
                TouchedFile {
                    beyond: beyond(path.starts_with('/')),
                    paths: everywhere(&path),
                    ..file
                }
            }
            PathTarget::Path(path) => TouchedFile {
                paths: everywhere(path),
                beyond: beyond(path.starts_with('/')),
                ..file
            },
            PathTarget::Glob(glob) => TouchedFile {
                globs: everywhere(glob),
                beyond: beyond(glob.starts_with('/')),
                ..file
            },
            PathTarget::Likely(path) => TouchedFile {
                paths: match path.starts_with('~') {
                    true => vec![path.clone()],
                    false => everywhere(path),
                },
                beyond: match (self.home, path.starts_with('~')) {
                    (false, _) => OtherPaths::Anything,
                    (true, true) => OtherPaths::Nothing,
                    (true, false) => beyond(false),
                },
                ..file
            },
            PathTarget::Unknown => TouchedFile {
                beyond: OtherPaths::Anything,
                ..file
            },
        })
    }
}
