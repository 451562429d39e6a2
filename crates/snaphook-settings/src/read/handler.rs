//! One handler with its options.
//!
//! A handler that cannot be read is dropped; a guard that cannot be read is
//! kept as one that fails, so that a slip never opens a gate.

use std::time::Duration;

use serde_json::{Map, Value};
use snaphook_core::Severity;
use snaphook_core::event::{Event, nearest};
use snaphook_core::hook::{Background, CommandDef, HandlerDef, Hook, OnFailure, Rewake};
use snaphook_core::kind::{FieldValues, KindName, KindSpec, Kinds, UncheckedDef};
use snaphook_core::matching::GroupMatcher;
use snaphook_rules::Rule;

use super::fields::{Fields, Repeated, wrong_type};
use super::file::FileReader;
use super::values::{check, value_of};
use crate::keys;
use crate::node::{Kind, Member, Node};

/// The kind of a hook that names none.
const DEFAULT: KindName = CommandDef::KIND;

/// What is known of the kind of a hook.
enum KindOf<'k> {
    Known(&'k dyn KindSpec),
    /// The host runs it, and judges what it carries.
    Unchecked(&'k str),
    Unknown(&'k str),
}

/// Why a handler could not be read: where, what, and what to do.
pub(super) struct Unreadable<'a> {
    pub(super) node: &'a Node,
    pub(super) code: &'static str,
    pub(super) message: String,
    pub(super) help: Option<String>,
}

impl<'a> Unreadable<'a> {
    pub(super) fn wrong_type(field: &str, expected: &str, node: &'a Node) -> Self {
        Self {
            node,
            code: "wrong-type",
            message: wrong_type(field, expected, node),
            help: None,
        }
    }
}

pub(super) type Read<'a, T> = Result<T, Unreadable<'a>>;

impl FileReader<'_> {
    pub(super) fn read_handler(
        &mut self,
        event: &Event,
        matcher: &GroupMatcher,
        node: &Node,
    ) -> Option<Hook> {
        if node.members().is_none() {
            self.error(
                node,
                format!("a hook must be an object, not {}", node.described()),
            );
            self.note_lost(event, node);
            return None;
        }
        let fields = Fields::of(node);
        let name = kind_name(&fields);
        let kinds = self.loading.known_kinds().clone();
        let kind = match kinds.get(name) {
            Some(kind) => KindOf::Known(kind),
            None if self.loading.is_unchecked(name) => KindOf::Unchecked(name),
            None => KindOf::Unknown(name),
        };
        let common = keys::COMMON.iter().map(|key| key.name);
        match &kind {
            KindOf::Known(kind) => {
                let own = kind.keys().iter().map(|key| key.name);
                self.hint_unknown_keys(&fields, common.chain(own));
            }
            KindOf::Unchecked(_) => {}
            // Only the type is wrong, not what it carries.
            KindOf::Unknown(_) => {
                let all = kinds.iter().flat_map(KindSpec::keys).map(|key| key.name);
                self.hint_unknown_keys(&fields, common.chain(all));
            }
        }
        let source = self.source(node);
        let read = said_once(&fields, node)
            .and_then(|()| read_hook(event, matcher, &fields, node, &kind, &kinds));
        match read {
            Ok(mut hook) => {
                hook.source = source;
                self.check_condition(&hook, fields.get("if"));
                Some(hook)
            }
            Err(problem) => {
                let (consequence, kept) = if is_guard(&fields) {
                    let reason = problem.message.clone();
                    let guard = self.failed_guard(event, matcher, node, reason);
                    ("as a guard it counts as failed", Some(guard))
                } else {
                    ("this hook does not run", None)
                };
                self.find(
                    Severity::Error,
                    problem.node.span.clone(),
                    problem.code,
                    format!("{}; {consequence}", problem.message),
                    problem.help,
                );
                self.note_lost(event, node);
                kept
            }
        }
    }
}

/// The name of a hook's kind, as far as it can be read.
fn kind_name<'a>(fields: &Fields<'a>) -> &'a str {
    let written = fields.get("type").and_then(Node::text);
    written.unwrap_or("command")
}

