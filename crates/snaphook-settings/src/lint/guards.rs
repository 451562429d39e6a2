//! What a hook's failure means, where it matters.

use snaphook_core::event::OnBlock;
use snaphook_core::hook::CommandDef;

use super::pass::Subject;
use crate::finding::Finding;

pub(super) fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
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
                "`onFailure` has no effect on {event}: a failed hook never keeps an agent going"
            ),
            "remove it; to send the agent back, the hook must exit 2",
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
            format!("a guard on {event} guards nothing: nothing can be blocked there"),
            "put the guard on the event before it, such as PreToolUse, or remove `onFailure`",
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
            "`onFailure` has no effect on a hook that nobody waits for",
            "remove `async` to make it a guard, or remove `onFailure`",
        ));
    }
    // The events on which a hook stands between an agent and a tool.
    let refuses =
        spec.conditions && matches!(spec.on_block, OnBlock::Deny | OnBlock::OnlyGuardsDeny);
    if refuses
        && hook.handler.is::<CommandDef>()
        && !in_background
        && subject.spans.on_failure.is_none()
    {
        findings.push(subject.hint(
            "guard-fails-open",
            subject.command_span(),
            "when this command crashes, times out or is not found, the tool call goes on",
            "add `\"onFailure\": \"block\"` to refuse the call then, or `\"continue\"` if this is meant",
        ));
    }
}

#[cfg(test)]
mod tests {
    use snaphook_core::Severity;

    use crate::lint::testing::{hook, silent, the_one};

    #[test]
    fn a_guard_that_does_not_say_what_its_failure_means_is_a_hint() {
        let code = "guard-fails-open";
        let found = the_one(&hook("PreToolUse", r#""command": "x""#), code);
        assert_eq!(found.severity, Severity::Hint);
        assert_eq!(found.shown, "\"x\"");
        the_one(&hook("PermissionRequest", r#""command": "x""#), code);
        for policy in ["block", "continue"] {
            let said = format!(r#""command": "x", "onFailure": "{policy}""#);
            silent(&hook("PreToolUse", &said), code);
        }
        silent(&hook("PostToolUse", r#""command": "x""#), code);
        silent(&hook("PreModelSwitch", r#""command": "x""#), code);
        let http = r#""type": "http", "url": "http://localhost""#;
        silent(&hook("PreToolUse", http), code);
        let logger = r#""command": "x", "async": true"#;
        silent(&hook("PreToolUse", logger), code);
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
