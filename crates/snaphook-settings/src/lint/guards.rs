//! What a hook's failure means, where it matters.

use snaphook_core::event::OnBlock;
use snaphook_core::hook::CommandDef;

use super::pass::{LintContext, LintedHook};
use super::scripts::script_texts;
use crate::finding::Finding;

/// Words in the name or the command of a hook that is meant to deny.
const GUARD_WORDS: &[&str] = &[
    "block", "deny", "forbid", "guard", "prevent", "prohibit", "protect", "refuse", "reject",
];

/// What a command or a script writes to deny.
const DENIALS: &[&str] = &[
    "permissionDecision",
    "exit 2",
    "exit(2)",
    "Exit(2)",
    "exitCode = 2",
    "exitCode=2",
    "\"deny\"",
    "'deny'",
    "\"block\"",
    "'block'",
];

/// Hooks that are before tool calls, that do not look as if they denied any, and
/// that do not say what their failure means: they are told of once.
#[derive(Default)]
pub(super) struct UndecidedHooks {
    first: Option<Finding>,
    more: usize,
}

impl UndecidedHooks {
    fn add(&mut self, finding: impl FnOnce() -> Finding) {
        match self.first {
            Some(_) => self.more += 1,
            None => self.first = Some(finding()),
        }
    }

    /// One finding for all of them, at the first.
    pub(super) fn summary(self) -> Option<Finding> {
        let mut finding = self.first?;
        finding.message = match self.more {
            0 => "the tool call goes on if this hook fails".to_owned(),
            1 => "the tool call goes on if this hook or 1 other hook fails".to_owned(),
            more => format!("the tool call goes on if this hook or {more} other hooks fail"),
        };
        Some(finding)
    }
}

pub(super) fn check(
    subject: &LintedHook<'_>,
    context: &LintContext<'_>,
    undecided: &mut UndecidedHooks,
    findings: &mut Vec<Finding>,
) {
    let hook = subject.hook;
    let spec = hook.event.spec();
    let event = hook.event.as_str();
    if let Some(span) = &subject.spans.on_failure
        && hook.is_guard()
        && !spec.guards
    {
        findings.push(subject.warning(
            "on-failure-ignored",
            span.clone(),
            format!(
                "`onFailure` has no effect on {event}: a failed hook never keeps the agent going"
            ),
            "remove it; a hook that exits 2 sends the agent back",
        ));
    }
    let in_background = hook.background.is_some();
    if let Some(span) = &subject.spans.on_failure
        && hook.is_guard()
        && spec.guards
        && spec.guards_nothing()
        && !in_background
    {
        findings.push(subject.warning(
            "on-failure-ignored",
            span.clone(),
            format!("`onFailure` has no effect on {event}: this event cannot be blocked"),
            "move the guard to an earlier event, such as PreToolUse, or remove `onFailure`",
        ));
    }
    if let Some(span) = &subject.spans.on_failure
        && hook.is_guard()
        && spec.guards
        && in_background
    {
        findings.push(subject.warning(
            "on-failure-ignored",
            span.clone(),
            "`onFailure` has no effect on a background hook",
            "remove `async` to make it a guard, or remove `onFailure`",
        ));
    }
    // The events on which a hook is between an agent and a tool.
    let refuses = spec.conditions
        && matches!(
            spec.on_block,
            OnBlock::Deny | OnBlock::OnlyGuardsDeny | OnBlock::DenyRequest
        );
    if refuses
        && hook.handler.is::<CommandDef>()
        && !in_background
        && subject.spans.on_failure.is_none()
    {
        if looks_like_guard(subject, context) {
            findings.push(subject.hint(
                "guard-fails-open",
                subject.command_span(),
                "the tool call goes on if this command crashes, times out or is not found",
                "add `\"onFailure\": \"block\"` to deny the call then, or `\"continue\"` if this is intended",
            ));
        } else {
            undecided.add(|| {
                subject.hint(
                    "failure-not-decided",
                    subject.command_span(),
                    "",
                    "add `\"onFailure\": \"block\"` to hooks that guard, or `\"continue\"` to others",
                )
            });
        }
    }
}

