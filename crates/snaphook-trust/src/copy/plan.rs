//! Which files are copied, and the command that runs the copy.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use snaphook_core::hook::{CommandDef, Shell};
use snaphook_core::placeholder::fill_all;

use super::launch::launch;
use super::line::{LineWord, Simple, read};
use super::tree::Tree;
use crate::scripts::{Detail, ScriptLanguage};
use crate::{CopyStore, ScriptState, TrustedScript, os};

/// Where a command runs, and what is known there.
pub(crate) struct RunPlace<'a> {
    /// The folder that it starts in.
    pub(crate) cwd: &'a Path,
    /// The value of a variable that the command gets.
    pub(crate) variable: &'a dyn Fn(&str) -> Option<String>,
    /// The path of a file as trust calls it.
    pub(crate) shown: &'a dyn Fn(&Path) -> Option<String>,
}

/// A command that runs a copy.
#[derive(Debug)]
pub(crate) struct CopyPlan {
    /// The command, with the paths of the copy in it.
    pub(crate) definition: CommandDef,
    pub(crate) tree: Tree,
    /// Whether nothing that trust covers is run or read in its own place.
    pub(crate) complete: bool,
    /// Whether a script of it is started by itself, not by an interpreter.
    pub(crate) starts_files: bool,
}

impl CopyPlan {
    /// The plan for a command; `None` if none of its scripts can be run from
    /// a copy.
    pub(crate) fn of(
        def: &CommandDef,
        scripts: &[TrustedScript],
        details: &BTreeMap<String, Detail>,
        tree: Tree,
        ground: &RunPlace<'_>,
        copies: &CopyStore,
    ) -> Option<Self> {
        if def.shell != Shell::Posix {
            return None;
        }
        let mut search = PlanSearch {
            scripts,
            details,
            ground,
            cwd: ground.cwd.to_owned(),
            root: copies.folder_of(&tree),
            replaced: Vec::new(),
            only_copies: true,
            starts_files: false,
        };
        let mut definition = match &def.args {
            Some(args) => search.arguments(def, args)?,
            None => search.shell_text(def)?,
        };
        if search.replaced.is_empty() {
            return None;
        }
        let complete = search.is_complete(&definition);
        let starts_files = search.starts_files;
        // What Python compiles would be written into the copy.
        let quiet = "PYTHONDONTWRITEBYTECODE";
        if !definition.env.iter().any(|(name, _)| name == quiet) {
            definition.env.push((quiet.to_owned(), "1".to_owned()));
        }
        Some(Self {
            definition,
            tree,
            complete,
            starts_files,
        })
    }
}

struct PlanSearch<'a> {
    scripts: &'a [TrustedScript],
    details: &'a BTreeMap<String, Detail>,
    ground: &'a RunPlace<'a>,
    cwd: PathBuf,
    root: PathBuf,
    /// The words that name scripts which are run from the copy.
    replaced: Vec<ReplacedWord<'a>>,
    /// Whether every command runs a script from the copy, and every word is
    /// known.
    only_copies: bool,
    starts_files: bool,
}

impl<'a> PlanSearch<'a> {
    fn shell_text(&mut self, def: &CommandDef) -> Option<CommandDef> {
        let text = &def.command;
        let own = |name: &str| {
            let is_set = def.env.iter().any(|(own, _)| own == name);
            (!is_set).then(|| (self.ground.variable)(name)).flatten()
        };
        let commands = read(text, &own)?;
        let mut replaced = String::with_capacity(text.len());
        let mut from = 0;
        for command in &commands {
            if let Some(folder) = self.moves(command)? {
                self.cwd = folder;
                continue;
            }
            let words: Vec<Option<&str>> = command.words.iter().map(value).collect();
            self.only_copies &= words.iter().all(Option::is_some);
            self.only_copies &= command.files.iter().all(|word| word.value.is_some());
            let script = self.script_in(&words);
            self.only_copies &= script.is_some();
            if let Some((at, path)) = script {
                let span = &command.words[at].span;
                replaced.push_str(&text[from..span.start]);
                replaced.push('\'');
                replaced.push_str(&path);
                replaced.push('\'');
                from = span.end;
            }
        }
        replaced.push_str(&text[from..]);
        Some(CommandDef {
            command: replaced,
            ..def.clone()
        })
    }

    fn arguments(&mut self, def: &CommandDef, args: &[String]) -> Option<CommandDef> {
        let texts = std::iter::once(&def.command).chain(args);
        let words: Vec<Option<String>> = texts.map(|text| self.expand(text)).collect();
        let words: Vec<Option<&str>> = words.iter().map(Option::as_deref).collect();
        self.only_copies &= words.iter().all(Option::is_some);
        let (at, path) = self.script_in(&words)?;
        let mut definition = def.clone();
        match (at.checked_sub(1), &mut definition.args) {
            (None, _) => definition.command = path,
            (Some(at), Some(args)) => *args.get_mut(at)? = path,
            (Some(_), None) => return None,
        }
        Some(definition)
    }

