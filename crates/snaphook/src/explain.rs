//! Why a hook would, or would not, run.
//!
//! Built from the very functions that select hooks, so that an explanation
//! cannot differ from what `execute` does.

use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use snaphook_core::event::{Event, EventName, MatchesOn};
use snaphook_core::hook::{HandlerDef, Hook};
use snaphook_core::input::{Input, MatchValue};
use snaphook_core::select::{Choice, Considered, SkipReason};
use snaphook_rules::{Analysis, Because, Rule, Subject};
use snaphook_trust::Standing;

use crate::conditions::ToolCall;
use crate::engine::Inner;
use crate::session::SessionState;

/// What would happen on one input.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Explanation {
    /// The event.
    pub event: EventName,
    /// The value that matchers were tested against.
    pub value: Option<String>,
    /// The commands that conditions see, where the call is of a shell.
    pub commands: Option<Result<Vec<SeenCommand>, String>>,
    /// Every configured hook, in the order in which they merge.
    pub hooks: Vec<Explained>,
}

/// One command that was found in a shell's line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenCommand {
    /// The command; unknown parts are `…`.
    pub text: String,
    /// The part of the line it came from.
    pub part: String,
    /// That part, in bytes.
    pub range: Range<usize>,
    /// The wrappers it was found behind.
    pub via: Vec<String>,
}

/// What would become of one hook.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Explained {
    /// The hook.
    pub hook: Arc<Hook>,
    /// Why it would not run; nothing when it would.
    pub why_not: Option<WhyNot>,
    /// What there is to say about a hook that would run.
    pub note: Option<String>,
}

impl Explained {
    /// Whether it would run.
    #[must_use]
    pub fn runs(&self) -> bool {
        self.why_not.is_none()
    }
}

/// The first reason why a hook would not run.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum WhyNot {
    /// It is for another event.
    OtherEvent(EventName),
    /// Hooks of its scope are switched off; by what.
    SwitchedOff(String),
    /// This hook is switched off.
    Disabled,
    /// Nobody has trusted it; what is known of that.
    Untrusted(String),
    /// Its matcher says no; the words that decided it.
    Matcher(String),
    /// It has an `if` on an event that evaluates none.
    ConditionNever,
    /// Its condition says no; the words that decided it.
    Condition(String),
    /// It was to run once in this session, and has.
    Once,
    /// It is the same as another hook, which runs; where that is defined.
    Duplicate(String),
}

impl WhyNot {
    /// A stable word for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::OtherEvent(_) => "event",
            Self::SwitchedOff(_) => "switchedOff",
            Self::Disabled => "disabled",
            Self::Untrusted(_) => "untrusted",
            Self::Matcher(_) => "matcher",
            Self::ConditionNever | Self::Condition(_) => "if",
            Self::Once => "once",
            Self::Duplicate(_) => "duplicate",
        }
    }
}

impl fmt::Display for WhyNot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherEvent(event) => write!(f, "it is for {event}"),
            Self::SwitchedOff(by) => write!(f, "hooks are switched off by {by}"),
            Self::Untrusted(words) => f.write_str(words),
            Self::Disabled => f.write_str("it is disabled"),
            Self::Matcher(words) | Self::Condition(words) => f.write_str(words),
            Self::ConditionNever => {
                f.write_str("it has an `if`, and conditions are only evaluated on tool events")
            }
            Self::Once => f.write_str("it was to run once in this session, and has"),
            Self::Duplicate(place) => write!(f, "it is a duplicate of {place}"),
        }
    }
}

/// Explains an input, in a session where there is one.
pub(crate) fn explain(
    engine: &Inner,
    session: Option<&SessionState>,
    input: &Input,
) -> Explanation {
    let input = &engine.rules.adopt_input(input.clone());
    let call = ToolCall::new(input, engine.set.aliases(), &engine.surroundings);
    call.look(|subject| Explanation {
        event: input.event().name().clone(),
        value: input.match_value().text().map(str::to_owned),
        commands: subject.and_then(seen_commands),
        hooks: explain_hooks(engine, session, input, subject),
    })
}

