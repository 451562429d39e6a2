//! One handler with its options.
//!
//! A handler that cannot be read is dropped; a guard that cannot be read is
//! kept as one that fails, so that a slip never opens a gate.

use std::time::Duration;

use serde_json::{Map, Value};
use snaphook_core::Severity;
use snaphook_core::event::{Event, nearest};
use snaphook_core::hook::{
    AgentDef, Background, BuiltinDef, CommandDef, HandlerDef, HandlerType, Hook, HttpDef,
    McpToolDef, OnFailure, PromptDef, Rewake, Shell,
};
use snaphook_core::matching::GroupMatcher;
use snaphook_rules::Rule;

use super::fields::{Fields, Repeated, wrong_type};
use super::file::FileReader;
use super::worker::worker;
use crate::keys;
use crate::node::{Kind, Member, Node};

/// The names of every key that a type has.
fn keys_of(kind: &str) -> impl Iterator<Item = &'static str> {
    let (own, of_unknown) = match keys::of_type(kind) {
        Some(own) => (own, &[][..]),
        None => (&[][..], keys::OF_UNKNOWN_TYPES),
    };
    let named = keys::COMMON.iter().chain(own).map(|key| key.name);
    named.chain(of_unknown.iter().copied())
}

/// Why a handler could not be read: where, what, and what to do.
pub(super) struct Unreadable<'a> {
    pub(super) node: &'a Node,
    pub(super) code: &'static str,
    pub(super) message: String,
    pub(super) help: Option<String>,
}

impl<'a> Unreadable<'a> {
    fn wrong_type(field: &str, expected: &str, node: &'a Node) -> Self {
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
        let kind = fields.get("type").and_then(Node::text).unwrap_or("command");
        let of_host = self.loading.is_host_type(kind);
        // What a host's own type carries is for the host to judge.
        if !of_host {
            self.hint_unknown_keys(&fields, keys_of(kind));
        }
        let source = self.source(node);
        let read = said_once(&fields, node)
            .and_then(|()| read_hook(event, matcher, &fields, node, of_host));
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
        let kind = fields.get("type").and_then(Node::text).unwrap_or("command");
        let handler = HandlerDef::Unloadable {
            kind: HandlerType::named(kind),
            reason,
        };
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
    of_host: bool,
) -> Read<'a, Hook> {
    let kind = text(fields, "type")?.unwrap_or("command");
    let handler = match of_host {
        true => HandlerDef::Other(kind.into(), own_fields(fields)),
        false => read_handler_def(kind, fields, node)?,
    };
    if !event.spec().handlers.contains(&handler.kind()) {
        return Err(Unreadable {
            node: fields.get("type").unwrap_or(node),
            code: "handler-not-allowed",
            message: format!("{kind} hooks cannot run on {}", event.as_str()),
            help: Some("use a command".to_owned()),
        });
    }
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
    // What waits for nobody is a process, or what a host runs; of other types
    // these are keys that nobody knows.
    if of_host || kind == "command" {
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

fn read_handler_def<'a>(kind: &str, fields: &Fields<'a>, node: &'a Node) -> Read<'a, HandlerDef> {
    let needed = |key: &'static str| -> Read<'a, String> {
        match text(fields, key)? {
            Some(value) if !value.trim().is_empty() => Ok(value.to_owned()),
            _ => Err(Unreadable {
                node: fields.get(key).unwrap_or(node),
                code: "missing-field",
                message: format!("a {kind} hook needs `{key}`"),
                help: None,
            }),
        }
    };
    Ok(match HandlerType::named(kind) {
        HandlerType::Command => HandlerDef::Command(CommandDef {
            command: needed("command")?,
            args: texts(fields, "args")?,
            shell: shell(fields)?,
            env: variables(fields)?,
            cwd: text(fields, "cwd")?.map(str::to_owned),
            interactive: flag(fields, "interactive")?.unwrap_or_default(),
            worker: worker(fields)?,
        }),
        HandlerType::Http => HandlerDef::Http(HttpDef {
            url: needed("url")?,
            headers: pairs(fields, "headers")?,
            allowed_env_vars: texts(fields, "allowedEnvVars")?.unwrap_or_default(),
        }),
        HandlerType::McpTool => HandlerDef::McpTool(McpToolDef {
            server: needed("server")?,
            tool: needed("tool")?,
            input: fields.get("input").map(Node::to_value),
        }),
        HandlerType::Prompt => HandlerDef::Prompt(PromptDef {
            prompt: needed("prompt")?,
            model: text(fields, "model")?.map(str::to_owned),
            continue_on_block: flag(fields, "continueOnBlock")?.unwrap_or_default(),
        }),
        HandlerType::Agent => HandlerDef::Agent(AgentDef {
            prompt: needed("prompt")?,
            model: text(fields, "model")?.map(str::to_owned),
            max_turns: whole(fields, "maxTurns")?,
        }),
        HandlerType::Builtin => HandlerDef::Builtin(BuiltinDef {
            name: needed("command")?,
            args: texts(fields, "args")?.unwrap_or_default(),
        }),
        HandlerType::Function | HandlerType::Other(_) => {
            let near = nearest(kind, HandlerType::IN_SETTINGS.iter().copied());
            return Err(Unreadable {
                node: fields.get("type").unwrap_or(node),
                code: "unknown-type",
                message: format!("there is no hook type `{kind}`"),
                help: Some(match near {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("the types are {}", HandlerType::IN_SETTINGS.join(", ")),
                }),
            });
        }
    })
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

pub(super) fn flag<'a>(fields: &Fields<'a>, key: &str) -> Read<'a, Option<bool>> {
    fields
        .get(key)
        .map(|node| match node.kind {
            Kind::Bool(flag) => Ok(flag),
            _ => Err(Unreadable::wrong_type(key, "true or false", node)),
        })
        .transpose()
}

fn whole<'a>(fields: &Fields<'a>, key: &str) -> Read<'a, Option<u32>> {
    fields
        .get(key)
        .map(|node| match node.kind {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "checked to be a small whole number"
            )]
            Kind::Number(number) if number.fract() == 0.0 && (1.0..=1e6).contains(&number) => {
                Ok(number as u32)
            }
            _ => Err(Unreadable::wrong_type(key, "a whole number from 1", node)),
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

