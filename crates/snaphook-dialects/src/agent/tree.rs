//! A settings file of an agent → the canonical tree. Nodes keep their places, so that
//! findings point at what was written. Of the file only hooks are taken: its other keys are
//! the agent's own.

use snaphook_agents::TimeUnit;
use snaphook_core::dialect::Rules;
use snaphook_rules::command_condition;
use snaphook_settings::node::{Kind, Member, Node};

use super::data::{AgentData, GuardKey, Layout};

const HOOKS: &str = "hooks";
const MATCHER: &str = "matcher";
/// The key of an expression for the command, beside a matcher.
const COMMAND_EXPRESSION: &str = "commandRegex";
const TIMEOUT: &str = "timeout";
/// What a timeout of 0 means where that is "as long as it takes": a day.
const NO_LIMIT: f64 = 86_400.0;
/// Keys at the root that mean the same in every dialect.
const SWITCHES: &[&str] = &["disableAllHooks", "disabledHooks"];

/// The canonical tree.
pub(super) fn canonical(data: &AgentData, rules: &Rules, root: Node) -> Node {
    let Kind::Object(members) = root.kind else {
        return root;
    };
    let is_event = |key: &str| is_event(rules, key);
    let (hooks, others): (Vec<Member>, Vec<Member>) =
        members.into_iter().partition(|member| member.key == HOOKS);
    let span = root.span.clone();
    let (at_root, others): (Vec<Member>, Vec<Member>) = others
        .into_iter()
        .partition(|member| data.layout == Layout::RootGroups && is_event(&member.key));
    let mut tree: Vec<Member> = others
        .into_iter()
        .filter(|member| SWITCHES.contains(&member.key.as_str()) || is_event(&member.key))
        .collect();
    if !at_root.is_empty() {
        let events = Node {
            span: span.clone(),
            kind: Kind::Object(at_root),
        };
        tree.push(member(HOOKS, of_events(data, events)));
    }
    for found in hooks {
        let value = match (data.layout, found.value.kind) {
            (Layout::Named(event), Kind::List(items)) => {
                of_list(data, event, found.value.span.clone(), items)
            }
            (_, kind) => {
                let span = found.value.span;
                of_events(data, Node { span, kind })
            }
        };
        tree.push(Member { value, ..found });
    }
    Node {
        span,
        kind: Kind::Object(tree),
    }
}

fn is_event(rules: &Rules, key: &str) -> bool {
    rules.names.events.iter().any(|(own, _)| *own == key)
}

/// Whether a file with these events is surely the agent's: all of them are its own, one has
/// a name that no canonical event has, and so have the keys of its hooks.
pub(super) fn is_own(data: &AgentData, rules: &Rules, root: &Node) -> bool {
    let hooks = root.members().unwrap_or_default().iter();
    let hooks = hooks.filter(|member| member.key == HOOKS);
    let events: Vec<&Member> = match data.layout {
        Layout::Groups | Layout::Flat => hooks
            .filter_map(|member| member.value.members())
            .flatten()
            .collect(),
        _ => return false,
    };
    let canonical = |key: &str| {
        let mut rows = snaphook_core::event::EVENTS.iter();
        rows.any(|row| row.name == key)
    };
    let keys = || {
        let hooks = events.iter().filter_map(|event| event.value.items());
        let members = hooks.flatten().filter_map(Node::members).flatten();
        members.map(|member| member.key.as_str())
    };
    let has_keys = data.own_keys.is_empty() || keys().any(|key| data.own_keys.contains(&key));
    let is_flat = !keys().any(|key| key == HOOKS);
    !events.is_empty()
        && events.iter().all(|event| is_event(rules, &event.key))
        && events.iter().any(|event| !canonical(&event.key))
        && is_flat == (data.layout == Layout::Flat)
        && has_keys
}

/// An object with a key for each event.
fn of_events(data: &AgentData, mut hooks: Node) -> Node {
    if let Kind::Object(events) = &mut hooks.kind {
        for event in events {
            let list = std::mem::replace(&mut event.value, empty());
            event.value = of_event(data, &event.key, list);
        }
    }
    hooks
}

