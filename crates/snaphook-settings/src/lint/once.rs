//! `once` where other programs do not know it.

use snaphook_core::hook::Scope;

use super::pass::LintedHook;
use crate::finding::Finding;

pub(super) fn check(subject: &LintedHook<'_>, findings: &mut Vec<Finding>) {
    let scope = subject.hook.source.scope;
    let Some(span) = subject.spans.of_key("once") else {
        return;
    };
    if !subject.hook.once || matches!(scope, Scope::Skill | Scope::Agent) {
        return;
    }
    findings.push(subject.hint(
        "once-outside-skill",
        span.clone(),
        "other agents honour `once` only in skills; elsewhere they run this hook every time",
        "keep it if only snaphook runs the hook; else let the hook itself remember that it ran",
    ));
}

#[cfg(test)]
mod tests {
    use snaphook_core::Severity;

    use crate::lint::testing::{hook, silent, the_one};

    #[test]
    fn once_outside_of_skills_is_a_hint() {
        let code = "once-outside-skill";
        let found = the_one(&hook("Stop", r#""command": "x", "once": true"#), code);
        assert_eq!((found.severity, &*found.shown), (Severity::Hint, "true"));
        silent(&hook("Stop", r#""command": "x", "once": false"#), code);
        silent(&hook("Stop", r#""command": "x""#), code);
    }
}