fn explain_hooks(
    engine: &Inner,
    session: Option<&SessionState>,
    input: &Input,
    subject: Option<&Subject<'_>>,
) -> Vec<Explained> {
    let cwd = input.fields().text("cwd");
    let cwd = cwd.as_deref().filter(|cwd| !cwd.is_empty()).map(Path::new);
    let in_set = engine.set.all();
    let considered = engine.set.consider(input);
    engine
        .configured
        .iter()
        .map(|hook| {
            let place = in_set.iter().position(|other| other.id == hook.id);
            let found = considered.iter().find(|(other, _)| other.id == hook.id);
            let (why_not, note) = match (place, found) {
                (None, _) => (Some(WhyNot::SwitchedOff(switched_off_by(engine))), None),
                (Some(_), None) => (Some(WhyNot::OtherEvent(hook.event.name().clone())), None),
                (Some(place), Some((_, considered))) => {
                    let rule = engine.conditions.rule(place);
                    judge(*considered, hook, rule, input, subject, &in_set)
                }
            };
            let changed = why_not.is_none()
                && engine
                    .judged
                    .watches
                    .get(&hook.id)
                    .is_some_and(|watch| !watch.holds_in(cwd));
            let why_not = match why_not {
                Some(WhyNot::Untrusted(_)) => Some(WhyNot::Untrusted(untrusted(engine, hook))),
                None if changed => {
                    let words = SkipReason::Changed.as_str();
                    Some(WhyNot::Untrusted(format!("it is {words}")))
                }
                other => other,
            };
            let used_up = hook.once && session.is_some_and(|s| s.is_used_up(&hook.id));
            Explained {
                hook: Arc::clone(hook),
                why_not: why_not.or(used_up.then_some(WhyNot::Once)),
                note,
            }
        })
        .collect()
}

fn switched_off_by(engine: &Inner) -> String {
    let by = engine.loaded.effective.switched_off();
    match by.is_empty() {
        true => "the host".to_owned(),
        false => by.join(" and "),
    }
}

/// Why a hook is not trusted, in words.
fn untrusted(engine: &Inner, hook: &Hook) -> String {
    match engine.judged.standings.get(&hook.id) {
        Some(Standing::Changed(changes)) if !changes.is_empty() => {
            let changes: Vec<_> = changes.iter().map(ToString::to_string).collect();
            format!(
                "it has changed since it was trusted: {}",
                changes.join("; ")
            )
        }
        Some(Standing::Changed(_)) => "it has changed since it was trusted".to_owned(),
        Some(_) => "it is not trusted".to_owned(),
        None => "only managed hooks are trusted".to_owned(),
    }
}

fn judge(
    considered: Considered,
    hook: &Hook,
    rule: Option<&Rule>,
    input: &Input,
    subject: Option<&Subject<'_>>,
    in_set: &[Arc<Hook>],
) -> (Option<WhyNot>, Option<String>) {
    match considered {
        Considered::NotAccepted => (Some(WhyNot::Matcher(refusal(hook, input))), None),
        Considered::ConditionNever => (Some(WhyNot::ConditionNever), None),
        Considered::Duplicate { of } => {
            let first = in_set
                .get(of)
                .map(|first| first.source.place().unwrap_or_else(|| first.name.clone()));
            (Some(WhyNot::Duplicate(first.unwrap_or_default())), None)
        }
        Considered::Chosen(Choice::Skip(SkipReason::Disabled)) => (Some(WhyNot::Disabled), None),
        Considered::Chosen(Choice::Skip(SkipReason::Untrusted)) => {
            (Some(WhyNot::Untrusted(String::new())), None)
        }
        // Rows and shutdowns are not known before anything runs.
        Considered::Chosen(_) => match (rule, subject) {
            (Some(rule), Some(subject)) => condition(rule, subject),
            _ => (None, note(hook)),
        },
    }
}

