//! What to do about a condition that joins rules with `||` or `&&`: it takes one.

/// The advice for a condition that cannot be read, if it joins whole rules.
pub(super) fn advice_for_joined(condition: &str) -> Option<String> {
    ["||", "&&"].into_iter().find_map(|operator| {
        let parts: Vec<&str> = condition.split(operator).map(str::trim).collect();
        let joins = parts.len() > 1 && parts.iter().all(|part| is_whole_rule(part));
        let rules: Vec<String> = parts.iter().map(|part| format!("`{part}`")).collect();
        joins.then(|| format!("write one hook for each of {}", rules.join(" and ")))
    })
}

/// Whether a text looks like `Tool` or `Tool(content)`.
fn is_whole_rule(text: &str) -> bool {
    let (tool, content) = match text.split_once('(') {
        Some((tool, rest)) => (tool, rest.strip_suffix(')')),
        None => (text, Some("")),
    };
    let named = tool.starts_with(|c: char| c.is_ascii_uppercase()) || tool.starts_with("mcp__");
    let plain = tool
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || "_-*.".contains(c));
    named && plain && content.is_some_and(|content| !content.contains(['(', ')']))
}

#[cfg(test)]
mod tests {
    use super::advice_for_joined;

    #[test]
    fn whole_rules_that_are_joined_are_told_apart() {
        let advice = advice_for_joined("Bash(git *) || Bash(rm *)");
        assert_eq!(
            advice.as_deref(),
            Some("write one hook for each of `Bash(git *)` and `Bash(rm *)`")
        );
        assert!(advice_for_joined("Edit || Write").is_some());
        assert!(advice_for_joined("Edit(src/**) && Write").is_some());
        for condition in [
            "Bash(a || b)",
            "Bash(a && B)",
            "Bash(git *)",
            "Edit",
            "a || b",
        ] {
            assert_eq!(advice_for_joined(condition), None, "{condition}");
        }
    }
}
