//! Its settings → the canonical tree: a flat list, in which every entry says
//! when it runs.

use snaphook_settings::node::{Kind, Member, Node, SyntaxError};

pub(super) fn canonical(mut root: Node) -> Result<Node, SyntaxError> {
    let Kind::Object(members) = &mut root.kind else {
        return Ok(root);
    };
    for member in members.iter_mut().filter(|member| member.key == "watches") {
        let list = std::mem::replace(&mut member.value.kind, Kind::Null);
        let Kind::List(watches) = list else {
            return Err(SyntaxError::new(
                "`watches` is a list",
                member.value.span.clone(),
            ));
        };
        member.key = "hooks".to_owned();
        let mut events = Vec::new();
        for watch in watches {
            add(event(watch)?, &mut events);
        }
        member.value.kind = Kind::Object(events);
    }
    Ok(root)
}

/// Watches at the same event are groups of one list.
fn add(event: Member, events: &mut Vec<Member>) {
    let known = events.iter_mut().find(|known| known.key == event.key);
    match (
        known.map(|known| &mut known.value.kind),
        event.value.items(),
    ) {
        (Some(Kind::List(groups)), Some(more)) => groups.extend_from_slice(more),
        _ => events.push(event),
    }
}

/// `{"at": "before-work", "for": "crane*", "run": "…", "minutes": 1}` as an event
/// with one group of one hook.
fn event(watch: Node) -> Result<Member, SyntaxError> {
    let span = watch.span.clone();
    let no_event = || SyntaxError::new("a watch says `at` what it stands", span.clone());
    let Kind::Object(members) = watch.kind else {
        return Err(no_event());
    };
    let mut at = None;
    let (mut group, mut hook) = (Vec::new(), Vec::new());
    for member in members {
        match member.key.as_str() {
            "at" => at = member.value.text().map(str::to_owned),
            "for" => group.push(called("matcher", member)),
            "run" => hook.push(called("command", member)),
            "minutes" => hook.push(in_seconds(called("timeout", member))),
            _ => hook.push(member),
        }
    }
    let node = |kind| Node {
        kind,
        span: span.clone(),
    };
    let hooks = node(Kind::List(vec![node(Kind::Object(hook))]));
    group.push(Member {
        key: "hooks".to_owned(),
        key_span: span.clone(),
        value: hooks,
    });
    Ok(Member {
        key: at.ok_or_else(no_event)?,
        key_span: span.clone(),
        value: node(Kind::List(vec![node(Kind::Object(group))])),
    })
}

fn called(key: &str, member: Member) -> Member {
    Member {
        key: key.to_owned(),
        ..member
    }
}

fn in_seconds(mut member: Member) -> Member {
    if let Kind::Number(minutes) = &mut member.value.kind {
        *minutes *= 60.0;
    }
    member
}