/// A guard of which nobody can say what it is: two values of one key.
fn said_once<'a>(fields: &Fields<'a>, node: &'a Node) -> Read<'a, ()> {
    if !is_guard(fields) {
        return Ok(());
    }
    const WORDS: [&str; 3] = ["name", "description", "statusMessage"];
    let differs = |member: &&Member| {
        let key = member.key.as_str();
        let matters = Repeated::of(key) == Repeated::Last && !WORDS.contains(&key);
        matters && fields.says_two_things(key)
    };
    match fields.members().iter().find(differs) {
        None => Ok(()),
        Some(member) => Err(Unreadable {
            node: fields.get(&member.key).unwrap_or(node),
            code: "duplicate-key",
            message: format!("`{}` stands twice and says two things", member.key),
            help: Some("remove one of the two".to_owned()),
        }),
    }
}

/// Any word but "continue" was meant to make it a guard.
pub(super) fn is_guard(fields: &Fields<'_>) -> bool {
    fields
        .get("onFailure")
        .is_some_and(|policy| policy.text() != Some("continue"))
}

impl FileReader<'_> {
    /// A guard that cannot be loaded: it stays, and fails on its event. What
    /// switches it off or narrows it still holds, as far as it can be read.
    pub(super) fn failed_guard(
        &mut self,
        event: &Event,
        matcher: &GroupMatcher,
        node: &Node,
        reason: String,
    ) -> Hook {
        let fields = Fields::of(node);
        let handler = HandlerDef::unloadable(kind_name(&fields), reason);
        let mut hook = Hook::new(event.clone(), matcher.clone(), handler, self.source(node));
        if let Some(name) = fields.get("name").and_then(Node::text) {
            hook.name = name.into();
        }
        // Of two conditions neither narrows it.
        let condition = fields.get("if").filter(|_| !fields.says_two_things("if"));
        hook.condition = condition.and_then(Node::text).map(Into::into);
        hook.enabled = fields
            .get("enabled")
            .is_none_or(|node| node.kind != Kind::Bool(false));
        hook.on_failure = OnFailure::Block;
        hook
    }

    /// A condition that cannot be read holds for every call: better a hook
    /// that runs too often than a guard that is asleep.
    fn check_condition(&mut self, hook: &Hook, node: Option<&Node>) {
        let (Some(text), Some(node)) = (&hook.condition, node) else {
            return;
        };
        if !hook.event.spec().conditions {
            return;
        }
        if let Err(error) = Rule::parse(text) {
            let at = self
                .settings
                .source
                .inside(&node.span, error.offset..error.offset);
            self.find(
                Severity::Error,
                at,
                "bad-condition",
                format!("the condition `{text}` cannot be read: {}", error.message),
                Some("until then the hook runs for every call".to_owned()),
            );
        }
    }
}

fn read_hook<'a>(
    event: &Event,
    matcher: &GroupMatcher,
    fields: &Fields<'a>,
    node: &'a Node,
    kind: &KindOf<'_>,
    kinds: &Kinds,
) -> Read<'a, Hook> {
    // Whatever it is, it must be a text.
    text(fields, "type")?;
    let (handler, background_keys) = match *kind {
        KindOf::Known(kind) => {
            let handler = define(kind, fields, node)?;
            if !kind.runs_on(event.spec()) {
                return Err(Unreadable {
                    node: fields.get("type").unwrap_or(node),
                    code: "handler-not-allowed",
                    message: format!("{} hooks cannot run on {}", kind.name(), event.as_str()),
                    help: Some(format!("use a {DEFAULT}")),
                });
            }
            let keys = kind.keys().iter();
            (handler, keys.clone().any(|key| key.name == "async"))
        }
        KindOf::Unchecked(name) => {
            let def = UncheckedDef {
                kind: name.into(),
                fields: own_fields(fields),
            };
            (def.into(), true)
        }
        KindOf::Unknown(name) => return Err(unknown(name, kinds, fields, node)),
    };
    let source = snaphook_core::hook::Source::host(snaphook_core::hook::Scope::Explicit);
    let mut hook = Hook::new(event.clone(), matcher.clone(), handler, source);
    if let Some(name) = text(fields, "name")?.filter(|name| !name.trim().is_empty()) {
        hook.name = name.into();
    }
    hook.condition = text(fields, "if")?.map(Into::into);
    hook.timeout = timeout(fields)?;
    hook.status_message = text(fields, "statusMessage")?.map(str::to_owned);
    hook.description = text(fields, "description")?.map(str::to_owned);
    hook.enabled = flag(fields, "enabled")?.unwrap_or(true);
    hook.once = flag(fields, "once")?.unwrap_or_default();
    // Of other kinds these are keys that nobody knows.
    if background_keys {
        hook.background = background(fields)?;
    }
    hook.on_failure = match fields.get("onFailure") {
        None => OnFailure::Continue,
        Some(policy) => match policy.text() {
            Some("continue") => OnFailure::Continue,
            Some("block") => OnFailure::Block,
            _ => {
                return Err(Unreadable {
                    node: policy,
                    code: "unknown-word",
                    message: "`onFailure` must be \"continue\" or \"block\"".to_owned(),
                    help: None,
                });
            }
        },
    };
    Ok(hook)
}

