//! Conditions that are never looked at, or never true.

use snaphook_core::matching::{Aliases, MatchResult, Matcher};
use snaphook_rules::Rule;

use super::pass::LintedHook;
use crate::finding::Finding;
use crate::known_tools::other_case;

pub(super) fn check(subject: &LintedHook<'_>, findings: &mut Vec<Finding>) {
    let hook = subject.hook;
    let (Some(condition), Some(span)) = (&hook.condition, &subject.spans.condition) else {
        return;
    };
    let event = hook.event.as_str();
    if !hook.event.spec().conditions {
        findings.push(subject.warning(
            "if-never-runs",
            span.clone(),
            format!("this hook never runs: it has an `if`, and {event} evaluates no conditions"),
            "remove `if`; the hook itself can look at its input and exit 0",
        ));
        return;
    }
    // One that cannot be read is the loader's finding; a rule for MCP tools
    // may name a whole server, and one with a `*` any tool.
    let Ok(rule) = Rule::parse(condition) else {
        return;
    };
    let tool = rule.tool();
    if tool.starts_with("mcp__") || tool.contains('*') {
        return;
    }
    if let Some(right) = other_case(tool) {
        findings.push(subject.warning(
            "if-never-true",
            subject.source.inside(span, 0..tool.len()),
            format!("unknown tool `{tool}`: tool names are case-sensitive"),
            format!("did you mean `{right}`?"),
        ));
        return;
    }
    let aliases = Aliases::default();
    if !rule.can_apply_to(tool, &aliases) {
        findings.push(subject.warning(
            "if-never-true",
            span.clone(),
            format!("`{rule}` matches nothing: a call of `{tool}` has no content to compare"),
            format!("write `{tool}` for every call, or use content that the tool has, as in `WebFetch(domain:example.com)`"),
        ));
        return;
    }
    let matcher = hook.matcher.compiled().unwrap_or(&Matcher::All);
    if matcher.accepts(tool, &aliases) == MatchResult::No {
        let text = hook.matcher.text().map_or("", |text| text);
        findings.push(subject.warning(
            "if-never-true",
            span.clone(),
            format!("this hook never runs: the matcher `{text}` does not match `{tool}`"),
            format!("add `{tool}` to the matcher, or change `if`"),
        ));
    }
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
        the_one(&with("", "WebFetch(example.com)"), "if-never-true");
        silent(&with("", "WebFetch(domain:example.com)"), "if-never-true");
        let found = the_one(&with("", "bash(git *)"), "if-never-true");
        assert_eq!(found.shown, "bash");
    }
}
