//! One handler with its options.
//!
//! A handler that cannot be read is dropped; a guard that cannot be read is
//! kept as one that fails, so that a slip never opens a gate.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};
use snaphook_core::Severity;
use snaphook_core::event::{Event, nearest};
use snaphook_core::hook::{Background, CommandDef, HandlerDef, Hook, OnFailure, Rewake};
use snaphook_core::kind::{FieldValues, KindName, KindSpec, Kinds, UncheckedDef, UnloadableDef};
use snaphook_core::matching::GroupMatcher;
use snaphook_rules::Rule;

use super::fields::{NodeFields, RepeatedKey, wrong_type};
use super::file::FileReader;
use super::joined_rules::advice_for_joined;
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
pub(super) struct HandlerProblem<'a> {
    pub(super) node: &'a Node,
    pub(super) code: &'static str,
    pub(super) message: String,
    pub(super) help: Option<String>,
}

impl<'a> HandlerProblem<'a> {
    pub(super) fn wrong_type(field: &str, expected: &str, node: &'a Node) -> Self {
        Self {
            node,
            code: "wrong-type",
            message: wrong_type(field, expected, node),
            help: None,
        }
    }
}

pub(super) type ReadResult<'a, T> = Result<T, HandlerProblem<'a>>;

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
        let fields = NodeFields::of(node);
        let kinds = self.loading.known_kinds().clone();
        let name = kind_name(&fields, &kinds);
        let name = name.as_str();
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
        let read = check_repeated(&fields, node)
            .and_then(|()| self.check_event(event, &fields, node, &kind))
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
                    let consequence = format!("the guard `{}` counts as failed", guard.name);
                    (consequence, Some(guard))
                } else {
                    ("this hook does not run".to_owned(), None)
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

/// The name of a hook's kind, as far as it can be read; without a `type`, the kind that
/// its other keys imply.
fn kind_name(fields: &NodeFields<'_>, kinds: &Kinds) -> KindName {
    match fields.get("type") {
        Some(written) => written.text().map_or(DEFAULT, KindName::from),
        None => {
            let implied = kinds.implied(|key| fields.get(key).is_some());
            implied.map_or(DEFAULT, KindSpec::name)
        }
    }
}

/// What a hook that cannot be read was to run, by the first of its keys that says it.
fn what_it_runs(fields: &NodeFields<'_>) -> Option<String> {
    const KEYS: [&str; 6] = ["command", "url", "prompt", "tool", "server", "decision"];
    let text = |key: &&str| fields.get(key).and_then(Node::text);
    let runs = KEYS
        .iter()
        .filter_map(text)
        .find(|text| !text.trim().is_empty())?;
    let args = fields.get("args").and_then(Node::items).unwrap_or_default();
    let args = args.iter().filter_map(Node::text);
    let words: Vec<&str> = std::iter::once(runs).chain(args).collect();
    Some(words.join(" "))
}

/// The definition of a hook that cannot be read. Switching a hook on or off does not
/// change its definition.
fn as_written(fields: &NodeFields<'_>) -> Map<String, Value> {
    fields
        .last_members()
        .filter(|member| member.key != "enabled")
        .map(|member| (member.key.clone(), member.value.to_value()))
        .collect()
}

/// Fails if a guard has two values for one key: either may be the one that was meant.
fn check_repeated<'a>(fields: &NodeFields<'a>, node: &'a Node) -> ReadResult<'a, ()> {
    if !is_guard(fields) {
        return Ok(());
    }
    const WORDS: [&str; 3] = ["name", "description", "statusMessage"];
    let differs = |member: &&Member| {
        let key = member.key.as_str();
        let matters = RepeatedKey::of(key) == RepeatedKey::Last && !WORDS.contains(&key);
        matters && fields.says_two_things(key)
    };
    match fields.members().iter().find(differs) {
        None => Ok(()),
        Some(member) => Err(HandlerProblem {
            node: fields.get(&member.key).unwrap_or(node),
            code: "duplicate-key",
            message: format!("duplicate key `{}` with two values", member.key),
            help: Some("remove one of the two".to_owned()),
        }),
    }
}

/// Any word but "continue" was meant to make it a guard.
pub(super) fn is_guard(fields: &NodeFields<'_>) -> bool {
    fields
        .get("onFailure")
        .is_some_and(|policy| policy.text() != Some("continue"))
}

impl FileReader<'_> {
    /// Whether hooks of a kind may run on an event, and in this dialect at all.
    fn check_event<'a>(
        &self,
        event: &Event,
        fields: &NodeFields<'a>,
        node: &'a Node,
        kind: &KindOf<'_>,
    ) -> ReadResult<'a, ()> {
        let KindOf::Known(kind) = *kind else {
            return Ok(());
        };
        if self.loading.may_run(kind, event.spec()) {
            return Ok(());
        }
        let rows = self.loading.rules().events.iter();
        let in_dialect = rows.clone().any(|row| kind.runs_on(row));
        let (message, help) = if in_dialect {
            let message = format!("{} hooks cannot run on {}", kind.name(), event.as_str());
            (message, format!("use a {DEFAULT} hook"))
        } else {
            let dialect = self.loading.dialect().name();
            let message = format!("the dialect {dialect} has no {} hooks", kind.name());
            let help =
                format!("use a {DEFAULT} hook, or register a handler for the type in the host");
            (message, help)
        };
        Err(HandlerProblem {
            node: fields.get("type").unwrap_or(node),
            code: "handler-not-allowed",
            message,
            help: Some(help),
        })
    }

    /// A guard that cannot be loaded: it stays, and fails on its event. What
    /// switches it off or narrows it still holds, as far as it can be read.
    pub(super) fn failed_guard(
        &mut self,
        event: &Event,
        matcher: &GroupMatcher,
        node: &Node,
        reason: String,
    ) -> Hook {
        let fields = NodeFields::of(node);
        let handler = HandlerDef::new(UnloadableDef {
            kind: kind_name(&fields, self.loading.known_kinds()),
            runs: what_it_runs(&fields),
            written: as_written(&fields),
            reason,
        });
        let mut hook = Hook::new(event.clone(), matcher.clone(), handler, self.source(node));
        let name = fields.get("name").and_then(Node::text);
        if let Some(name) = name.filter(|name| !name.trim().is_empty()) {
            hook.name = name.into();
        }
        let description = fields.get("description").and_then(Node::text);
        hook.description = description.map(str::to_owned);
        // Of two conditions neither narrows it.
        let condition = fields.get("if").filter(|_| !fields.says_two_things("if"));
        hook.condition = condition.and_then(Node::text).map(Into::into);
        hook.enabled = fields
            .get("enabled")
            .is_none_or(|node| node.kind != Kind::Bool(false));
        hook.observe = fields
            .get("observe")
            .is_some_and(|node| node.kind == Kind::Bool(true));
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
        if let Err(error) = Rule::parse_condition(text) {
            let at = self
                .settings
                .source
                .inside(&node.span, error.offset..error.offset);
            self.find(
                Severity::Error,
                at,
                "bad-condition",
                format!("invalid condition `{text}`: {}", error.message),
                Some(format!(
                    "{}; until then the hook runs for every call",
                    advice_for_joined(text).unwrap_or_else(|| "correct it".to_owned())
                )),
            );
        }
    }
}

