//! Matchers that are ignored, and matchers that nothing can match.

use std::ops::Range;

use snaphook_core::event::MatchesOn;
use snaphook_core::matching::Matcher;

use super::pass::LintedHook;
use super::values;
use crate::finding::Finding;
use crate::known_tools::{KNOWN_TOOLS, accepts_some_tool, other_case, tool_pattern};
use crate::other_agents::tool_of_other_agent;

pub(super) const NEVER: &str = "matcher-never-matches";
const ELSEWHERE: &str = "name-of-other-agent";

/// Looks at the matcher of a group, which is at `span`.
pub(super) fn check(subject: &LintedHook<'_>, span: &Range<usize>, findings: &mut Vec<Finding>) {
    let Some(text) = subject.hook.matcher.text() else {
        return;
    };
    let event = subject.hook.event.as_str();
    let matches_on = subject.hook.event.spec().matches_on;
    if matches_on == MatchesOn::Nothing {
        if !matches!(text.trim(), "" | "*" | ".*") {
            findings.push(group(subject.warning(
                "matcher-ignored",
                span.clone(),
                format!("the matcher `{text}` is ignored: {event} has no field to match on"),
                "remove `matcher`; the hook runs on every {event}",
            )));
        }
        return;
    }
    // One that does not compile was reported when it was read.
    let Ok(matcher) = subject.hook.matcher.compiled() else {
        return;
    };
    if matches!(matcher, Matcher::Names(names) if names.is_empty()) {
        findings.push(group(subject.warning(
            NEVER,
            span.clone(),
            format!("the matcher `{text}` matches nothing: it is a list without names"),
            "leave `matcher` out to match everything",
        )));
        return;
    }
    // What follows is about canonical names of tools, and forms of matchers.
    if !subject.hook.event.is_canonical() {
        return;
    }
    match matches_on {
        MatchesOn::Nothing => {}
        MatchesOn::Tool(_) => tools(subject, span, text, matcher, findings),
        MatchesOn::Field {
            name,
            values,
            missing,
            ..
        } if !values.is_empty() => {
            // A field with a stand-in is one whose values nobody has fixed.
            let field = values::Field {
                name,
                values,
                open: missing.is_some(),
            };
            values::check(subject, span, text, matcher, &field, findings);
        }
        MatchesOn::Field { .. } => {}
        MatchesOn::BaseName(_) => base_name(subject, span, text, findings),
    }
}

/// A matcher belongs to its group, not to the hook that was looked at.
pub(super) fn group(mut finding: Finding) -> Finding {
    finding.hook = None;
    finding
}

fn tools(
    subject: &LintedHook<'_>,
    span: &Range<usize>,
    text: &str,
    matcher: &Matcher,
    findings: &mut Vec<Finding>,
) {
    match matcher {
        Matcher::Names(names) => {
            for name in names {
                let at = || place_of(subject, span, text, name);
                if let Some((message, help)) = odd_name(name, names) {
                    findings.push(group(subject.warning(NEVER, at(), message, help)));
                } else if let Some(tool) = tool_of_other_agent(name) {
                    findings.push(group(subject.hint(
                        ELSEWHERE,
                        at(),
                        format!("`{name}` is the name of `{tool}` in other agents"),
                        format!("write `{tool}`, unless the host itself has a tool of that name"),
                    )));
                }
            }
        }
        Matcher::Regex(_) => {
            if let Some(tool) = tool_pattern(text)
                && !accepts_some_tool(matcher)
            {
                findings.push(group(subject.warning(
                    NEVER,
                    span.clone(),
                    format!("the matcher `{text}` matches nothing: it is a permission rule"),
                    format!(
                        "write `\"matcher\": \"{tool}\"`, and `\"if\": \"{text}\"` on the hook"
                    ),
                )));
            }
        }
        Matcher::All | Matcher::Whole(_) | Matcher::Translated(..) => {}
    }
}

/// What is wrong with a name of a list, and what to write.
fn odd_name(name: &str, names: &[Box<str>]) -> Option<(String, String)> {
    if let Some(server) = name.strip_prefix("mcp__") {
        let server = server.strip_suffix("__").unwrap_or(server);
        if server.is_empty() || server.contains("__") {
            return None;
        }
        let all = format!("mcp__{server}__.*");
        let help = if names.len() == 1 {
            format!("write `{all}` for every tool of that server")
        } else {
            let list: Vec<_> = names
                .iter()
                .map(|other| if **other == *name { &*all } else { &**other })
                .collect();
            format!(
                "write `^({})$` for every tool of that server",
                list.join("|")
            )
        };
        return Some((
            format!("`{name}` matches nothing: it names an MCP server, not a tool"),
            help,
        ));
    }
    if let Some(tool) = other_case(name) {
        return Some((
            format!("unknown tool `{name}`: tool names are case-sensitive"),
            format!("did you mean `{tool}`?"),
        ));
    }
    let words: Vec<_> = name.split_whitespace().collect();
    if words.len() > 1 && words.iter().all(|word| KNOWN_TOOLS.contains(word)) {
        return Some((
            format!("`{name}` matches nothing: it is read as one name"),
            format!("separate names with `|`: `{}`", words.join("|")),
        ));
    }
    None
}

