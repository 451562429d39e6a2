//! Matchers on a field whose values are known: `startup`, `manual`, `logout`.

use std::ops::Range;

use snaphook_core::event::nearest;
use snaphook_core::matching::{Aliases, MatchResult, Matcher};

use super::matchers::{NEVER, group, place_of};
use super::pass::LintedHook;
use crate::finding::Finding;

/// An input field and what it may say.
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) values: &'static [&'static str],
    /// Whether other values may come.
    pub(super) open: bool,
}

pub(super) fn check(
    subject: &LintedHook<'_>,
    span: &Range<usize>,
    text: &str,
    matcher: &Matcher,
    field: &Field,
    findings: &mut Vec<Finding>,
) {
    let event = subject.hook.event.as_str();
    let all = || format!("use one of {}", field.values.join(", "));
    match matcher {
        Matcher::Names(names) => {
            let unknown = names
                .iter()
                .filter(|name| !field.values.contains(&&***name));
            for name in unknown {
                let near = nearest(name, field.values.iter().copied());
                let at = place_of(subject, span, text, name);
                let message = format!("unknown `{}` of {event}: `{name}`", field.name);
                let help = near.map_or_else(all, |near| format!("did you mean `{near}`?"));
                match (field.open, near) {
                    (false, _) => {
                        let message = format!("{message}; it matches nothing");
                        findings.push(group(subject.warning(NEVER, at, message, help)));
                    }
                    (true, Some(_)) => {
                        findings.push(group(subject.hint(NEVER, at, message, help)));
                    }
                    (true, None) => {}
                }
            }
        }
        Matcher::Regex(_) if !field.open => {
            let none = Aliases::none();
            let dead = field
                .values
                .iter()
                .all(|value| matcher.accepts(value, &none) == MatchResult::No);
            if dead {
                findings.push(group(subject.warning(
                    NEVER,
                    span.clone(),
                    format!(
                        "the matcher `{text}` matches no `{}` of {event}",
                        field.name
                    ),
                    all(),
                )));
            }
        }
        Matcher::Regex(_) | Matcher::Whole(_) | Matcher::All | Matcher::Translated(..) => {}
    }
}

#[cfg(test)]
mod tests {
    use snaphook_core::Severity;

    use super::NEVER;
    use crate::lint::testing::{group, silent, the_one};

    #[test]
    fn a_value_that_never_comes_is_named_with_the_near_one() {
        let found = the_one(&group("SessionStart", "resume|Startup"), NEVER);
        assert_eq!(found.shown, "Startup");
        assert_eq!(found.help, "did you mean `startup`?");
        let found = the_one(&group("SessionEnd", "exit"), NEVER);
        assert!(found.help.contains("logout"), "{found:?}");
        the_one(&group("PreCompact", "^automatic"), NEVER);
        silent(&group("SessionStart", "startup|resume"), NEVER);
        silent(&group("PreCompact", "^auto"), NEVER);
        silent(&group("Notification", "anything"), NEVER);
    }

    #[test]
    fn errors_are_an_open_set() {
        let found = the_one(&group("StopFailure", "rate_limits"), NEVER);
        assert_eq!(found.severity, Severity::Hint);
        silent(&group("StopFailure", "disk_full"), NEVER);
    }
}