fn read_hook<'a>(
    event: &Event,
    matcher: &GroupMatcher,
    fields: &NodeFields<'a>,
    node: &'a Node,
    kind: &KindOf<'_>,
    kinds: &Kinds,
) -> ReadResult<'a, Hook> {
    // Whatever it is, it must be a text.
    text(fields, "type")?;
    let (handler, background_keys) = match *kind {
        KindOf::Known(kind) => {
            let handler = define(kind, fields, node)?;
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
    hook.when = when(fields)?;
    hook.timeout = timeout(fields)?;
    hook.status_message = text(fields, "statusMessage")?.map(str::to_owned);
    hook.description = text(fields, "description")?.map(str::to_owned);
    hook.enabled = flag(fields, "enabled")?.unwrap_or(true);
    hook.observe = flag(fields, "observe")?.unwrap_or_default();
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
                return Err(HandlerProblem {
                    node: policy,
                    code: "unknown-word",
                    message: format!(
                        "`onFailure` must be \"continue\" or \"block\", not {}",
                        policy.described()
                    ),
                    help: None,
                });
            }
        },
    };
    Ok(hook)
}

/// The fields of a type that the host runs, as they were written.
fn own_fields(fields: &NodeFields<'_>) -> Map<String, Value> {
    fields
        .last_members()
        .filter(|member| keys::COMMON.iter().all(|key| key.name != member.key))
        .map(|member| (member.key.clone(), member.value.to_value()))
        .collect()
}

