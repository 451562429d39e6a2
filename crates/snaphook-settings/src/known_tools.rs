//! The tools that agents are known to have. Others may exist: a name that is
//! not here is never wrong by itself.

use snaphook_core::matching::{Aliases, MatchResult, Matcher};

pub(crate) const KNOWN_TOOLS: &[&str] = &[
    "Agent",
    "AskUserQuestion",
    "Bash",
    "BashOutput",
    "Edit",
    "EnterPlanMode",
    "ExitPlanMode",
    "Glob",
    "Grep",
    "KillShell",
    "LS",
    "MultiEdit",
    "NotebookEdit",
    "NotebookRead",
    "PowerShell",
    "Read",
    "Skill",
    "SlashCommand",
    "Task",
    "TaskOutput",
    "TaskStop",
    "TodoWrite",
    "WebFetch",
    "WebSearch",
    "Write",
];

/// The known tool that differs from `name` only in its capitals.
pub(crate) fn other_case(name: &str) -> Option<&'static str> {
    if KNOWN_TOOLS.contains(&name) {
        return None;
    }
    KNOWN_TOOLS
        .iter()
        .copied()
        .find(|tool| tool.eq_ignore_ascii_case(name))
}

/// Whether a matcher accepts any tool that is known.
pub(crate) fn accepts_some_tool(matcher: &Matcher) -> bool {
    let aliases = Aliases::default();
    KNOWN_TOOLS
        .iter()
        .any(|tool| matcher.accepts(tool, &aliases) != MatchResult::No)
}

/// The tool of a permission rule such as `Bash(git *)`, which people write
/// where a matcher is wanted.
pub(crate) fn tool_pattern(text: &str) -> Option<&str> {
    let (tool, content) = text.split_once('(')?;
    (KNOWN_TOOLS.contains(&tool) && content.ends_with(')')).then_some(tool)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_a_known_tool_with_something_in_parentheses() {
        assert_eq!(tool_pattern("Bash(git *)"), Some("Bash"));
        assert_eq!(tool_pattern("Bash(*)"), Some("Bash"));
        assert_eq!(tool_pattern("Notebook(Edit|Read)"), None);
        assert_eq!(tool_pattern("Bash"), None);
        assert_eq!(tool_pattern("(Edit|Write)"), None);
    }

    #[test]
    fn only_the_capitals_may_differ() {
        assert_eq!(other_case("bash"), Some("Bash"));
        assert_eq!(other_case("Bash"), None);
        assert_eq!(other_case("bsh"), None);
    }
}
