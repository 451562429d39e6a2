//! Which agent of a file is meant: the one that was named, else `root`, else the
//! only one.

use snaphook_settings::node::{Kind, Member, Node, SyntaxError};

pub(super) const HOOKS: &str = "hooks";
pub(super) const AGENTS: &str = "agents";
/// The agent that is meant when nobody names one.
const ROOT: &str = "root";

/// The hooks of the agent that is meant; none, if it has none. Hooks at the root
/// of the file are every agent's: a file with these alone need not know the
/// agent that was named.
pub(super) fn hooks_of_agent(
    root: &Node,
    wanted: Option<&str>,
) -> Result<Option<Node>, SyntaxError> {
    let hooks_at_root = child(root, HOOKS).is_some();
    let agents = child(root, AGENTS);
    let members = agents.and_then(Node::members).unwrap_or_default();
    let place = agents.unwrap_or(root);
    let named = |name: &str| members.iter().find(|member| member.key == name);
    let agent = match (wanted, members) {
        (_, []) if hooks_at_root => return Ok(None),
        (None, []) => return Ok(None),
        (None, [only]) => only,
        (Some(name), _) => named(name).ok_or_else(|| unknown(place, name, members))?,
        (None, _) => match named(ROOT) {
            Some(root) => root,
            None if hooks_at_root => return Ok(None),
            None => return Err(unclear(place, members)),
        },
    };
    Ok(child(&agent.value, HOOKS).cloned())
}

fn unknown(place: &Node, name: &str, agents: &[Member]) -> SyntaxError {
    let message = match agents {
        [] => format!("there is no agent `{name}` in this file: it describes none"),
        [only] => format!(
            "there is no agent `{name}` in this file; its only one is `{}`",
            only.key
        ),
        agents => format!(
            "there is no agent `{name}` in this file; it has {}",
            listed(agents)
        ),
    };
    at(place, message)
}

fn unclear(place: &Node, agents: &[Member]) -> SyntaxError {
    let agents = listed(agents);
    at(
        place,
        format!(
            "this file has several agents and none is called `{ROOT}`; say which with --agent: {agents}"
        ),
    )
}

fn at(node: &Node, message: String) -> SyntaxError {
    SyntaxError {
        message,
        span: node.span.clone(),
    }
}

fn listed(agents: &[Member]) -> String {
    let names: Vec<_> = agents
        .iter()
        .map(|member| format!("`{}`", member.key))
        .collect();
    names.join(", ")
}

/// The value of a key that is there and not null; of a key that stands twice,
/// the last.
pub(super) fn child<'a>(node: &'a Node, key: &str) -> Option<&'a Node> {
    let members = node.members()?;
    let found = members.iter().rfind(|member| member.key == key)?;
    (found.value.kind != Kind::Null).then_some(&found.value)
}