/// What is odd about a hook that runs.
fn note(hook: &Hook) -> Option<String> {
    match (&hook.handler, hook.matcher.compiled()) {
        (HandlerDef::Unloadable { reason, .. }, _) => Some(format!(
            "it could not be loaded and counts as failed: {reason}"
        )),
        (_, Err(_)) => {
            Some("its matcher is broken; being a guard, it runs on every value".to_owned())
        }
        _ if hook.condition.is_some() => {
            Some("its condition cannot be read or tested, so it runs".to_owned())
        }
        _ => None,
    }
}

fn refusal(hook: &Hook, input: &Input) -> String {
    let text = hook.matcher.text().map_or("", |text| text);
    let matcher = match hook.matcher.compiled() {
        Ok(matcher) => matcher,
        Err(error) => return format!("the matcher `{text}` does not compile: {}", error.message),
    };
    match input.match_value() {
        MatchValue::Text(value) => matcher.refusal(text, &value),
        MatchValue::Unreadable(field) => {
            format!(
                "the input's `{field}` is no string, so nobody can know whether `{text}` matches"
            )
        }
        MatchValue::Missing => format!(
            "the input has no {}, and then only `*` matches, not `{text}`",
            field(input.event())
        ),
    }
}

fn field(event: &Event) -> String {
    match event.spec().matches_on {
        MatchesOn::Nothing => "value to match".to_owned(),
        MatchesOn::Tool(name) | MatchesOn::BaseName(name) | MatchesOn::Field { name, .. } => {
            format!("`{name}`")
        }
    }
}

fn condition(rule: &Rule, subject: &Subject<'_>) -> (Option<WhyNot>, Option<String>) {
    let tested = rule.test(subject);
    let note = match &tested.because {
        Because::Command { text, via, .. } if via.is_empty() => {
            Some(format!("the condition `{rule}` matches `{text}`"))
        }
        Because::Command { text, via, .. } => Some(format!(
            "the condition `{rule}` matches `{text}`, behind {}",
            via.join(", ")
        )),
        Because::Unknown(reason) => Some(format!(
            "the condition `{rule}` counts as met, because {reason}"
        )),
        Because::Unreadable(reason) => Some(format!(
            "the condition `{rule}` counts as met, because {reason}"
        )),
        Because::Path(found) | Because::Host(found) | Because::Agent(found) => {
            Some(format!("the condition `{rule}` matches `{found}`"))
        }
        _ => None,
    };
    if tested.possible {
        return (None, note);
    }
    let why = match &tested.because {
        Because::OtherTool => format!(
            "the condition `{rule}` is for another tool than `{}`",
            subject.tool_name()
        ),
        Because::NoContent => format!(
            "the condition `{rule}` asks for content that a call of `{}` does not have",
            subject.tool_name()
        ),
        _ => not_met(rule, subject),
    };
    (Some(WhyNot::Condition(why)), None)
}

fn not_met(rule: &Rule, subject: &Subject<'_>) -> String {
    match seen_commands(subject) {
        Some(Ok(seen)) => {
            let seen: Vec<_> = seen.iter().map(|one| format!("`{}`", one.text)).collect();
            format!(
                "the condition saw {}, and none matches `{}`",
                if seen.is_empty() {
                    "no command".to_owned()
                } else {
                    seen.join(", ")
                },
                rule.content().unwrap_or_default()
            )
        }
        _ => format!("the condition `{rule}` does not match the call"),
    }
}

/// The commands of a call of a shell.
fn seen_commands(subject: &Subject<'_>) -> Option<Result<Vec<SeenCommand>, String>> {
    let line = subject.shell_command()?;
    Some(match subject.analysis() {
        Analysis::Unknown(reason) => Err(reason.to_string()),
        Analysis::Commands(found) => Ok(found
            .iter()
            .map(|command| SeenCommand {
                text: command.to_string(),
                part: line.get(command.range()).unwrap_or(line).trim().to_owned(),
                range: command.range(),
                via: command.via().to_vec(),
            })
            .collect()),
    })
}