    /// An argument with the values of its placeholders.
    fn expand(&self, text: &str) -> Option<String> {
        fill_all(text, |name| (self.ground.variable)(name))
    }

    /// The folder that a `cd` goes to. Nothing at all where a command goes to an
    /// unknown one.
    fn moves(&self, command: &Simple) -> Option<Option<PathBuf>> {
        let name = command.words.first().and_then(value);
        match name {
            Some("cd") => {
                let [_, folder] = command.words.as_slice() else {
                    return None;
                };
                let folder = value(folder).filter(|folder| !folder.starts_with('-'))?;
                let path = plain(&self.cwd.join(folder))?;
                let goes_on = matches!(command.then, "&&" | ";");
                (goes_on && path.is_dir()).then_some(Some(path))
            }
            Some("pushd" | "popd" | "set" | "shopt" | "unset" | "export" | "trap") => None,
            _ => Some(None),
        }
    }

    /// The word of a command that names a script which can be run from the copy,
    /// and its path there.
    fn script_in(&mut self, words: &[Option<&str>]) -> Option<(usize, String)> {
        let launch = launch(words)?;
        let word = (*words.get(launch.word)?)?;
        // Names without a slash are looked for on the PATH.
        let sourced = matches!(words[launch.word.saturating_sub(1)], Some("." | "source"));
        if (launch.by.is_none() || sourced) && !word.contains('/') {
            return None;
        }
        let ends: &[&str] = match launch.by {
            Some(ScriptLanguage::Node { .. }) => &["", ".js", ".mjs", ".cjs", ".ts"],
            _ => &[""],
        };
        let named = |end: &&str| self.covered(&format!("{word}{end}"));
        let script = ends.iter().find_map(named)?;
        let detail = self.details.get(&script.path)?;
        let kind = detail.kind;
        let read_by_it = match launch.by {
            None => kind.is_code(),
            Some(by) => kind.is_like(by) || kind == ScriptLanguage::Other,
        };
        if !read_by_it || self.needs_place(&script.path, &mut Vec::new()) {
            return None;
        }
        let path = os::spelled(&self.root.join(&script.path))?;
        self.starts_files |= launch.by.is_none();
        self.replaced.push(ReplacedWord {
            script: &script.path,
            copy: path.clone(),
            name: word.rsplit('/').next().unwrap_or(word).to_owned(),
        });
        Some((launch.word, path))
    }

    /// Whether a script, or one that it loads, needs its own place.
    fn needs_place(&self, path: &'a str, seen: &mut Vec<&'a str>) -> bool {
        if seen.contains(&path) {
            return false;
        }
        seen.push(path);
        let Some(detail) = self.details.get(path) else {
            return true;
        };
        let is_file = self.scripts.iter().any(|script| {
            script.path == path
                && script.links.is_empty()
                && matches!(script.state, ScriptState::File { .. })
        });
        !is_file
            || detail.needs_place.is_some()
            || detail.loads.iter().any(|path| self.needs_place(path, seen))
    }

    /// The script that a word names.
    fn covered(&self, word: &str) -> Option<&'a TrustedScript> {
        let path = plain(&self.cwd.join(word))?;
        let shown = (self.ground.shown)(&path)?;
        self.scripts.iter().find(|script| script.path == shown)
    }

    /// Whether every file that trust covers is run from the copy, or loaded by
    /// one that is, and the rest of the command mentions none of them.
    fn is_complete(&self, replaced: &CommandDef) -> bool {
        let mut from_copy: Vec<&str> = Vec::new();
        for one in &self.replaced {
            self.needs_place(one.script, &mut from_copy);
        }
        let all = self.scripts.iter().all(|script| {
            from_copy.contains(&script.path.as_str())
                && matches!(script.state, ScriptState::File { .. })
        });
        let texts = std::iter::once(&replaced.command)
            .chain(replaced.args.iter().flatten())
            .chain(replaced.env.iter().map(|(_, value)| value));
        let mentioned = texts.into_iter().any(|text| {
            let mut rest = text.clone();
            for one in &self.replaced {
                rest = rest.replace(&one.copy, "");
            }
            self.replaced.iter().any(|one| rest.contains(&one.name))
        });
        self.only_copies && all && !mentioned
    }
}

/// A word that was replaced.
struct ReplacedWord<'a> {
    script: &'a str,
    /// The path in its place.
    copy: String,
    /// The last part of the word.
    name: String,
}

fn value(word: &LineWord) -> Option<&str> {
    word.value.as_deref()
}

/// The path without `.`; `None` for one with `..`, which only the system knows.
fn plain(path: &Path) -> Option<PathBuf> {
    let parent = |part: Component<'_>| part == Component::ParentDir;
    (!path.components().any(parent)).then(|| path.components().collect())
}
