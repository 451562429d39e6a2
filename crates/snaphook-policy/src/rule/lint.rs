//! What looks wrong in a hook of type `rule`.
//!
//! | code | finds |
//! |---|---|
//! | `decision-without-effect` | a decision that its event does not take |
//! | `rule-for-every-call` | a rule that allows or denies everything its event brings |

use snaphook_core::Severity;
use snaphook_core::kind::{KindFinding, LintSubject, Place};

use super::definition::RuleDef;
use crate::decision::PolicyDecision;

pub(super) fn check(subject: &LintSubject<'_>) -> Vec<KindFinding> {
    let hook = subject.hook;
    let Some(def) = hook.handler.get::<RuleDef>() else {
        return Vec::new();
    };
    let event = hook.event.as_str();
    let tried = def.decision.answer(hook.event.spec(), event, "");
    let without_effect = tried.err().map(|error| KindFinding {
        severity: Severity::Warning,
        code: "decision-without-effect",
        place: Place::Key("decision"),
        message: format!(
            "`{}` has no effect on {event}; the hook fails",
            error.decision.word()
        ),
        help: "put the rule on PreToolUse, or use another decision".to_owned(),
    });
    let has_matcher = hook
        .matcher
        .text()
        .is_some_and(|text| !matches!(&**text, "" | "*"));
    let narrowed = has_matcher || subject.has_key_of(&["if", "when"]);
    let tool_event = hook.event.spec().conditions;
    let for_all = (tool_event && !narrowed && def.decision != PolicyDecision::Ask).then(|| {
        let verb = match def.decision {
            PolicyDecision::Allow => "allows",
            _ => "denies",
        };
        KindFinding {
            severity: Severity::Warning,
            code: "rule-for-every-call",
            place: Place::Hook,
            message: format!("this rule has no matcher and no condition, so it {verb} every call"),
            help: "say which calls: `\"if\": \"Bash(git push *)\"`".to_owned(),
        }
    });
    without_effect.into_iter().chain(for_all).collect()
}
