//! The names of MCP tools: `mcp__server__tool`.

const PREFIX: &str = "mcp__";
const BETWEEN: &str = "__";

/// The name under which agents call a tool of an MCP server.
#[must_use]
pub fn mcp_name(server: &str, tool: &str) -> String {
    format!("{PREFIX}{server}{BETWEEN}{tool}")
}

/// The server and the tool of such a name; `None` for any other name. The
/// server ends at the first `__`, as agents read it.
#[must_use]
pub fn mcp_parts(name: &str) -> Option<(&str, &str)> {
    name.strip_prefix(PREFIX)?.split_once(BETWEEN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_put_together_and_taken_apart() {
        assert_eq!(
            mcp_parts(&mcp_name("memory", "store")),
            Some(("memory", "store"))
        );
        assert_eq!(mcp_parts("mcp__a__b__c"), Some(("a", "b__c")));
        assert_eq!(mcp_parts("mcp__memory"), None);
        assert_eq!(mcp_parts("Bash"), None);
    }
}
