//! The same hook twice. It runs once, so one of the two is a leftover, or the
//! author expects it to run twice.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use snaphook_core::event::EventName;
use snaphook_core::hook::{Identity, Scope, Source};

use super::pass::LintedHook;
use crate::finding::{Finding, Location};

/// Event, matcher, what it runs, and what keeps it apart from others.
type DuplicateKey = (EventName, String, Identity, DuplicateScope);

/// Hooks with different ones are not compared.
#[derive(PartialEq, Eq, Hash)]
enum DuplicateScope {
    /// Copies from different plugins and skills are different hooks.
    File(Option<Arc<Path>>),
    /// Nobody writes their own settings for one project, or a project's for
    /// one person: what both have is not a leftover.
    Owner(Scope),
    /// The files of a project, and those that were named.
    Together,
}

/// The hooks seen so far.
#[derive(Default)]
pub(super) struct Duplicates {
    first: HashMap<DuplicateKey, Location>,
}

impl Duplicates {
    pub(super) fn check(&mut self, subject: &LintedHook<'_>, findings: &mut Vec<Finding>) {
        let hook = subject.hook;
        let identity = hook.identity();
        // Some are never duplicates, not even of themselves; and a hook that
        // is switched off is not united with one that runs.
        if !hook.enabled || !identity.same_as(&identity) {
            return;
        }
        let matcher = match hook.matcher.text() {
            None => "",
            Some(text) if &**text == "*" => "",
            Some(text) => text,
        };
        let key = (
            hook.event.name().clone(),
            matcher.to_owned(),
            identity,
            scope_of(&hook.source),
        );
        let Some(first) = self.first.get(&key) else {
            let place = subject.source.at(subject.spans.handler.clone());
            self.first.insert(key, place);
            return;
        };
        findings.push(subject.warning(
            "duplicate",
            subject.command_span(),
            format!(
                "duplicate of the hook at {}:{}; it runs only once",
                first.file.display(),
                first.line
            ),
            "remove one of the two",
        ));
    }
}

fn scope_of(source: &Source) -> DuplicateScope {
    match source.scope {
        Scope::Plugin | Scope::Skill | Scope::Agent => DuplicateScope::File(source.file.clone()),
        Scope::Managed | Scope::User => DuplicateScope::Owner(source.scope),
        _ => DuplicateScope::Together,
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::{findings_in, findings_of, silent, the_one};

    fn groups(groups: &str) -> String {
        format!(r#"{{"hooks": {{"Stop": [], "PostToolUse": [{groups}]}}}}"#)
    }

    #[test]
    fn the_same_hook_under_the_same_matcher_is_found() {
        let one = r#"{"matcher": "*", "hooks": [{"command": "x"}]}"#;
        let all = r#"{"hooks": [{"command": "x", "timeout": 5}]}"#;
        let found = the_one(&groups(&format!("{one},\n{all}")), "duplicate");
        assert!(found.message.contains("s.json:1"), "{found:?}");
        let bash = r#"{"matcher": "Bash", "hooks": [{"command": "x"}]}"#;
        silent(&groups(&format!("{one}, {bash}")), "duplicate");
        let other = r#"{"hooks": [{"command": "x", "args": []}]}"#;
        silent(&groups(&format!("{one}, {other}")), "duplicate");
        let off = r#"{"hooks": [{"command": "x", "enabled": false}]}"#;
        silent(&groups(&format!("{one}, {off}")), "duplicate");
    }

    #[test]
    fn also_in_two_files() {
        let text = groups(r#"{"hooks": [{"command": "x"}]}"#);
        let found = findings_of(&[("a.json", &text), ("b.json", &text)]);
        assert_eq!(found.len(), 1);
        assert!(found[0].message.contains("a.json:1"), "{found:?}");
        assert_eq!(found[0].location.file.to_str(), Some("b.json"));
    }

    #[test]
    fn what_a_person_has_a_project_may_have_too() {
        use snaphook_core::hook::Scope::{Local, Managed, Project, User};
        let text = groups(r#"{"hooks": [{"command": "x"}]}"#);
        let count = |scopes: &[_]| {
            let files: Vec<_> = scopes.iter().map(|scope| (*scope, text.as_str())).collect();
            findings_in(&files).len()
        };
        assert_eq!(count(&[Managed, User, Project]), 0);
        assert_eq!(count(&[User, User]), 1);
        assert_eq!(count(&[Project, Local]), 1);
    }
}
