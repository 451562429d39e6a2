//! Conditions that are never looked at, or never true.

use snaphook_core::matching::{Accepts, Aliases, Matcher};

use super::pass::Subject;
use super::tools::other_case;
use crate::finding::Finding;

pub(super) fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let hook = subject.hook;
    let (Some(condition), Some(span)) = (&hook.condition, &subject.spans.condition) else {
        return;
    };
    let event = hook.event.as_str();
    if !hook.event.spec().conditions {
        findings.push(subject.warning(
            "if-never-runs",
            span.clone(),
            format!("conditions are not evaluated on {event}: with an `if`, this hook never runs"),
            "remove `if`; the hook itself can look at its input and exit 0",
        ));
        return;
    }
    let Some(tool) = tool_of(condition) else {
        return;
    };
    if let Some(right) = other_case(tool) {
        findings.push(subject.warning(
            "if-never-true",
            subject.source.inside(span, 0..tool.len()),
            format!("there is no tool `{tool}`: names of tools are case-sensitive"),
            format!("did you mean `{right}`?"),
        ));
        return;
    }
    let matcher = hook.matcher.compiled().unwrap_or(&Matcher::All);
    if matcher.accepts(tool, &Aliases::default()) == Accepts::No {
        let text = hook.matcher.text().map_or("", |text| text);
        findings.push(subject.warning(
            "if-never-true",
            span.clone(),
            format!("the matcher `{text}` never lets `{tool}` through: this hook never runs"),
            format!("add `{tool}` to the matcher, or correct the `if`"),
        ));
    }
}

/// The tool of a rule. Nothing for MCP, where a rule may name a whole server.
fn tool_of(rule: &str) -> Option<&str> {
    let (tool, rest) = rule.split_at(rule.find('(').unwrap_or(rule.len()));
    let name = !tool.is_empty() && tool.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let whole = rest.is_empty() || rest.ends_with(')');
    (name && whole && !tool.starts_with("mcp__")).then_some(tool)
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::{hook, silent, the_one};

    #[test]
    fn an_if_where_none_is_evaluated_is_found() {
        let found = the_one(
            &hook("Stop", r#""command": "x", "if": "Bash(git *)""#),
            "if-never-runs",
        );
        assert_eq!(found.shown, "\"Bash(git *)\"");
        silent(
            &hook("PostToolUse", r#""command": "x", "if": "Bash(git *)""#),
            "if-never-runs",
        );
    }

    #[test]
    fn an_if_for_a_tool_that_the_matcher_keeps_out_is_found() {
        let with = |matcher: &str, rule: &str| {
            format!(
                r#"{{"hooks": {{"PostToolUse": [{{"matcher": "{matcher}", "hooks": [
                    {{"command": "x", "if": "{rule}"}}]}}]}}}}"#
            )
        };
        the_one(&with("Edit|Write", "Bash(git *)"), "if-never-true");
        silent(&with("Edit|Bash", "Bash(git *)"), "if-never-true");
        silent(&with("Agent", "Task(Explore)"), "if-never-true");
        silent(&with("mcp__memory__.*", "mcp__memory"), "if-never-true");
        silent(&with("", "Bash"), "if-never-true");
        let found = the_one(&with("", "bash(git *)"), "if-never-true");
        assert_eq!(found.shown, "bash");
    }
}
