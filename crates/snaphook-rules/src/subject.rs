//! What a rule is tested against: one tool call.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use serde_json::Value;
use snaphook_core::tool::{ToolClass, ToolClasses};

use crate::certain::{GLOB, Proof};
use crate::content::{ContentKind, PATH_FIELDS, PATH_OPTIONAL, PATTERN_FIELD, PATTERN_TOOL};
use crate::host::UrlHost;
use crate::leads::leads_away;
use crate::path::normal;
use crate::places::FolderEntry;
use crate::process_links::through_processes;
use crate::protected::is_protected;
use crate::written_path::{Paths, WrittenPath};
use crate::{
    Aliases, Analysis, CertainLine, Doubt, Limits, NeededCommand, PathRoots, Unknown, power,
};

/// A tool call, with what was found out about it so far: a command is
/// analysed when the first rule asks, and only once.
#[derive(Debug)]
pub struct Subject<'a> {
    tool_name: &'a str,
    tool_input: &'a Value,
    aliases: &'a Aliases,
    places: &'a PathRoots<'a>,
    working: Option<&'a [&'a Path]>,
    class: Option<ToolClass>,
    analysis: OnceLock<Analysis>,
    proof: OnceLock<Result<Proof, Doubt>>,
    paths: OnceLock<Paths>,
    git_runs: OnceLock<Option<String>>,
}

impl<'a> Subject<'a> {
    /// A call of `tool_name` with `tool_input`.
    pub fn new(
        tool_name: &'a str,
        tool_input: &'a Value,
        aliases: &'a Aliases,
        places: &'a PathRoots<'a>,
    ) -> Self {
        Subject {
            tool_name,
            tool_input,
            aliases,
            places,
            working: None,
            class: None,
            analysis: OnceLock::new(),
            proof: OnceLock::new(),
            paths: OnceLock::new(),
            git_runs: OnceLock::new(),
        }
    }

    /// A call of another tool, with the places and names of this one.
    #[must_use]
    pub fn of_tool(&self, tool_name: &'a str, tool_input: &'a Value) -> Self {
        Subject {
            working: self.working,
            ..Self::new(tool_name, tool_input, self.aliases, self.places)
        }
    }

