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
//! Hooks are under an agent or at the root; tool events have groups, all
//! others plain lists, and a single mapping stands for a list of one.

use snaphook_settings::node::{Kind, Member, Node, SyntaxError};

use super::agents::{AGENTS, HOOKS, children, hooks_of_agent};
use super::names::NAMES;

/// Whether this is surely a file of this dialect: it describes agents, or all
/// its events are this dialect's (one may be a slip in another).
pub(super) fn is_agent_file(root: &Node) -> bool {
    let is_own = |member: &Member| NAMES.events.iter().any(|(native, _)| *native == member.key);
    let mut events = children(root, HOOKS)
        .filter_map(Node::members)
        .flatten()
        .peekable();
    let mut agents = children(root, AGENTS).filter_map(Node::members).flatten();
    agents.any(|agent| agent.value.members().is_some())
        || (events.peek().is_some() && events.all(is_own))
}

/// The tree with the hooks of one agent in canonical groups: those of the root
/// first, then the agent's own. Events keep their names, which the rules know.
pub(super) fn canonical(root: Node, agent: Option<&str>) -> Result<Node, SyntaxError> {
    let own = hooks_of_agent(&root, agent)?;
    let mut at_root: Vec<Node> = children(&root, HOOKS).cloned().collect();
    let last = at_root.pop();
    let mut of_agent = own.into_iter();
    let hooks = last.into_iter().chain(of_agent.next());
    let (mappings, others): (Vec<Node>, Vec<Node>) =
        hooks.partition(|node| node.members().is_some());
    let Kind::Object(mut members) = root.kind else {
        return Ok(root);
    };
    members.retain(|member| member.key != AGENTS && member.key != HOOKS);
    let mappings = mappings.into_iter().map(with_groups);
    // An entry that is not a mapping is lost: it comes first and is reported. Others of
    // the same key stay separate: they are reported, too, and count.
    let again = at_root.into_iter().chain(of_agent).map(with_groups);
    let hooks = again.chain(others).chain(mappings.reduce(join_nodes));
    members.extend(hooks.map(|value| Member {
        key: HOOKS.to_owned(),
        key_span: value.span.clone(),
        value,
    }));
    Ok(Node {
        kind: Kind::Object(members),
        span: root.span,
    })
}

/// `hooks` with groups everywhere.
fn with_groups(mut hooks: Node) -> Node {
    if let Kind::Object(events) = hooks.kind {
        hooks.kind = Kind::Object(events.into_iter().map(event).collect());
    }
    hooks
}

/// Two `hooks` in one: an event that both have has the groups of both.
fn join_nodes(mut first: Node, second: Node) -> Node {
    let (Kind::Object(events), Kind::Object(more)) = (&mut first.kind, second.kind) else {
        return first;
    };
    let mut taken: Vec<String> = Vec::new();
    for event in more {
        // A key that the second itself has twice stays separate, and is reported.
        let again = taken.contains(&event.key);
        taken.push(event.key.clone());
        let same = events.iter_mut().rfind(|one| one.key == event.key);
        match (same.map(|one| &mut one.value.kind), event.value.items()) {
            (Some(Kind::List(groups)), Some(own)) if !again => groups.extend_from_slice(own),
            _ => events.push(event),
        }
    }
    first
}

/// One event, with groups of hooks.
fn event(member: Member) -> Member {
    let name = NAMES.canonical_event(&member.key);
    let has_groups = matches!(name, "PreToolUse" | "PostToolUse");
    let items = listed(member.value);
    let value = if has_groups {
        groups(items)
    } else {
        flat(items)
    };
    Member { value, ..member }
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
        // Reported as it is: it is not a list at all.
        _ => list,
    }
}
