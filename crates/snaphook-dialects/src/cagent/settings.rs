//! Its settings → the canonical tree.
//!
//! ```yaml
//! agents:
//!   root:
//!     hooks:
//!       pre_tool_use: [{matcher: shell, hooks: [{type: command, command: ./guard.sh}]}]
//!       turn_start: {type: command, command: date}
//! ```
//!
//! Hooks stand under an agent or at the root; tool events have groups, all
//! others plain lists, and a single mapping stands for a list of one.

use snaphook_settings::node::{Kind, Member, Node, SyntaxError};

use super::names::NAMES;

const HOOKS: &str = "hooks";
const AGENTS: &str = "agents";
/// The agent that is meant when nobody names one.
const ROOT: &str = "root";

/// Whether this is surely a file of this dialect: it describes agents, or all
/// its events are this dialect's (one may be a slip in another).
pub(super) fn is_agent_file(root: &Node) -> bool {
    let is_own = |member: &Member| NAMES.events.iter().any(|(native, _)| *native == member.key);
    let events = child(root, HOOKS).and_then(Node::members);
    let agents = child(root, AGENTS).and_then(Node::members);
    agents.is_some_and(|agents| agents.iter().any(|agent| agent.value.members().is_some()))
        || events.is_some_and(|events| !events.is_empty() && events.iter().all(is_own))
}

/// The tree with the hooks of one agent, under canonical names.
pub(super) fn canonical(root: Node, agent: Option<&str>) -> Result<Node, SyntaxError> {
    let mut hooks = Vec::new();
    let at_root = child(&root, HOOKS).cloned();
    let of_agent = of_agent(&root, agent, at_root.is_some())?;
    for node in at_root.into_iter().chain(of_agent) {
        hooks.push(node);
    }
    let span = root.span.clone();
    let Kind::Object(members) = root.kind else {
        return Ok(root);
    };
    let mut kept: Vec<Member> = members
        .into_iter()
        .filter(|member| member.key != HOOKS && member.key != AGENTS)
        .collect();
    // Those of the root come first, then the agent's own.
    let mut events = Vec::new();
    let mut place = None;
    for node in hooks {
        place.get_or_insert(node.span.clone());
        match node.kind {
            Kind::Object(members) => events.extend(members.into_iter().map(event)),
            // What is no mapping at all is told of as it stands.
            kind => kept.push(hooks_member(Node {
                kind,
                span: node.span,
            })),
        }
    }
    if let Some(span) = place {
        let kind = Kind::Object(events);
        kept.push(hooks_member(Node { kind, span }));
    }
    Ok(Node {
        kind: Kind::Object(kept),
        span,
    })
}

fn hooks_member(value: Node) -> Member {
    Member {
        key: HOOKS.to_owned(),
        key_span: value.span.clone(),
        value,
    }
}

/// The hooks of the agent that is meant; none, if it has none.
fn of_agent(
    root: &Node,
    wanted: Option<&str>,
    hooks_at_root: bool,
) -> Result<Option<Node>, SyntaxError> {
    let Some(agents) = child(root, AGENTS) else {
        return match wanted {
            None => Ok(None),
            Some(name) => Err(unmeant(
                root,
                format!("there is no agent `{name}` in this file"),
            )),
        };
    };
    let members = agents.members().unwrap_or_default();
    let named = |name: &str| members.iter().find(|member| member.key == name);
    let names = || {
        members
            .iter()
            .map(|member| format!("`{}`", member.key))
            .collect::<Vec<_>>()
    };
    let agent = match (wanted, members) {
        (Some(name), _) => named(name).ok_or_else(|| {
            unmeant(
                agents,
                format!(
                    "there is no agent `{name}` in this file; it has {}",
                    names().join(", ")
                ),
            )
        })?,
        (None, [only]) => only,
        (None, _) => match named(ROOT) {
            Some(root) => root,
            None if hooks_at_root || members.is_empty() => return Ok(None),
            None => {
                return Err(unmeant(
                    agents,
                    format!(
                        "this file has several agents and none is called `root`; say which with --agent: {}",
                        names().join(", ")
                    ),
                ));
            }
        },
    };
    Ok(child(&agent.value, HOOKS).cloned())
}

fn unmeant(node: &Node, message: String) -> SyntaxError {
    SyntaxError {
        message,
        span: node.span.clone(),
    }
}

/// One event: its canonical name, and groups of hooks.
fn event(member: Member) -> Member {
    let key = NAMES.canonical_event(&member.key).to_owned();
    let has_groups = matches!(key.as_str(), "PreToolUse" | "PostToolUse");
    let items = listed(member.value);
    let value = if has_groups {
        groups(items)
    } else {
        flat(items)
    };
    Member {
        key,
        value,
        ..member
    }
}

/// A single mapping stands for a list of one.
fn listed(node: Node) -> Node {
    match node.kind {
        Kind::Object(_) => Node {
            span: node.span.clone(),
            kind: Kind::List(vec![node]),
        },
        _ => node,
    }
}

/// Groups, each with a list of hooks.
fn groups(mut list: Node) -> Node {
    if let Kind::List(groups) = &mut list.kind {
        for group in groups {
            if let Kind::Object(members) = &mut group.kind {
                for member in members.iter_mut().filter(|member| member.key == HOOKS) {
                    let empty = Node {
                        span: member.value.span.clone(),
                        kind: Kind::Null,
                    };
                    member.value = listed(std::mem::replace(&mut member.value, empty));
                }
            }
        }
    }
    list
}

/// A plain list of hooks is one group that matches everything.
fn flat(list: Node) -> Node {
    let span = list.span.clone();
    match &list.kind {
        Kind::List(items) if items.is_empty() => list,
        Kind::List(_) => {
            let hooks = Member {
                key: HOOKS.to_owned(),
                key_span: span.clone(),
                value: list,
            };
            let group = Node {
                span: span.clone(),
                kind: Kind::Object(vec![hooks]),
            };
            Node {
                span,
                kind: Kind::List(vec![group]),
            }
        }
        // Told of as it stands: it is no list at all.
        _ => list,
    }
}

fn child<'a>(node: &'a Node, key: &str) -> Option<&'a Node> {
    let members = node.members()?;
    let found = members.iter().rfind(|member| member.key == key)?;
    (found.value.kind != Kind::Null).then_some(&found.value)
}
