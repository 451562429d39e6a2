//! `statusLine` and `fileSuggestion` fail silently when they run, so that a
//! script that is not there must be found here.

use super::pass::{LintContext, LintedHook};
use super::scripts;
use crate::finding::Finding;
use crate::read::{HookSpans, Settings};

pub(super) fn check(file: &Settings, context: &LintContext<'_>, findings: &mut Vec<Finding>) {
    for helper in file.status_line.iter().chain(&file.file_suggestion) {
        let subject = LintedHook {
            hook: &helper.to_hook(),
            spans: &HookSpans {
                command: Some(helper.span.clone()),
                ..HookSpans::default()
            },
            source: &file.source,
        };
        let first = findings.len();
        scripts::check_for(&format!("`{}`", helper.key), &subject, context, findings);
        for finding in findings.iter_mut().skip(first) {
            // It is not a hook, and on no event.
            finding.event = None;
            finding.hook = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::{silent, the_one};

    #[test]
    fn a_script_that_is_not_there_is_found() {
        let found = the_one(
            r#"{"statusLine": {"command": "~/gone.sh --short"}}"#,
            "script-missing",
        );
        assert_eq!(found.shown, "~/gone.sh");
        assert!(
            found.message.ends_with("`statusLine` cannot run it"),
            "{found:?}"
        );
        the_one(
            r#"{"fileSuggestion": {"command": "./plain.sh"}}"#,
            "script-not-executable",
        );
        silent(
            r#"{"fileSuggestion": {"command": "./run.sh"}}"#,
            "script-missing",
        );
    }
}