/// FileChanged: a base name has no folders.
fn base_name(
    subject: &LintedHook<'_>,
    span: &Range<usize>,
    text: &str,
    findings: &mut Vec<Finding>,
) {
    // Beyond these characters it is an expression that may mean anything.
    let path = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '/');
    let Some((_, last)) = text.rsplit_once('/').filter(|_| text.chars().all(path)) else {
        return;
    };
    let event = subject.hook.event.as_str();
    findings.push(group(subject.warning(
        NEVER,
        span.clone(),
        format!("`{text}` matches nothing: {event} matches on the file's name without its folder"),
        match last {
            "" => "name a file, or leave `matcher` out".to_owned(),
            last => format!("write `{last}`"),
        },
    )));
}

/// Where a name of a list stands.
pub(super) fn place_of(
    subject: &LintedHook<'_>,
    span: &Range<usize>,
    text: &str,
    name: &str,
) -> Range<usize> {
    let mut start = 0;
    for item in text.split(['|', ',']) {
        if item.trim() == name {
            let start = start + (item.len() - item.trim_start().len());
            return subject.source.inside(span, start..start + name.len());
        }
        start += item.len() + 1;
    }
    span.clone()
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::{group, silent, the_one};

    #[test]
    fn a_matcher_where_nothing_is_matched_is_ignored() {
        let found = the_one(&group("Stop", "Bash"), "matcher-ignored");
        assert_eq!(found.shown, "\"Bash\"");
        silent(&group("Stop", "*"), "matcher-ignored");
        silent(&group("Stop", ".*"), "matcher-ignored");
        silent(&group("Stop", ""), "matcher-ignored");
        silent(&group("PostToolUse", "Bash"), "matcher-ignored");
    }

    #[test]
    fn a_server_is_no_tool() {
        let found = the_one(&group("PostToolUse", "mcp__memory"), super::NEVER);
        assert!(found.help.contains("`mcp__memory__.*`"), "{found:?}");
        let found = the_one(&group("PostToolUse", "Edit|mcp__memory__"), super::NEVER);
        assert_eq!(found.shown, "mcp__memory__");
        assert!(
            found.help.contains("`^(Edit|mcp__memory__.*)$`"),
            "{found:?}"
        );
        silent(&group("PostToolUse", "mcp__memory__.*"), super::NEVER);
        silent(&group("PostToolUse", "mcp__memory__save"), super::NEVER);
        silent(&group("Elicitation", "mcp__memory"), super::NEVER);
    }

    #[test]
    fn a_rule_is_no_matcher() {
        let found = the_one(&group("PreToolUse", "Bash(git *)"), super::NEVER);
        assert!(found.help.contains(r#""if": "Bash(git *)""#), "{found:?}");
        silent(&group("PreToolUse", "Task(Output|Stop)"), super::NEVER);
        silent(&group("PreToolUse", "Notebook(Edit|Read)"), super::NEVER);
        silent(&group("PreToolUse", "Edit|Write"), super::NEVER);
    }

    #[test]
    fn a_list_needs_names() {
        the_one(&group("PreToolUse", "|"), super::NEVER);
        the_one(&group("SessionStart", "  "), super::NEVER);
        silent(&group("PreToolUse", "Bash|"), super::NEVER);
    }

    #[test]
    fn capitals_count() {
        let found = the_one(&group("PreToolUse", "Edit|bash"), super::NEVER);
        assert_eq!(found.shown, "bash");
        assert_eq!(found.help, "did you mean `Bash`?");
        silent(&group("PreToolUse", "Bash|deploy"), super::NEVER);
    }

    #[test]
    fn the_name_that_another_agent_has_for_a_tool_is_a_hint() {
        let found = the_one(
            &group("PreToolUse", "Edit|run_shell_command"),
            super::ELSEWHERE,
        );
        assert_eq!(found.shown, "run_shell_command");
        assert!(found.help.starts_with("write `Bash`"), "{found:?}");
        silent(&group("PreToolUse", "Bash|deploy"), super::ELSEWHERE);
    }

    #[test]
    fn a_blank_separates_nothing() {
        let found = the_one(&group("PreToolUse", "Edit Write"), super::NEVER);
        assert!(found.help.contains("`Edit|Write`"), "{found:?}");
        silent(&group("PreToolUse", "Edit, Write"), super::NEVER);
    }

    #[test]
    fn a_file_name_has_no_folder() {
        let found = the_one(&group("FileChanged", "src/.env"), super::NEVER);
        assert_eq!(found.help, "write `.env`");
        silent(&group("FileChanged", ".env"), super::NEVER);
        silent(&group("FileChanged", "[^/]+\\\\.rs"), super::NEVER);
    }
}
