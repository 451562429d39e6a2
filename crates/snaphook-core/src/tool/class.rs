//! The classes of tools. The protocol knows the usual names; a host classifies
//! its own.

use std::collections::HashMap;

use super::mcp::mcp_parts;
use crate::matching::Aliases;

/// What a tool does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ToolClass {
    /// It only looks at files.
    Read,
    /// It changes files.
    Edit,
    /// It runs commands.
    Execute,
    /// It reaches out to the network.
    Network,
    /// It plans, asks the user or starts other agents, whose calls are judged by
    /// themselves: it needs no permission.
    Agent,
    /// A tool of an MCP server: it may do anything.
    Mcp,
    /// Anything else.
    Other,
}

/// The names that every agent uses.
const BUILT_IN: &[(&str, ToolClass)] = &[
    ("Read", ToolClass::Read),
    ("Glob", ToolClass::Read),
    ("Grep", ToolClass::Read),
    ("LS", ToolClass::Read),
    ("NotebookRead", ToolClass::Read),
    ("Write", ToolClass::Edit),
    ("Edit", ToolClass::Edit),
    ("MultiEdit", ToolClass::Edit),
    ("NotebookEdit", ToolClass::Edit),
    ("Bash", ToolClass::Execute),
    ("PowerShell", ToolClass::Execute),
    ("WebFetch", ToolClass::Network),
    ("WebSearch", ToolClass::Network),
    ("Skill", ToolClass::Agent),
    ("Agent", ToolClass::Agent),
    ("Task", ToolClass::Agent),
    ("TodoWrite", ToolClass::Agent),
    ("AskUserQuestion", ToolClass::Agent),
    ("ExitPlanMode", ToolClass::Agent),
];

/// Usual tools that are of no class.
const OTHERS: &[&str] = &[
    "BashOutput",
    "KillShell",
    "SlashCommand",
    "TaskOutput",
    "TaskStop",
];

/// The names of tools that agents usually have.
pub fn known_tools() -> impl Iterator<Item = &'static str> {
    let classed = BUILT_IN.iter().map(|(name, _)| *name);
    classed.chain(OTHERS.iter().copied())
}

/// Whether this is the name of a tool that agents usually have.
#[must_use]
pub fn is_known_tool(name: &str) -> bool {
    known_tools().any(|known| known == name)
}

/// The class of every tool: the usual ones, and what the host says of its own.
///
/// ```
/// use snaphook_core::tool::{ToolClass, ToolClasses};
///
/// let classes = ToolClasses::default().with("mcp__memory__search", ToolClass::Read);
/// assert_eq!(classes.of("Bash"), ToolClass::Execute);
/// assert_eq!(classes.of("mcp__memory__search"), ToolClass::Read);
/// assert_eq!(classes.of("mcp__memory__store"), ToolClass::Mcp);
/// ```
#[derive(Debug, Clone, Default)]
pub struct ToolClasses {
    own: HashMap<String, ToolClass>,
    aliases: Aliases,
}

impl ToolClasses {
    /// Says what a tool does; this counts more than its name.
    #[must_use]
    pub fn with(mut self, tool: &str, class: ToolClass) -> Self {
        self.own.insert(tool.to_owned(), class);
        self
    }

    /// Tools that go by more than one name.
    #[must_use]
    pub fn aliases(mut self, aliases: Aliases) -> Self {
        self.aliases = aliases;
        self
    }

    /// The class of a tool.
    #[must_use]
    pub fn of(&self, tool: &str) -> ToolClass {
        let own = || self.aliases.of(tool).find_map(|name| self.own.get(name));
        let built_in = || {
            let known = |name| BUILT_IN.iter().find(|(known, _)| *known == name);
            self.aliases
                .of(tool)
                .find_map(known)
                .map(|(_, class)| class)
        };
        let mcp = || mcp_parts(tool).map(|_| &ToolClass::Mcp);
        own()
            .or_else(built_in)
            .or_else(mcp)
            .copied()
            .unwrap_or(ToolClass::Other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alias_has_the_class_of_its_tool() {
        let classes = ToolClasses::default()
            .aliases(Aliases::default().with(["Shell", "Bash"]))
            .with("Agent", ToolClass::Read);
        assert_eq!(classes.of("Shell"), ToolClass::Execute);
        assert_eq!(classes.of("Task"), ToolClass::Read);
        assert_eq!(classes.of("TodoWrite"), ToolClass::Agent);
        assert_eq!(classes.of("TaskStop"), ToolClass::Other);
        assert_eq!(classes.of("bash"), ToolClass::Other);
    }
}