/// `asyncRewake` is `async` too.
fn background<'a>(fields: &NodeFields<'a>) -> ReadResult<'a, Option<Background>> {
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
fn define<'a>(
    kind: &dyn KindSpec,
    fields: &NodeFields<'a>,
    node: &'a Node,
) -> ReadResult<'a, HandlerDef> {
    let mut values = Map::new();
    for key in kind.keys() {
        let value = fields.get(key.name);
        let is_blank = |value: &Node| value.text().is_some_and(|text| text.trim().is_empty());
        if key.needed && value.is_none_or(is_blank) {
            return Err(HandlerProblem {
                node: value.unwrap_or(node),
                code: "missing-field",
                message: format!("missing `{}` in a {} hook", key.name, kind.name()),
                help: None,
            });
        }
        if let Some(value) = value {
            check(key.name, &key.holds, value)?;
            values.insert(key.name.to_owned(), value_of(value));
        }
    }
    let defined = kind.define(&FieldValues::new(values));
    defined.map_err(|error| HandlerProblem {
        node: fields.get(error.key).unwrap_or(node),
        code: error.code,
        message: error.message,
        help: error.help,
    })
}

fn unknown<'a>(
    name: &str,
    kinds: &Kinds,
    fields: &NodeFields<'a>,
    node: &'a Node,
) -> HandlerProblem<'a> {
    let names = kinds.names();
    let near = nearest(name, names.iter().map(String::as_str));
    HandlerProblem {
        node: fields.get("type").unwrap_or(node),
        code: "unknown-type",
        message: format!("unknown hook type `{name}`"),
        help: Some(match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("use one of {}", names.join(", ")),
        }),
    }
}

fn text<'a>(fields: &NodeFields<'a>, key: &str) -> ReadResult<'a, Option<&'a str>> {
    fields
        .get(key)
        .map(|node| {
            node.text()
                .ok_or_else(|| HandlerProblem::wrong_type(key, "a string", node))
        })
        .transpose()
}

fn when<'a>(fields: &NodeFields<'a>) -> ReadResult<'a, Option<Arc<str>>> {
    let Some(node) = fields.get("when") else {
        return Ok(None);
    };
    match node.text() {
        Some(text) if !text.trim().is_empty() => Ok(Some(text.into())),
        _ => Err(HandlerProblem::wrong_type("when", "an expression", node)),
    }
}

fn flag<'a>(fields: &NodeFields<'a>, key: &str) -> ReadResult<'a, Option<bool>> {
    fields
        .get(key)
        .map(|node| match node.kind {
            Kind::Bool(flag) => Ok(flag),
            _ => Err(HandlerProblem::wrong_type(key, "true or false", node)),
        })
        .transpose()
}

fn timeout<'a>(fields: &NodeFields<'a>) -> ReadResult<'a, Option<Duration>> {
    let Some(node) = fields.get("timeout") else {
        return Ok(None);
    };
    let Kind::Number(seconds) = node.kind else {
        return Err(HandlerProblem::wrong_type(
            "timeout",
            "a number of seconds",
            node,
        ));
    };
    match Duration::try_from_secs_f64(seconds) {
        Ok(timeout) if !timeout.is_zero() => Ok(Some(timeout)),
        _ => Err(HandlerProblem {
            node,
            code: "bad-timeout",
            message: format!(
                "`timeout` must be a number of seconds greater than 0, not {}",
                node.described()
            ),
            help: None,
        }),
    }
}
