//! Which agent of a file is meant: the one that was named, else `root`, else the
//! only one.

use snaphook_settings::node::{Kind, Member, Node, SyntaxError};

pub(super) const HOOKS: &str = "hooks";
pub(super) const AGENTS: &str = "agents";
/// The agent that is meant when nobody names one.
const ROOT: &str = "root";

/// The hooks of the agent that is meant, wherever they are: a key that stands
/// twice counts both times. Hooks at the root of the file are every agent's: a
/// file with these alone need not know the agent that was named.
pub(super) fn hooks_of_agent(root: &Node, wanted: Option<&str>) -> Result<Vec<Node>, SyntaxError> {
    let hooks_at_root = children(root, HOOKS).next().is_some();
    let agents = children(root, AGENTS).filter_map(Node::members);
    let members: Vec<&Member> = agents.flatten().collect();
    let place = children(root, AGENTS).next_back().unwrap_or(root);
    let is_there = |name: &str| members.iter().any(|member| member.key == name);
    let first = members.first().map(|member| member.key.as_str());
    let name = match (wanted, first) {
        (_, None) if hooks_at_root => return Ok(Vec::new()),
        (None, None) => return Ok(Vec::new()),
        (Some(name), _) if is_there(name) => name,
        (Some(name), _) => return Err(unknown(place, name, &members)),
        (None, Some(only)) if members.iter().all(|member| member.key == only) => only,
        (None, _) if is_there(ROOT) => ROOT,
        (None, _) if hooks_at_root => return Ok(Vec::new()),
        (None, _) => return Err(unclear(place, &members)),
    };
    let meant = members.iter().filter(|member| member.key == name);
    let hooks = meant.flat_map(|member| children(&member.value, HOOKS));
    Ok(hooks.cloned().collect())
}

fn unknown(place: &Node, name: &str, agents: &[&Member]) -> SyntaxError {
    let message = match agents {
        [] => format!("unknown agent `{name}`: this file describes none"),
        [only] => format!(
            "unknown agent `{name}`; the only one in this file is `{}`",
            only.key
        ),
        agents => format!("unknown agent `{name}`; this file has {}", listed(agents)),
    };
    at(place, message)
}

fn unclear(place: &Node, agents: &[&Member]) -> SyntaxError {
    let agents = listed(agents);
    at(
        place,
        format!(
            "this file has several agents and none is called `{ROOT}`; say which with --agent: {agents}"
        ),
    )
}

fn at(node: &Node, message: String) -> SyntaxError {
    SyntaxError::new(message, node.span.clone())
}

fn listed(agents: &[&Member]) -> String {
    let names: Vec<_> = agents
        .iter()
        .map(|member| format!("`{}`", member.key))
        .collect();
    names.join(", ")
}

/// Every value of a key that is there and not null.
pub(super) fn children<'a>(node: &'a Node, key: &str) -> impl DoubleEndedIterator<Item = &'a Node> {
    let members = node.members().unwrap_or_default().iter();
    let members = members.filter(move |member| member.key == key);
    let values = members.map(|member| &member.value);
    values.filter(|value| value.kind != Kind::Null)
}