/// Whether a hook is called a guard, or denies somewhere in its command or script.
fn looks_like_guard(subject: &LintedHook<'_>, context: &LintContext<'_>) -> bool {
    let hook = subject.hook;
    let Some(def) = hook.handler.get::<CommandDef>() else {
        return false;
    };
    let args = def.args.iter().flatten().map(String::as_str);
    let texts: Vec<&str> = std::iter::once(def.command.as_str()).chain(args).collect();
    let names = [Some(&*hook.name), hook.description.as_deref()];
    let called = |text: &str| {
        let text = text.to_ascii_lowercase();
        GUARD_WORDS.iter().any(|word| text.contains(word))
    };
    let denies = |text: &str| DENIALS.iter().any(|denial| text.contains(denial));
    names.into_iter().flatten().any(called)
        || texts.iter().any(|text| called(text) || denies(text))
        || script_texts(subject, context)
            .iter()
            .any(|text| denies(text))
}

#[cfg(test)]
mod tests {
    use snaphook_core::Severity;

    use crate::lint::testing::{group, hook, silent, the_one};

    #[test]
    fn a_guard_that_does_not_say_what_its_failure_means_is_a_hint() {
        let code = "guard-fails-open";
        let found = the_one(&hook("PreToolUse", r#""command": "x || exit 2""#), code);
        assert_eq!(found.severity, Severity::Hint);
        assert_eq!(found.shown, "\"x || exit 2\"");
        the_one(&hook("PermissionRequest", r#""command": "guard""#), code);
        the_one(&hook("PreToolUse", r#""command": "./run.sh""#), code);
        the_one(
            &hook("PreToolUse", r#""name": "Protect main", "command": "x""#),
            code,
        );
        for policy in ["block", "continue"] {
            let said = format!(r#""command": "guard", "onFailure": "{policy}""#);
            silent(&hook("PreToolUse", &said), code);
        }
        silent(&hook("PreToolUse", r#""command": "x""#), code);
        silent(&hook("PostToolUse", r#""command": "guard""#), code);
        silent(&hook("PreModelSwitch", r#""command": "guard""#), code);
        let builtin = r#""type": "builtin", "command": "log""#;
        silent(&hook("PreToolUse", builtin), code);
        let logger = r#""command": "guard", "async": true"#;
        silent(&hook("PreToolUse", logger), code);
    }

    #[test]
    fn hooks_that_do_not_look_like_guards_are_told_of_once() {
        let code = "failure-not-decided";
        let found = the_one(&group("PreToolUse", "Bash"), code);
        assert_eq!(
            found.message,
            "the tool call goes on if this hook or 1 other hook fails"
        );
        assert_eq!(found.shown, "\"x\"");
        silent(&group("PostToolUse", "Bash"), code);
        silent(&hook("PreToolUse", r#""command": "guard""#), code);
    }

    #[test]
    fn a_guard_where_failures_never_block_is_found() {
        let guard = r#""command": "x", "onFailure": "block""#;
        the_one(&hook("Stop", guard), "on-failure-ignored");
        silent(&hook("PreToolUse", guard), "on-failure-ignored");
        for event in ["Notification", "SubagentStart", "SessionEnd", "OnError"] {
            let found = the_one(&hook(event, guard), "on-failure-ignored");
            assert_eq!(found.severity, Severity::Warning);
        }
        for event in [
            "PostToolUse",
            "SessionStart",
            "MessageDisplay",
            "AfterLlmCall",
        ] {
            silent(&hook(event, guard), "on-failure-ignored");
        }
        let unawaited = r#""command": "x", "onFailure": "block", "asyncRewake": true"#;
        the_one(&hook("PreToolUse", unawaited), "on-failure-ignored");
        the_one(&hook("Stop", unawaited), "on-failure-ignored");
        let open = r#""command": "x", "onFailure": "continue""#;
        silent(&hook("Stop", open), "on-failure-ignored");
    }
}
