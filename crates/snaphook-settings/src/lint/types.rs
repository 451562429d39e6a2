//! Hooks of a type that the program at hand cannot run.

use super::pass::{LintContext, LintedHook};
use crate::finding::Finding;

pub(super) fn check(
    subject: &LintedHook<'_>,
    context: &LintContext<'_>,
    findings: &mut Vec<Finding>,
) {
    let kind = subject.hook.handler.kind();
    let loaded = subject.hook.handler.why_unloadable().is_none();
    if !loaded || context.runnable.contains(&kind.as_str()) {
        return;
    }
    let span = subject
        .spans
        .kind
        .as_ref()
        .unwrap_or(&subject.spans.handler);
    let consequence = if subject.hook.is_guard() {
        "the guard counts as failed"
    } else {
        "it does not run"
    };
    findings.push(subject.warning(
        "type-not-runnable",
        span.clone(),
        format!(
            "this build cannot run hooks of type `{}`; {consequence}",
            kind.as_str()
        ),
        format!("use one of {}", context.runnable.join(", ")),
    ));
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::{hook, silent, the_one};

    #[test]
    fn a_type_that_cannot_be_run_is_found() {
        let found = the_one(
            &hook("Stop", r#""type": "builtin", "command": "log""#),
            "type-not-runnable",
        );
        assert_eq!(found.shown, "\"builtin\"");
        silent(&hook("Stop", r#""command": "x""#), "type-not-runnable");
    }
}