    /// Sets the working directories of the session; by default there is only the
    /// cwd.
    #[must_use]
    pub fn working_in(self, folders: &'a [&'a Path]) -> Self {
        Subject {
            working: Some(folders),
            ..self
        }
    }

    /// Sets the class of the tool, where the host declares one.
    #[must_use]
    pub fn of_class(self, class: ToolClass) -> Self {
        Subject {
            class: Some(class),
            ..self
        }
    }

    /// What the tool does: what the host says, else what tools of its names do.
    pub(crate) fn class(&self) -> ToolClass {
        self.class.unwrap_or_else(|| {
            let known = ToolClasses::default();
            let mut classes = self.aliases.of(self.tool_name).map(|name| known.of(name));
            let classed = classes.find(|class| *class != ToolClass::Other);
            classed.unwrap_or(ToolClass::Other)
        })
    }

    /// The working directories. A folder that holds everything is none.
    pub(crate) fn working(&self) -> Vec<&'a Path> {
        let cwd = std::slice::from_ref(&self.places.cwd);
        let folders = self.working.unwrap_or(cwd).iter().copied();
        folders.filter(|folder| folder.parent().is_some()).collect()
    }

    /// What the tool is called with.
    pub fn tool_input(&self) -> &'a Value {
        self.tool_input
    }

    /// The tool.
    pub fn tool_name(&self) -> &'a str {
        self.tool_name
    }

    /// The names that tools go by.
    pub fn aliases(&self) -> &'a Aliases {
        self.aliases
    }

    pub(crate) fn places(&self) -> &'a PathRoots<'a> {
        self.places
    }

    /// What rules for the tool speak of.
    pub fn kind(&self) -> ContentKind {
        ContentKind::of(self.tool_name, self.aliases)
    }

    /// The command of a Bash or PowerShell call.
    pub fn command(&self) -> Option<&'a str> {
        self.tool_input.get("command").and_then(Value::as_str)
    }

    /// The command, where the call is of a shell.
    pub fn shell_command(&self) -> Option<&'a str> {
        matches!(self.kind(), ContentKind::Bash | ContentKind::PowerShell)
            .then(|| self.command())
            .flatten()
    }

    /// The part of the line that cannot be read, cut to a length that can be
    /// shown.
    pub fn part(&self, unknown: &Unknown) -> Option<String> {
        self.shown_part(unknown.range()?)
    }

    pub(crate) fn shown_part(&self, range: Range<usize>) -> Option<String> {
        const LONGEST: usize = 80;
        let text = self.command()?.get(range)?.trim();
        let mut shown: String = text.chars().take(LONGEST).collect();
        if shown.len() < text.len() {
            shown.push('…');
        }
        (!shown.is_empty()).then_some(shown)
    }

    /// What the command of a Bash or PowerShell call runs.
    pub fn analysis(&self) -> &Analysis {
        self.analysis.get_or_init(|| {
            let command = match self.tool_input.get("command") {
                None | Some(Value::Null) => return Analysis::nothing_but(Unknown::Missing),
                Some(Value::String(command)) => command,
                Some(_) => return Analysis::nothing_but(Unknown::NotText),
            };
            let limits = Limits::default();
            if command.len() > limits.bytes {
                let limit = limits.bytes;
                return Analysis::nothing_but(Unknown::TooLong { limit });
            }
            match self.kind() {
                ContentKind::PowerShell => power::analyse(command),
                _ => Analysis::with_scripts(command, limits, &|path| {
                    let path = self.places.cwd.join(path);
                    self.places.scripts?.script(&path)
                }),
            }
        })
    }

    /// What the command of a Bash call does for certain; a doubt where it is
    /// not in the certain grammar.
    pub(crate) fn proof(&self) -> Result<&Proof, &Doubt> {
        let proof = self
            .proof
            .get_or_init(|| match (self.kind(), self.command()) {
                (ContentKind::Bash, Some(line)) => Proof::of(line, self.analysis()),
                _ => Err(Doubt {
                    what: "the call has no line of Bash",
                    offset: 0,
                }),
            });
        proof.as_ref()
    }

    /// The line of a Bash call, taken apart.
    ///
    /// # Errors
    ///
    /// Where its meaning is not certain: no allow rule with a pattern counts
    /// for it then. The doubt says what is not.
    pub fn certain_line(&self) -> Result<&CertainLine, &Doubt> {
        self.proof().map(|proof| &proof.line)
    }

    /// The commands of a Bash call that need a rule, where it is certain.
    ///
    /// # Errors
    ///
    /// As [`Subject::certain_line`].
    pub fn needed_commands(&self) -> Result<Vec<&NeededCommand>, &Doubt> {
        let commands = &self.proof()?.needs.commands;
        Ok(commands.iter().flat_map(NeededCommand::commands).collect())
    }

    pub(crate) fn paths(&self) -> &Paths {
        self.paths.get_or_init(|| {
            if !matches!(self.tool_input, Value::Object(_) | Value::Null) {
                return Paths::Unreadable("the input is not an object");
            }
            // Every field that is there: which of them a tool goes by, only
            // the tool knows.
            let mut texts = Vec::new();
            for field in PATH_FIELDS {
                match self.tool_input.get(field) {
                    None | Some(Value::Null) => {}
                    Some(Value::String(path)) if path.contains('\0') => {
                        return Paths::Unreadable("the path holds a zero byte");
                    }
                    Some(Value::String(path)) => texts.push(path.as_str()),
                    Some(_) => return Paths::Unreadable("the path is not a string"),
                }
            }
            let is_one_of = |names: &[&str]| {
                names
                    .iter()
                    .any(|name| self.aliases.same(name, self.tool_name))
            };
            if texts.is_empty() && is_one_of(&PATH_OPTIONAL) {
                texts.push(".");
            }
            if texts.is_empty() {
                return Paths::None;
            }
            let mut paths: Vec<Option<WrittenPath>> = texts
                .iter()
                .flat_map(|text| self.possible_paths(self.places.cwd, text))
                .collect();
            let pattern = self.tool_input.get(PATTERN_FIELD);
            let pattern = pattern.filter(|_| is_one_of(&[PATTERN_TOOL]));
            if let Some(pattern) = pattern.filter(|pattern| !pattern.is_null()) {
                let Value::String(pattern) = pattern else {
                    return Paths::Unreadable("the pattern is not a string");
                };
                let folders = leads_away(pattern);
                let bases = texts.iter().map(|text| self.places.cwd.join(text));
                paths.extend(bases.flat_map(|base| {
                    let meant = |folder| self.possible_paths(&base, folder);
                    folders
                        .iter()
                        .map(String::as_str)
                        .flat_map(meant)
                        .collect::<Vec<_>>()
                }));
            }
            let paths: Option<Vec<WrittenPath>> = paths.into_iter().collect();
            paths.map_or(Paths::Unreadable(OF_A_PROCESS), Paths::Known)
        })
    }

    /// What a text means as a path: some tools expand a tilde, others take it
    /// as a name. Nothing where nobody knows.
    pub(crate) fn possible_paths(&self, base: &Path, text: &str) -> Vec<Option<WrittenPath>> {
        let mut paths = vec![self.resolve(base, text)];
        if let Some(home) = self.places.home
            && (text == "~" || text.starts_with("~/"))
        {
            let rest = text[1..].trim_start_matches('/');
            paths.push(self.resolve(home, rest));
        }
        paths
    }

    fn resolve(&self, base: &Path, text: &str) -> Option<WrittenPath> {
        let path = normal(base, text);
        let mut own = self.through_processes(&path, base, text)?;
        let lexical = self.real(&path);
        let mut real: Vec<_> = lexical.iter().cloned().collect();
        if text.split('/').any(|name| name == "..") {
            // Behind a symlink, `..` leads to the parent of where that points.
            let followed = self.places.real_path.real_path(&base.join(text));
            let followed = followed.map(|path| normal(Path::new("/"), &path.to_string_lossy()));
            if let Some(followed) = followed.filter(|followed| *followed != path) {
                // A tool that clears `..` away before it opens the file ends
                // up at the written path.
                if lexical.is_none() {
                    real.push(path.clone());
                }
                real.push(followed);
            }
        }
        own.retain(|own| !real.contains(own));
        real.extend(own);
        let known = real.iter().all(|path| is_led(path));
        known.then_some(WrittenPath { path, real })
    }

    /// Where links of the tool's own process lead it, where that is not the written
    /// path: with `..` cleared away first, and without. `None` if nobody knows.
    fn through_processes(
        &self,
        path: &[String],
        base: &Path,
        text: &str,
    ) -> Option<Vec<Vec<String>>> {
        let cwd = normal(self.places.cwd, "");
        let whole = base.join(text);
        let whole = whole.to_string_lossy();
        let cleared = through_processes(path.iter().map(String::as_str), &cwd)?;
        let walked = through_processes(whole.split('/'), &cwd)?;
        let mut led = vec![cleared, walked];
        led.retain(|led| led != path);
        led.dedup();
        Some(led)
    }

    /// The real path, where it differs from the written one.
    pub(crate) fn real(&self, path: &[String]) -> Option<Vec<String>> {
        let text = shown(path);
        let real = self.places.real_path.real_path(Path::new(&text))?;
        let real = normal(Path::new("/"), &real.to_string_lossy());
        (real != path).then_some(real)
    }

    /// Whether the call names paths, and all of them lie in these folders, as
    /// they really are.
    pub fn lies_within(&self, folders: &[&Path]) -> bool {
        let Paths::Known(written) = self.paths() else {
            return false;
        };
        let folders: Vec<Vec<String>> = folders
            .iter()
            .map(|folder| {
                let folder = normal(self.places.cwd, &folder.to_string_lossy());
                self.real(&folder).unwrap_or(folder)
            })
            .collect();
        let inside = |path: &Vec<String>| folders.iter().any(|folder| path.starts_with(folder));
        written
            .iter()
            .all(|WrittenPath { path, real }| match &real[..] {
                [] => inside(path),
                real => real.iter().all(inside),
            })
    }

    /// The paths that a path with globs may come to: those through folders and links
    /// that are there, and `*` for a name that is neither. `None` if these are
    /// too many.
    pub(crate) fn expand(&self, pattern: &str) -> Option<Vec<String>> {
        const MOST_PATHS: usize = 512;
        if !pattern.contains(GLOB) {
            return Some(vec![pattern.to_owned()]);
        }
        let names: Vec<&str> = pattern.split('/').collect();
        let mut paths = vec![String::new()];
        for (at, name) in names.iter().enumerate() {
            let last = at + 1 == names.len();
            let mut next = Vec::new();
            for path in &paths {
                let join = |name: &str| match (at, path.as_str()) {
                    (0, _) => name.to_owned(),
                    (_, path) => format!("{path}/{name}"),
                };
                let Some((head, tail)) = name.split_once(GLOB) else {
                    next.push(join(name));
                    continue;
                };
                let tail = tail.rsplit(GLOB).next().unwrap_or(tail);
                let fits = |name: &str| {
                    name.len() >= head.len() + tail.len()
                        && name.starts_with(head)
                        && name.ends_with(tail)
                        && !name.starts_with('.')
                };
                let entries = self.entries(if at == 0 { "." } else { path });
                for entry in entries.iter().flatten() {
                    if fits(&entry.name) && (entry.is_link || (entry.is_folder && !last)) {
                        next.push(join(&entry.name));
                    }
                }
                if last || entries.is_none() {
                    next.push(join("*"));
                }
            }
            paths = next;
            if paths.len() > MOST_PATHS {
                return None;
            }
        }
        Some(paths)
    }

    /// What of the repository a read-only command of git could run.
    pub(crate) fn git_runs(&self) -> Option<&str> {
        let places = self.places;
        let runs = || places.real_path.git_runs(places.cwd);
        self.git_runs.get_or_init(runs).as_deref()
    }

    /// What a folder holds, where that can be known.
    pub(crate) fn entries(&self, folder: &str) -> Option<Vec<FolderEntry>> {
        let folder = match (folder.strip_prefix('~'), self.places.home) {
            (Some(rest), Some(home)) => home.join(rest.trim_start_matches('/')),
            _ if folder.is_empty() => PathBuf::from("/"),
            _ => self.places.cwd.join(folder),
        };
        self.places.real_path.entries(&folder)
    }

    /// Whether the call names a file that later runs by itself, or decides what
    /// does: no mode but one that bypasses everything lets that be edited unasked.
    pub fn names_protected_file(&self) -> bool {
        match self.paths() {
            Paths::None => false,
            Paths::Unreadable(_) => true,
            Paths::Known(written) => written.iter().any(|WrittenPath { path, real }| {
                is_protected(path) || real.iter().any(|path| is_protected(path))
            }),
        }
    }

    /// The host of the URL; `None` where the call has none.
    pub(crate) fn host(&self) -> Option<UrlHost> {
        match self.tool_input.get("url") {
            None | Some(Value::Null) => None,
            Some(Value::String(url)) => Some(UrlHost::of(url)),
            Some(_) => Some(UrlHost::Ambiguous),
        }
    }

    pub(crate) fn agent(&self) -> Option<&'a Value> {
        self.tool_input.get("subagent_type")
    }
}

/// Why a path cannot be known.
const OF_A_PROCESS: &str = "the path leads through a link that only a process knows";

/// Whether nothing in a resolved path is a link that only a process knows.
fn is_led(path: &[String]) -> bool {
    through_processes(path.iter().map(String::as_str), &[]).is_some()
}

pub(crate) fn shown(path: &[String]) -> String {
    format!("/{}", path.join("/"))
}