/// The fields of a type that the host runs, as they were written.
fn own_fields(fields: &Fields<'_>) -> Map<String, Value> {
    fields
        .last_members()
        .filter(|member| keys::COMMON.iter().all(|key| key.name != member.key))
        .map(|member| (member.key.clone(), member.value.to_value()))
        .collect()
}

/// `asyncRewake` is `async` too.
fn background<'a>(fields: &Fields<'a>) -> Read<'a, Option<Background>> {
    let asynchronous = flag(fields, "async")?.unwrap_or_default();
    let rewake = flag(fields, "asyncRewake")?.unwrap_or_default();
    let said = Rewake {
        message: text(fields, "rewakeMessage")?.map(str::to_owned),
        summary: text(fields, "rewakeSummary")?.map(str::to_owned),
    };
    let rewake = rewake.then_some(said);
    Ok((asynchronous || rewake.is_some()).then_some(Background { rewake }))
}

/// Holds every key of a kind to what it may be, and lets the kind make of them what
/// it runs.
fn define<'a>(kind: &dyn KindSpec, fields: &Fields<'a>, node: &'a Node) -> Read<'a, HandlerDef> {
    let mut values = Map::new();
    for key in kind.keys() {
        let value = fields.get(key.name);
        let is_blank = |value: &Node| value.text().is_some_and(|text| text.trim().is_empty());
        if key.needed && value.is_none_or(is_blank) {
            return Err(Unreadable {
                node: value.unwrap_or(node),
                code: "missing-field",
                message: format!("a {} hook needs `{}`", kind.name(), key.name),
                help: None,
            });
        }
        if let Some(value) = value {
            check(key.name, &key.holds, value)?;
            values.insert(key.name.to_owned(), value_of(value));
        }
    }
    let defined = kind.define(&FieldValues::new(values));
    defined.map_err(|error| Unreadable {
        node: fields.get(error.key).unwrap_or(node),
        code: error.code,
        message: error.message,
        help: error.help,
    })
}

fn unknown<'a>(name: &str, kinds: &Kinds, fields: &Fields<'a>, node: &'a Node) -> Unreadable<'a> {
    let names = kinds.names();
    let near = nearest(name, names.iter().map(String::as_str));
    Unreadable {
        node: fields.get("type").unwrap_or(node),
        code: "unknown-type",
        message: format!("there is no hook type `{name}`"),
        help: Some(match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the types are {}", names.join(", ")),
        }),
    }
}

fn text<'a>(fields: &Fields<'a>, key: &str) -> Read<'a, Option<&'a str>> {
    fields
        .get(key)
        .map(|node| {
            node.text()
                .ok_or_else(|| Unreadable::wrong_type(key, "a string", node))
        })
        .transpose()
}

fn flag<'a>(fields: &Fields<'a>, key: &str) -> Read<'a, Option<bool>> {
    fields
        .get(key)
        .map(|node| match node.kind {
            Kind::Bool(flag) => Ok(flag),
            _ => Err(Unreadable::wrong_type(key, "true or false", node)),
        })
        .transpose()
}

fn timeout<'a>(fields: &Fields<'a>) -> Read<'a, Option<Duration>> {
    let Some(node) = fields.get("timeout") else {
        return Ok(None);
    };
    let Kind::Number(seconds) = node.kind else {
        return Err(Unreadable::wrong_type(
            "timeout",
            "a number of seconds",
            node,
        ));
    };
    match Duration::try_from_secs_f64(seconds) {
        Ok(timeout) if !timeout.is_zero() => Ok(Some(timeout)),
        _ => Err(Unreadable {
            node,
            code: "bad-timeout",
            message: "`timeout` must be a number of seconds greater than 0".to_owned(),
            help: None,
        }),
    }
}
