//! What a rule is tested against: one tool call.

use std::path::Path;
use std::sync::OnceLock;

use serde_json::Value;

use crate::content::{ContentKind, PATH_FIELDS, PATH_OPTIONAL};
use crate::host::Host;
use crate::path::normal;
use crate::{Aliases, Analysis, Limits, Places, Unknown, power};

/// A tool call, with what was found out about it so far: a command is
/// analysed when the first rule asks, and only once.
#[derive(Debug)]
pub struct Subject<'a> {
    tool_name: &'a str,
    tool_input: &'a Value,
    aliases: &'a Aliases,
    places: &'a Places<'a>,
    analysis: OnceLock<Analysis>,
    paths: OnceLock<Paths>,
}

/// The paths that a call may mean.
#[derive(Debug, Clone)]
pub(crate) enum Paths {
    /// No field holds a path.
    None,
    /// A field holds something else.
    NotText,
    Known(Vec<Written>),
}

/// A path as written, and what it really is where that differs; both as lists
/// of names from the root.
#[derive(Debug, Clone)]
pub(crate) struct Written {
    pub path: Vec<String>,
    pub real: Option<Vec<String>>,
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
            analysis: OnceLock::new(),
            paths: OnceLock::new(),
        }
    }

    /// The same places and names, for a call of another tool.
    #[must_use]
    pub fn of_tool(&self, tool_name: &'a str, tool_input: &'a Value) -> Self {
        Self::new(tool_name, tool_input, self.aliases, self.places)
    }

    /// What the tool is called with.
    pub fn tool_input(&self) -> &'a Value {
        self.tool_input
    }

    /// The tool.
    pub fn tool_name(&self) -> &'a str {
        self.tool_name
    }

    pub(crate) fn aliases(&self) -> &'a Aliases {
        self.aliases
    }

    pub(crate) fn places(&self) -> &'a Places<'a> {
        self.places
    }

    pub(crate) fn kind(&self) -> ContentKind {
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

    /// What the command of a Bash or PowerShell call runs.
    pub fn analysis(&self) -> &Analysis {
        self.analysis.get_or_init(|| {
            let command = match self.tool_input.get("command") {
                None | Some(Value::Null) => return Analysis::Unknown(Unknown::Missing),
                Some(Value::String(command)) => command,
                Some(_) => return Analysis::Unknown(Unknown::NotText),
            };
            let limits = Limits::default();
            if command.len() > limits.bytes {
                let limit = limits.bytes;
                return Analysis::Unknown(Unknown::TooLong { limit });
            }
            match self.kind() {
                ContentKind::PowerShell => power::analyse(command),
                _ => Analysis::within(command, limits),
            }
        })
    }

    pub(crate) fn paths(&self) -> &Paths {
        self.paths.get_or_init(|| {
            let mut fields = PATH_FIELDS
                .iter()
                .filter_map(|field| self.tool_input.get(*field))
                .filter(|value| !value.is_null());
            let written = match fields.next() {
                Some(Value::String(path)) => path.as_str(),
                Some(_) => return Paths::NotText,
                None if PATH_OPTIONAL
                    .iter()
                    .any(|name| self.aliases.same(name, self.tool_name)) =>
                {
                    "."
                }
                None => return Paths::None,
            };
            let mut paths = vec![self.resolve(normal(self.places.cwd, written))];
            if let Some(home) = self.places.home
                && (written == "~" || written.starts_with("~/"))
            {
                // Some tools expand the tilde, others take it as a name.
                let rest = written[1..].trim_start_matches('/');
                paths.push(self.resolve(normal(home, rest)));
            }
            Paths::Known(paths)
        })
    }

    fn resolve(&self, path: Vec<String>) -> Written {
        let real = self.real(&path);
        Written { path, real }
    }

    /// The real path, where it differs from the written one.
    pub(crate) fn real(&self, path: &[String]) -> Option<Vec<String>> {
        let text = shown(path);
        let real = self.places.real_path.real_path(Path::new(&text))?;
        let real = normal(Path::new("/"), &real.to_string_lossy());
        (real != path).then_some(real)
    }

    /// The host of the URL; `None` where the call has none.
    pub(crate) fn host(&self) -> Option<Host> {
        match self.tool_input.get("url") {
            None | Some(Value::Null) => None,
            Some(Value::String(url)) => Some(Host::of(url)),
            Some(_) => Some(Host::Ambiguous),
        }
    }

    pub(crate) fn agent(&self) -> Option<&'a str> {
        self.tool_input.get("subagent_type").and_then(Value::as_str)
    }
}

pub(crate) fn shown(path: &[String]) -> String {
    format!("/{}", path.join("/"))
}