/// The value under one event: groups, each with a list of hooks.
fn of_event(data: &AgentData, name: &str, mut event: Node) -> Node {
    if let Kind::Object(_) = event.kind {
        event = Node {
            span: event.span.clone(),
            kind: Kind::List(vec![event]),
        };
    }
    if let Kind::List(items) = &mut event.kind {
        for item in items {
            let own = std::mem::replace(item, empty());
            *item = of_group(data, name, own);
        }
    }
    event
}

/// A group; a hook that stands for itself becomes one.
fn of_group(data: &AgentData, event: &str, mut group: Node) -> Node {
    restrict(data, event, &mut group);
    let Kind::Object(members) = &mut group.kind else {
        return group;
    };
    let mut lists = members.iter_mut().filter(|member| member.key == HOOKS);
    if let Some(first) = lists.next() {
        for list in std::iter::once(first).chain(lists) {
            if let Kind::List(hooks) = &mut list.value.kind {
                for hook in hooks {
                    let own = std::mem::replace(hook, empty());
                    *hook = of_hook(data, own);
                }
            }
        }
        return group;
    }
    if data.layout != Layout::Flat {
        return group;
    }
    let span = group.span.clone();
    let matchers: Vec<Member> = members.extract_if(.., |own| own.key == MATCHER).collect();
    let hook = of_hook(data, group);
    grouped(span, matchers, hook)
}

/// Gives a group the matcher of an event that is about one kind of tools, and makes of an
/// expression for the command a condition of its hooks.
fn restrict(data: &AgentData, event: &str, group: &mut Node) {
    let span = group.span.clone();
    let Kind::Object(members) = &mut group.kind else {
        return;
    };
    let mut expressions: Vec<Member> = members
        .extract_if(.., |own| own.key == COMMAND_EXPRESSION)
        .collect();
    let mut rows = data.event_matchers.iter();
    if let Some((_, matcher)) = rows.find(|(own, _)| *own == event) {
        let own = members.extract_if(.., |own| own.key == MATCHER);
        let own: Vec<Member> = own.collect();
        if data.command_events.contains(&event) {
            expressions.extend(own);
        }
        members.push(Member {
            key: MATCHER.to_owned(),
            key_span: span.clone(),
            value: Node {
                span,
                kind: Kind::Text((*matcher).to_owned()),
            },
        });
    }
    let Some(expression) = expressions.pop() else {
        return;
    };
    let text = match expression.value.text() {
        Some("" | "*") => return,
        Some(text) => Kind::Text(command_condition(text)),
        // Reported as it is.
        None => expression.value.kind,
    };
    let condition = Member {
        key: "if".to_owned(),
        key_span: expression.key_span,
        value: Node {
            span: expression.value.span,
            kind: text,
        },
    };
    let mut lists = members.iter_mut().filter(|own| own.key == HOOKS).peekable();
    if lists.peek().is_none() {
        members.push(condition);
        return;
    }
    for hook in lists.flat_map(|list| match &mut list.value.kind {
        Kind::List(hooks) => hooks.iter_mut(),
        _ => [].iter_mut(),
    }) {
        if let Kind::Object(keys) = &mut hook.kind {
            keys.push(condition.clone());
        }
    }
}

