//! How a deny or ask rule is met by a call of a tool that nobody knows: its input may name
//! files and hold command lines, and what it does with them is not known. So a rule that
//! covers one of them is unclear, and a person is asked. MCP tools have rules of their own.

use serde_json::{Value, json};
use snaphook_core::tool::{ToolClass, is_known_tool};

use super::call_match::CallMatch;
use super::files::ANY_NAME;
use super::rule::PermissionRule;
use crate::Subject;
use crate::content::PATH_REQUIRED;
use crate::written_path::Paths;

/// How the names of fields end that hold paths, in lower case and without `_`.
const PATH_ENDS: &[&str] = &[
    "path",
    "paths",
    "file",
    "files",
    "filename",
    "uri",
    "dir",
    "directory",
    "folder",
];

/// The names of fields that hold command lines, as [`PATH_ENDS`].
const COMMAND_NAMES: &[&str] = &[
    "command",
    "commands",
    "cmd",
    "commandline",
    "shellcommand",
    "script",
];

/// Longest text that is taken for a path.
const LONGEST_PATH: usize = 4096;

/// So many values of an input are looked at.
const MOST_VALUES: usize = 20_000;

/// The tools by whose names path rules are tested.
const FILE_TOOLS: &[&str] = &["Read", "Edit", "Write", "MultiEdit", "NotebookEdit"];

/// What the input of an unknown tool names.
#[derive(Debug, Default)]
pub(super) struct NamedInUnknownCall {
    paths: Vec<String>,
    commands: Vec<String>,
    /// There is more than is looked at.
    cut: bool,
    /// The tool does nothing without a path, and no field that is known has one.
    lacks_path: bool,
}

impl NamedInUnknownCall {
    /// What a call names; nothing where it is of a tool that is known.
    pub(super) fn of(subject: &Subject<'_>) -> Self {
        let mut named = Self::default();
        if is_unknown(subject) {
            let is_called = |name: &&str| subject.aliases().same(name, subject.tool_name());
            named.lacks_path = PATH_REQUIRED.iter().any(is_called);
            named.collect(subject.tool_input());
            named.paths.sort_unstable();
            named.paths.dedup();
        }
        named
    }

    /// How the call may meet a rule for files.
    pub(super) fn paths_met_by(
        &self,
        rule: &PermissionRule,
        subject: &Subject<'_>,
    ) -> Option<CallMatch> {
        rule.rule.content()?;
        let is_tool = |tool: &&&str| rule.rule.names(tool, subject.aliases());
        let tool = FILE_TOOLS.iter().find(is_tool)?;
        let covers = |path: &str| {
            let input = json!({ "file_path": path });
            CallMatch::of(rule, &subject.of_tool(tool, &input)).is_some()
        };
        let covered = self.paths.iter().find(|path| {
            covers(path) || covers(&format!("{}/{ANY_NAME}", path.trim_end_matches('/')))
        });
        match covered {
            Some(path) => Some(unclear(subject, &format!("`{path}`"))),
            None => {
                let any = self.cut || self.lacks_path;
                any.then(|| unclear(subject, "its input"))
            }
        }
    }

    /// The commands that the call may run, as inputs of Bash.
    pub(super) fn commands(&self) -> impl Iterator<Item = Value> {
        let commands = self.commands.iter();
        commands.map(|command| json!({ "command": command }))
    }

    /// How the call may meet a rule that one of its commands meets.
    pub(super) fn command_met(subject: &Subject<'_>, command: &Value) -> CallMatch {
        unclear(subject, &format!("`{}`", shown(command)))
    }

    fn collect(&mut self, input: &Value) {
        let mut open = vec![(String::new(), input.clone())];
        let mut seen = 0;
        while let Some((key, value)) = open.pop() {
            seen += 1;
            if seen > MOST_VALUES {
                self.cut = true;
                return;
            }
            match value {
                Value::Object(members) => {
                    open.extend(
                        members
                            .into_iter()
                            .map(|(key, value)| (folded(&key), value)),
                    );
                }
                Value::Array(items) => {
                    if is_command_key(&key) {
                        self.commands.extend(line_of(&items));
                    }
                    open.extend(items.into_iter().map(|item| (key.clone(), item)));
                }
                Value::String(text) => {
                    // Some tools take the input of another one as JSON in a text.
                    if text.trim_start().starts_with(['{', '['])
                        && let Ok(inner) = serde_json::from_str(&text)
                    {
                        open.push((String::new(), inner));
                    } else if is_command_key(&key) {
                        self.commands.push(text);
                    } else if could_name_file(&key, &text) {
                        self.paths.push(text.trim_start_matches('@').to_owned());
                    }
                }
                _ => {}
            }
        }
    }
}

/// Whether nobody knows what the tool does: it has no class, is not of an MCP server, and is
/// not one of those that agents usually have. Of a tool that is said to read or edit files
/// it may not be known which field names them.
fn is_unknown(subject: &Subject<'_>) -> bool {
    let mut names = subject.aliases().of(subject.tool_name());
    match subject.class() {
        ToolClass::Other => !names.any(is_known_tool),
        ToolClass::Read | ToolClass::Edit => matches!(subject.paths(), Paths::None),
        _ => false,
    }
}

fn unclear(subject: &Subject<'_>, what: &str) -> CallMatch {
    let tool = subject.tool_name();
    CallMatch::Unclear(format!(
        "could match: what `{tool}` does with {what} is not known"
    ))
}

fn folded(key: &str) -> String {
    let letters = key.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

fn is_command_key(folded: &str) -> bool {
    COMMAND_NAMES.contains(&folded)
}

/// Whether a text may be the path of a file: what stands under the name of a path, and what
/// is written like one.
fn could_name_file(folded: &str, text: &str) -> bool {
    if text.is_empty() || text.len() > LONGEST_PATH {
        return false;
    }
    let text = text.trim_start_matches('@');
    let of_path = PATH_ENDS.iter().any(|end| folded.ends_with(end));
    let is_address = text.contains("://") && !text.to_lowercase().starts_with("file:");
    let is_written = (text.starts_with('.') || text.contains('/')) && !text.contains(' ');
    !is_address && (of_path || is_written)
}

/// The command line that a list of words comes to.
fn line_of(items: &[Value]) -> Option<String> {
    let words: Option<Vec<&str>> = items.iter().map(Value::as_str).collect();
    Some(words?.join(" "))
}

/// A command, cut to a length that can be shown.
fn shown(command: &Value) -> String {
    const LONGEST: usize = 80;
    let text = command["command"].as_str().unwrap_or_default();
    let mut shown: String = text.chars().take(LONGEST).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}