fn texts<'a>(fields: &Fields<'a>, key: &str) -> Read<'a, Option<Vec<String>>> {
    let Some(node) = fields.get(key) else {
        return Ok(None);
    };
    let items = node
        .items()
        .ok_or_else(|| Unreadable::wrong_type(key, "a list of strings", node))?;
    items
        .iter()
        .map(|item| match item.text() {
            Some(text) => Ok(text.to_owned()),
            None => Err(Unreadable::wrong_type(
                &format!("{key}[]"),
                "a string",
                item,
            )),
        })
        .collect::<Read<'a, Vec<_>>>()
        .map(Some)
}

fn pairs<'a>(fields: &Fields<'a>, key: &str) -> Read<'a, Vec<(String, String)>> {
    let Some(node) = fields.get(key) else {
        return Ok(Vec::new());
    };
    if node.members().is_none() {
        return Err(Unreadable::wrong_type(key, "an object of strings", node));
    }
    Fields::of(node)
        .last_members()
        .map(|member| match member.value.text() {
            Some(text) => Ok((member.key.clone(), text.to_owned())),
            None => Err(Unreadable::wrong_type(
                &format!("{key}.{}", member.key),
                "a string",
                &member.value,
            )),
        })
        .collect()
}

/// The operating system takes no other names and values.
fn variables<'a>(fields: &Fields<'a>) -> Read<'a, Vec<(String, String)>> {
    let env = pairs(fields, "env")?;
    let good = |(name, value): &(String, String)| {
        !name.is_empty() && !name.contains(['=', '\0']) && !value.contains('\0')
    };
    match (env.iter().find(|pair| !good(pair)), fields.get("env")) {
        (Some((name, _)), Some(node)) => Err(Unreadable {
            node,
            code: "bad-variable",
            message: format!("`env` cannot set a variable `{}`", name.escape_debug()),
            help: Some(
                "a name is not empty and has no `=`; neither it nor its value has a zero byte"
                    .to_owned(),
            ),
        }),
        _ => Ok(env),
    }
}

fn shell<'a>(fields: &Fields<'a>) -> Read<'a, Shell> {
    match (text(fields, "shell")?, fields.get("shell")) {
        (None, _) | (_, None) => Ok(Shell::Posix),
        // `sh` is what it is; people write both.
        (Some("bash" | "sh"), _) => Ok(Shell::Posix),
        (Some("powershell"), _) => Ok(Shell::PowerShell),
        (Some(_), Some(node)) => Err(Unreadable {
            node,
            code: "unknown-word",
            message: "`shell` must be \"bash\" or \"powershell\"".to_owned(),
            help: None,
        }),
    }
}