/// A list of hooks that name their events: an object with a key for each.
fn of_list(data: &AgentData, key: &str, span: std::ops::Range<usize>, items: Vec<Node>) -> Node {
    let mut events: Vec<Member> = Vec::new();
    for mut item in items {
        let group_span = item.span.clone();
        let mut taken = Vec::new();
        if let Kind::Object(members) = &mut item.kind {
            taken = members
                .extract_if(.., |own| own.key == key || own.key == MATCHER)
                .collect();
            lift_action(members);
        }
        let (named, matchers): (Vec<Member>, Vec<Member>) =
            taken.into_iter().partition(|own| own.key == key);
        let Some(event) = named.first().and_then(|own| own.value.text()) else {
            // Reported as it is: it is not known when it runs.
            events.push(Member {
                key: key.to_owned(),
                key_span: group_span,
                value: item,
            });
            continue;
        };
        let group = grouped(group_span.clone(), matchers, of_hook(data, item));
        match events.iter_mut().find(|own| own.key == event) {
            Some(Member {
                value:
                    Node {
                        kind: Kind::List(groups),
                        ..
                    },
                ..
            }) => groups.push(group),
            _ => events.push(Member {
                key: event.to_owned(),
                key_span: named
                    .first()
                    .map_or(group_span.clone(), |own| own.value.span.clone()),
                value: Node {
                    span: group_span,
                    kind: Kind::List(vec![group]),
                },
            }),
        }
    }
    Node {
        span,
        kind: Kind::Object(events),
    }
}

/// `action: {type, command}` stands for these keys themselves.
fn lift_action(members: &mut Vec<Member>) {
    let actions: Vec<Member> = members
        .extract_if(.., |own| {
            own.key == "action" && own.value.members().is_some()
        })
        .collect();
    for action in actions {
        if let Kind::Object(inside) = action.value.kind {
            members.extend(inside);
        }
    }
}

fn grouped(span: std::ops::Range<usize>, mut members: Vec<Member>, hook: Node) -> Node {
    members.push(Member {
        key: HOOKS.to_owned(),
        key_span: hook.span.clone(),
        value: Node {
            span: hook.span.clone(),
            kind: Kind::List(vec![hook]),
        },
    });
    Node {
        span,
        kind: Kind::Object(members),
    }
}

/// A hook under canonical keys.
fn of_hook(data: &AgentData, mut hook: Node) -> Node {
    let Kind::Object(members) = &mut hook.kind else {
        return hook;
    };
    let unit = data.agent().map(|agent| agent.contract(None).timeout.unit);
    for own in members.iter_mut() {
        let in_milliseconds =
            unit == Some(TimeUnit::Milliseconds) || data.milliseconds.contains(&own.key.as_str());
        if let Some((_, canonical)) = data.keys.iter().find(|(key, _)| *key == own.key) {
            own.key = (*canonical).to_owned();
        }
        if own.key == TIMEOUT {
            in_seconds(data, in_milliseconds, &mut own.value);
        }
        let guard = data.guards.iter().find(|guard| guard.key() == own.key);
        if let Some(guard) = guard {
            own.key = "onFailure".to_owned();
            let blocks = match (guard, &own.value.kind) {
                (_, Kind::Bool(false) | Kind::Null) => false,
                (GuardKey::Word(_, word), Kind::Text(text)) => text == word,
                // Any other value was meant to make it a guard.
                _ => true,
            };
            let word = if blocks { "block" } else { "continue" };
            own.value.kind = Kind::Text(word.to_owned());
        }
    }
    hook
}

/// A timeout in seconds.
fn in_seconds(data: &AgentData, in_milliseconds: bool, value: &mut Node) {
    let Kind::Number(number) = &mut value.kind else {
        return;
    };
    let long = data
        .milliseconds_from
        .is_some_and(|from| *number >= f64::from(from));
    if in_milliseconds || long {
        *number /= 1000.0;
    } else if *number == 0.0 && matches!(data.layout, Layout::Named("trigger")) {
        *number = NO_LIMIT;
    }
}

fn empty() -> Node {
    Node {
        span: 0..0,
        kind: Kind::Null,
    }
}

pub(super) fn object(members: Vec<Member>) -> Node {
    Node {
        span: 0..0,
        kind: Kind::Object(members),
    }
}

pub(super) fn list(items: Vec<Node>) -> Node {
    Node {
        span: 0..0,
        kind: Kind::List(items),
    }
}

/// A member that is nowhere, or where its value does.
pub(super) fn member(key: &str, value: Node) -> Member {
    Member {
        key: key.to_owned(),
        key_span: value.span.clone(),
        value,
    }
}
