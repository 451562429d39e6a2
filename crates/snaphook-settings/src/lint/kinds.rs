//! What the kind of a hook finds in it.

use serde_json::Value;
use snaphook_core::kind::LintSubject;

use super::pass::{LintContext, LintedHook};
use crate::finding::Finding;

pub(super) fn check(
    subject: &LintedHook<'_>,
    settings: &[(&str, &Value)],
    context: &LintContext<'_>,
    findings: &mut Vec<Finding>,
) {
    let hook = subject.hook;
    let Some(kind) = context.kinds.get(hook.handler.kind().as_str()) else {
        return;
    };
    if hook.handler.why_unloadable().is_some() {
        return;
    }
    let found = kind.lint(&LintSubject {
        hook,
        has_key: &|key| subject.spans.of_key(key).is_some(),
        is_set: context.is_set,
        settings,
        project: Some(context.project_dir),
        home: context.home,
        is_runnable: context.runnable.contains(&hook.handler.kind().as_str()),
    });
    for found in found {
        let span = subject.spans.of_place(&found.place, subject.source);
        findings.push(Finding {
            severity: found.severity,
            ..subject.warning(found.code, span, found.message, found.help)
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::{hook, silent, the_one};

    #[test]
    fn a_pool_without_a_worker_is_found() {
        let code = "worker-pool-ignored";
        let found = the_one(&hook("Stop", r#""command": "x", "workerPool": 4"#), code);
        assert_eq!(found.shown, "4");
        let off = r#""command": "x", "worker": false, "workerPool": 4"#;
        the_one(&hook("Stop", off), code);
        let on = r#""command": "x", "worker": true, "workerPool": 4"#;
        silent(&hook("Stop", on), code);
    }
}
