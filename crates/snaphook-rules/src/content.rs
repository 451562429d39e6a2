//! What kind of content a tool has.

use crate::Aliases;

/// The kind of content that a rule for a tool speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ContentKind {
    /// A Bash command.
    Bash,
    /// A PowerShell command.
    PowerShell,
    /// A path.
    Path,
    /// The host of a URL.
    Host,
    /// The type of a subagent.
    Agent,
    /// The name of a skill and its arguments.
    Skill,
    /// None: a content rule never matches.
    None,
}

/// The tools whose content is not a path.
const KINDS: [(&str, ContentKind); 10] = [
    ("Bash", ContentKind::Bash),
    ("PowerShell", ContentKind::PowerShell),
    ("WebFetch", ContentKind::Host),
    ("Agent", ContentKind::Agent),
    ("Task", ContentKind::Agent),
    ("Skill", ContentKind::Skill),
    ("WebSearch", ContentKind::None),
    ("TodoWrite", ContentKind::None),
    ("TaskOutput", ContentKind::None),
    ("TaskStop", ContentKind::None),
];

impl ContentKind {
    /// The kind of content this tool has. A tool that is not known has a path
    /// if its input does.
    pub fn of(tool_name: &str, aliases: &Aliases) -> ContentKind {
        let known = |name: &str| KINDS.iter().find(|(known, _)| *known == name);
        aliases
            .of(tool_name)
            .find_map(known)
            .map(|(_, kind)| *kind)
            .unwrap_or(if tool_name.starts_with("mcp__") {
                ContentKind::None
            } else {
                ContentKind::Path
            })
    }
}

/// The fields of the input that hold a path, in order of preference.
pub(crate) const PATH_FIELDS: [&str; 3] = ["file_path", "notebook_path", "path"];

/// The tool that finds files by a pattern, and the field that holds it: it may
/// lead out of the folder that the path names.
pub(crate) const PATTERN_TOOL: &str = "Glob";
pub(crate) const PATTERN_FIELD: &str = "pattern";

/// Tools that work on the working directory where no path is given.
pub(crate) const PATH_OPTIONAL: [&str; 3] = ["Glob", "Grep", "LS"];

/// Tools that do nothing without a path: a call that gives none in a known field may name
/// it in another.
pub(crate) const PATH_REQUIRED: [&str; 6] = [
    "Read",
    "Write",
    "Edit",
    "MultiEdit",
    "NotebookEdit",
    "NotebookRead",
];

/// The fields that hold the name of a skill, and those that hold what it is given.
pub(crate) const SKILL_FIELDS: [&str; 4] = ["skill", "command", "name", "skill_name"];
pub(crate) const SKILL_ARGS: [&str; 2] = ["args", "arguments"];
