//! Which part of a dialect's own result a field of the outcome becomes: found by
//! setting each field alone.

use serde_json::json;
use snaphook_core::answer::PermissionDecision;
use snaphook_core::event::Event;
use snaphook_core::hook::{CommandDef, HandlerDef, Hook, Scope, Source};
use snaphook_core::matching::GroupMatcher;
use snaphook_core::outcome::{HookEntry, Outcome, Status};
use snaphook_dialects::{Claude, Dialect, HAND_WRITTEN};

use crate::table::{Table, code, codes};

type Set = fn(&mut Outcome);

const FIELDS: &[(&str, Set)] = &[
    ("blocked", |outcome| outcome.blocked = true),
    ("blockReason", |outcome| outcome.block_reason = text()),
    ("continue: false", |outcome| outcome.go_on = false),
    ("stopReason", |outcome| outcome.stop_reason = text()),
    ("permissionDecision", |outcome| {
        outcome.permission_decision = Some(PermissionDecision::Ask);
    }),
    ("updatedInput", |outcome| {
        outcome.updated_input = Some(json!({}).into());
    }),
    ("updatedPermissions", |outcome| {
        outcome.updated_permissions.push(json!({}));
    }),
    ("additionalContext", |outcome| {
        outcome.additional_context.extend(text());
    }),
    ("systemMessages", |outcome| {
        outcome.system_messages.extend(text());
    }),
    ("initialUserMessage", |outcome| {
        outcome.initial_user_message = text();
    }),
    ("watchPaths", |outcome| {
        outcome.watch_paths = Some(Vec::from_iter(text()));
    }),
    ("retry", |outcome| outcome.retry = true),
    ("hooks[].exitCode", |outcome| {
        let mut entry = entry();
        entry.exit_code = Some(2);
        outcome.hooks.push(entry);
    }),
    ("hooks[].stderr", |outcome| {
        let mut entry = entry();
        entry.stderr = text();
        outcome.hooks.push(entry);
    }),
];

#[expect(clippy::unnecessary_wraps, reason = "most fields are optional")]
fn text() -> Option<String> {
    Some("text".to_owned())
}

/// The entry of a hook that blocked.
fn entry() -> HookEntry {
    let handler = HandlerDef::new(CommandDef::default());
    let source = Source::host(Scope::Explicit);
    let event = Event::resolve("Stop");
    let hook = Hook::new(event, GroupMatcher::all(), handler, source);
    HookEntry::new(&hook, Status::Blocked)
}

pub(super) fn table() -> String {
    let others = || {
        HAND_WRITTEN
            .iter()
            .filter(|dialect| dialect.name() != Claude.name())
    };
    let names = others().map(|dialect| dialect.name());
    let head: Vec<&str> = std::iter::once("outcome").chain(names).collect();
    let mut table = Table::new(&head);
    for (field, set) in FIELDS {
        let cells = others().map(|dialect| changed(*dialect, *set));
        table.row(std::iter::once(code(field)).chain(cells));
    }
    table.text()
}

/// The keys of the result that setting a field changes.
fn changed(dialect: &dyn Dialect, set: Set) -> String {
    let mut outcome = Outcome::go_on(&Event::resolve("Stop"));
    let before = dialect.result(&outcome);
    set(&mut outcome);
    let after = dialect.result(&outcome);
    let keys = after.as_object().into_iter().flatten();
    codes(
        keys.filter(|(key, value)| before.get(key.as_str()) != Some(value))
            .map(|(key, _)| key),
    )
}
