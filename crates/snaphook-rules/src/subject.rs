//! What a rule is tested against: one tool call.

use std::ops::Range;
use std::path::Path;
use std::sync::OnceLock;

use serde_json::Value;

use crate::certain::Proof;
use crate::content::{
    ContentKind, PATH_FIELDS, PATH_OPTIONAL, PATTERN_FIELD, PATTERN_TOOL, SKILL_ARGS, SKILL_FIELDS,
};
use crate::host::Host;
use crate::leads::leads_away;
use crate::path::normal;
use crate::process_links::through_processes;
use crate::{Aliases, Analysis, CertainLine, Doubt, Limits, Needed, Places, Unknown, power};

/// A tool call, with what was found out about it so far: a command is
/// analysed when the first rule asks, and only once.
#[derive(Debug)]
pub struct Subject<'a> {
    tool_name: &'a str,
    tool_input: &'a Value,
    aliases: &'a Aliases,
    places: &'a Places<'a>,
    working: Option<&'a [&'a Path]>,
    analysis: OnceLock<Analysis>,
    proof: OnceLock<Result<Proof, Doubt>>,
    paths: OnceLock<Paths>,
}

/// The paths that a call may mean.
#[derive(Debug, Clone)]
pub(crate) enum Paths {
    /// No field holds a path.
    None,
    /// A field holds something else; the text says what.
    Unreadable(&'static str),
    Known(Vec<Written>),
}

/// A path as written, and what it really is where that differs; all as lists
/// of names from the root.
#[derive(Debug, Clone)]
pub(crate) struct Written {
    pub path: Vec<String>,
    pub real: Vec<Vec<String>>,
}

impl<'a> Subject<'a> {
    /// A call of `tool_name` with `tool_input`.
    pub fn new(
        tool_name: &'a str,
        tool_input: &'a Value,
        aliases: &'a Aliases,
        places: &'a Places<'a>,
    ) -> Self {
        Subject {
            tool_name,
            tool_input,
            aliases,
            places,
            working: None,
            analysis: OnceLock::new(),
            proof: OnceLock::new(),
            paths: OnceLock::new(),
        }
    }

    /// The same places and names, for a call of another tool.
    #[must_use]
    pub fn of_tool(&self, tool_name: &'a str, tool_input: &'a Value) -> Self {
        Subject {
            working: self.working,
            ..Self::new(tool_name, tool_input, self.aliases, self.places)
        }
    }

    /// The same call in a session with these working directories; without them
    /// it is the cwd.
    #[must_use]
    pub fn working_in(self, folders: &'a [&'a Path]) -> Self {
        Subject {
            working: Some(folders),
            ..self
        }
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

    pub(crate) fn places(&self) -> &'a Places<'a> {
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
    pub fn needed_commands(&self) -> Result<Vec<&Needed>, &Doubt> {
        let commands = &self.proof()?.needs.commands;
        Ok(commands.iter().flat_map(Needed::commands).collect())
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
            let mut paths: Vec<Option<Written>> = texts
                .iter()
                .flat_map(|text| self.meant(self.places.cwd, text))
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
                    let meant = |folder| self.meant(&base, folder);
                    folders
                        .iter()
                        .map(String::as_str)
                        .flat_map(meant)
                        .collect::<Vec<_>>()
                }));
            }
            let paths: Option<Vec<Written>> = paths.into_iter().collect();
            paths.map_or(Paths::Unreadable(OF_A_PROCESS), Paths::Known)
        })
    }

    /// What a text means as a path: some tools expand a tilde, others take it
    /// as a name. Nothing where nobody knows.
    fn meant(&self, base: &Path, text: &str) -> Vec<Option<Written>> {
        let mut paths = vec![self.resolve(base, text)];
        if let Some(home) = self.places.home
            && (text == "~" || text.starts_with("~/"))
        {
            let rest = text[1..].trim_start_matches('/');
            paths.push(self.resolve(home, rest));
        }
        paths
    }

    fn resolve(&self, base: &Path, text: &str) -> Option<Written> {
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
        known.then_some(Written { path, real })
    }

    /// Where links of the tool's own process lead it, where that is not the written
    /// path: with `..` cleared away first, and without. Nothing where nobody knows.
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
            .all(|Written { path, real }| match &real[..] {
                [] => inside(path),
                real => real.iter().all(inside),
            })
    }

    /// The host of the URL; `None` where the call has none.
    pub(crate) fn host(&self) -> Option<Host> {
        match self.tool_input.get("url") {
            None | Some(Value::Null) => None,
            Some(Value::String(url)) => Some(Host::of(url)),
            Some(_) => Some(Host::Ambiguous),
        }
    }

    /// The name of the skill, and the name with what it is given; why not, where
    /// they are no texts.
    pub(crate) fn skill(&self) -> Result<Option<(String, String)>, &'static str> {
        let given = |fields: &[&str]| {
            let values = fields.iter().filter_map(|field| self.tool_input.get(field));
            values.into_iter().find(|value| !value.is_null())
        };
        let Some(name) = given(&SKILL_FIELDS) else {
            return Ok(None);
        };
        let name = name
            .as_str()
            .ok_or("the name of the skill is not a string")?;
        let mut whole = name.trim().trim_start_matches('/').to_owned();
        let name = whole
            .split_whitespace()
            .next()
            .unwrap_or_default()
            .to_owned();
        match given(&SKILL_ARGS) {
            None => {}
            Some(Value::String(args)) if args.trim().is_empty() => {}
            Some(Value::String(args)) => {
                whole.push(' ');
                whole.push_str(args.trim());
            }
            Some(_) => return Err("what the skill is given is not a string"),
        }
        Ok(Some((name, whole)))
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
