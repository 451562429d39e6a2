//! The words that decided it: matchers, conditions, the commands they saw.

use snaphook_core::event::Event;
use snaphook_core::hook::Hook;
use snaphook_core::input::{Input, MatchValue};
use snaphook_rules::facts::{ExpressionTest, FactScope};
use snaphook_rules::{Rule, RuleTestReason, Subject};

use super::explanation::{NotRunReason, SeenCommand};
use crate::conditions::{ConditionResult, HookCondition};

/// What is odd about a hook that runs.
pub(super) fn note(hook: &Hook) -> Option<String> {
    match (hook.handler.why_unloadable(), hook.matcher.compiled()) {
        (Some(reason), _) => Some(format!(
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

pub(super) fn refusal(hook: &Hook, input: &Input) -> String {
    let text = hook.matcher.text().map_or("", |text| text);
    let matcher = match hook.matcher.compiled() {
        Ok(matcher) => matcher,
        Err(error) => return format!("the matcher `{text}` does not compile: {}", error.message),
    };
    match input.match_value() {
        MatchValue::Text(value) => matcher.refusal(text, &value),
        MatchValue::Unreadable(field) => {
            format!(
                "the input has no usable `{field}`, so it is not known whether `{text}` matches"
            )
        }
        MatchValue::Missing => format!(
            "the input has no {}, and then only `*` matches, not `{text}`",
            field(input.event())
        ),
    }
}

fn field(event: &Event) -> String {
    match event.spec().matches_on.field() {
        None => "value to match".to_owned(),
        Some(name) => format!("`{name}`"),
    }
}

pub(super) fn condition(
    condition: &HookCondition,
    hook: &Hook,
    subject: &Subject<'_>,
) -> (Option<NotRunReason>, Option<String>) {
    let Some(rule) = condition.rule() else {
        let text = hook.condition.as_deref().unwrap_or_default();
        let why =
            format!("the condition `{text}` cannot be read, and a rule that allows needs one");
        return (Some(NotRunReason::Condition(why)), None);
    };
    let tested = rule.test(subject);
    if condition.needs_certainty() && tested.possible && !tested.certain {
        let why = format!("the condition `{rule}` does not certainly cover all that the call does");
        return (Some(NotRunReason::Condition(why)), None);
    }
    let how = match &tested.because {
        RuleTestReason::EveryUse => None,
        because => because.how(),
    };
    let note = how.map(|how| format!("the condition `{rule}` {how}"));
    if tested.possible {
        return (None, note);
    }
    let why = match &tested.because {
        RuleTestReason::OtherTool => format!(
            "the condition `{rule}` is for another tool than `{}`",
            subject.tool_name()
        ),
        RuleTestReason::NoContent => format!(
            "the condition `{rule}` asks for content that a call of `{}` does not have",
            subject.tool_name()
        ),
        _ => not_met(rule, subject),
    };
    (Some(NotRunReason::Condition(why)), None)
}

/// What the expression of a hook says, beside what there was to say already.
pub(super) fn expression(
    condition: &HookCondition,
    scope: &FactScope<'_>,
    note: Option<String>,
) -> (Option<NotRunReason>, Option<String>) {
    let Some(when) = condition.when() else {
        return (None, note);
    };
    let text = when.text();
    match condition.expression_holds(scope) {
        ConditionResult::Holds => match when.test(scope) {
            Ok(ExpressionTest::Unknown) => {
                let may = format!("`{text}` depends on what cannot be known, which counts as true");
                (None, Some(may))
            }
            _ => (None, note),
        },
        ConditionResult::Differs => {
            let why = match when.test(scope) {
                Ok(ExpressionTest::False) => format!("`{text}` is false"),
                Ok(ExpressionTest::True) => {
                    format!("`{text}` is true, but the meaning of the line is not certain")
                }
                _ => format!("`{text}` is not certainly true"),
            };
            (Some(NotRunReason::When(why)), None)
        }
        ConditionResult::Failed(why) => (None, Some(format!("it fails: {why}"))),
    }
}

fn not_met(rule: &Rule, subject: &Subject<'_>) -> String {
    match seen_commands(subject) {
        Some(seen) => {
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
        None => format!("the condition `{rule}` does not match the call"),
    }
}

/// The commands of a call of a shell.
pub(super) fn seen_commands(subject: &Subject<'_>) -> Option<Vec<SeenCommand>> {
    let line = subject.shell_command()?;
    let commands = subject.analysis().commands().iter();
    let seen = commands.map(|command| SeenCommand {
        text: command.to_string(),
        part: line.get(command.range()).unwrap_or(line).trim().to_owned(),
        range: command.range(),
        via: command.via().to_vec(),
    });
    Some(seen.collect())
}

/// What of a shell's line cannot be read, and why.
pub(super) fn unread(subject: &Subject<'_>) -> Option<String> {
    subject.shell_command()?;
    let unknown = subject.analysis().unknown().iter();
    let words: Vec<String> = unknown
        .map(|reason| match subject.part(reason) {
            Some(part) => format!("the part `{part}`: {reason}"),
            None => reason.to_string(),
        })
        .collect();
    (!words.is_empty()).then(|| words.join("; "))
}
