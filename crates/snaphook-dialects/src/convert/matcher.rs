//! A matcher of tool names in another agent's names. Names are translated one by one; an
//! expression becomes the tools that it matches.

use std::collections::BTreeSet;

use snaphook_agents::{AGENTS, AgentSpec, HostSpec, McpForm, ToolShape};
use snaphook_core::dialect::Rules;
use snaphook_core::input::Fields;
use snaphook_core::matching::Aliases;
use snaphook_core::tool::mcp_parts;

/// The tools that a matcher means, in canonical names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum MeantTools {
    /// Every tool.
    Every,
    /// These.
    Some {
        names: Vec<String>,
        /// What could not be said for sure.
        remarks: Vec<String>,
    },
}

/// Reads a matcher of an event about tools.
pub(super) fn meant_tools(
    rules: &Rules,
    agent: &AgentSpec,
    host: Option<&HostSpec>,
    event: &str,
    text: Option<&str>,
) -> MeantTools {
    let Some(text) = text.filter(|text| !matches!(*text, "" | "*" | ".*" | "^.*$")) else {
        return MeantTools::Every;
    };
    let mut remarks = Vec::new();
    if text.starts_with("mcp__") && text.ends_with(".*") && text.matches('*').count() == 1 {
        let names = vec![text.to_owned()];
        return MeantTools::Some { names, remarks };
    }
    if let Some(listed) = listed_names(text) {
        let mut names = Vec::new();
        for name in listed {
            let canonical = canonical_names(agent, host, name);
            if canonical.is_empty() {
                remarks.push(format!(
                    "{} has no tool `{name}` that is known; its name is kept",
                    agent.title
                ));
                names.push(name.to_owned());
            }
            names.extend(canonical);
        }
        names.dedup();
        return MeantTools::Some { names, remarks };
    }
    let spec = rules.event(event);
    let (matcher, _) = rules.group_matcher(spec.spec(), Some(text));
    let none = Aliases::none();
    let names: Vec<String> = match matcher.compiled() {
        Ok(matcher) => every_tool()
            .into_iter()
            .filter(|tool| matcher.accepts(tool, &none).is_match())
            .map(str::to_owned)
            .collect(),
        Err(_) => Vec::new(),
    };
    remarks.push(match names.is_empty() {
        true => format!("the expression `{text}` matches no known tool"),
        false => format!("the expression `{text}` is written as the tools that it matches now"),
    });
    if text.contains("mcp") {
        remarks.push(format!(
            "tools of MCP servers that `{text}` matches are not in the list"
        ));
    }
    MeantTools::Some { names, remarks }
}

/// The names of a matcher that is a list of them.
fn listed_names(text: &str) -> Option<Vec<&str>> {
    let inner = text.trim_start_matches('^').trim_end_matches('$');
    let inner = match inner
        .strip_prefix('(')
        .and_then(|own| own.strip_suffix(')'))
    {
        Some(own) => own.strip_prefix("?:").unwrap_or(own),
        None => inner,
    };
    let plain = |c: char| {
        c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ':' | '@' | '/' | '|' | ',' | ' ')
    };
    if !inner.chars().all(plain) {
        return None;
    }
    let names = inner.split(['|', ',']).map(str::trim);
    Some(names.filter(|name| !name.is_empty()).collect())
}

/// What an agent's tool is called canonically.
fn canonical_names(agent: &AgentSpec, host: Option<&HostSpec>, name: &str) -> Vec<String> {
    let rows = agent.tools.iter().filter(|row| row.native == name);
    let mut names: Vec<String> = rows.map(|row| row.tool.to_owned()).collect();
    let aliases = host.map_or(&[][..], |host| host.tool_aliases);
    let aliases = aliases.iter().filter(|(_, alias)| *alias == name);
    names.extend(aliases.map(|(tool, _)| (*tool).to_owned()));
    names.extend(agent.mcp.canonical(name, &Fields::default()));
    if names.is_empty() && agent.canonical_tools {
        names.push(name.to_owned());
    }
    names.sort();
    names.dedup();
    names
}

/// Every canonical tool that some agent has.
fn every_tool() -> BTreeSet<&'static str> {
    let tools = AGENTS.iter().flat_map(|agent| agent.tools);
    tools.map(|row| row.tool).collect()
}

/// What an agent calls a canonical tool: every tool of its that does the same.
pub(super) fn native_names(agent: &AgentSpec, tool: &str) -> Vec<String> {
    let tool = if tool == "Task" { "Agent" } else { tool };
    if let Some((server, name)) = parts_of_server_tool(tool) {
        return match agent.mcp {
            McpForm::Canonical => vec![tool.to_owned()],
            McpForm::SinglePrefix if server == ".*" => vec!["mcp_.*".to_owned()],
            McpForm::SinglePrefix => vec![format!("mcp_{server}_{name}")],
            McpForm::TripleUnderscore => vec![format!("{server}___{name}")],
            McpForm::Colon => vec![format!("MCP:{name}")],
            McpForm::AtServer => vec![format!("@{server}/{name}")],
            McpForm::Fields(..) => Vec::new(),
        };
    }
    if agent.canonical_tools {
        return vec![tool.to_owned()];
    }
    let fits = |row: &&snaphook_agents::ToolSpec| {
        let edits = matches!(tool, "Write" | "Edit" | "MultiEdit");
        row.tool == tool
            || match row.shape {
                ToolShape::Editor => edits || tool == "Read",
                ToolShape::Patch(_) => edits,
                _ => tool == "MultiEdit" && row.tool == "Edit",
            }
    };
    let mut names: Vec<String> = Vec::new();
    for row in agent.tools.iter().filter(fits) {
        if !names.iter().any(|name| name == row.native) {
            names.push(row.native.to_owned());
        }
    }
    names
}

/// The server and the tool of a name; `mcp__.*` is every tool of every server.
fn parts_of_server_tool(name: &str) -> Option<(&str, &str)> {
    match name {
        "mcp__.*" => Some((".*", ".*")),
        name => mcp_parts(name),
    }
}
