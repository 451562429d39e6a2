//! Expressions (`when`) that do not compile, with a caret in the expression.

use snaphook_core::Severity;

use super::pass::{LintContext, LintedHook};
use crate::finding::Finding;

pub(super) fn check(
    subject: &LintedHook<'_>,
    context: &LintContext<'_>,
    findings: &mut Vec<Finding>,
) {
    let hook = subject.hook;
    let (Some(when), Some(language)) = (&hook.when, context.conditions) else {
        return;
    };
    let Err(error) = language.compile(when, hook.event.spec()) else {
        return;
    };
    let value = subject.spans.of_key("when");
    let span = value.unwrap_or(&subject.spans.handler);
    let consequence = match hook.is_guard() {
        true => "until then the guard fails for every event",
        false => "until then the hook fails",
    };
    let help = error.help.as_deref().unwrap_or("correct it");
    findings.push(Finding {
        severity: Severity::Error,
        ..subject.warning(
            "bad-when",
            subject.source.inside(span, error.range),
            format!("invalid expression: {}", error.message),
            format!("{help}; {consequence}"),
        )
    });
}
