//! Two hooks that rewrite the same thing differently, and what is done about it:
//! the last one counts, a person is asked, or the call is refused.

use super::effects::RewriteTarget;
use crate::answer::{PermissionDecision, RequestBehavior};
use crate::diagnostic::{Diagnostic, Severity};
use crate::hook::HookId;
use crate::outcome::Outcome;

/// The setting `onRewriteConflict`. A later one in this list is stricter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum OnRewriteConflict {
    /// The last rewrite in configured order counts, with a diagnostic.
    #[default]
    Last,
    /// A person is asked about the call, with the last rewrite.
    Ask,
    /// The call is refused.
    Deny,
}

impl OnRewriteConflict {
    /// The words of the setting, the most lenient first.
    pub const WORDS: &'static [&'static str] = &["last", "ask", "deny"];

    /// Reads a word of the setting.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        match word {
            "last" => Some(Self::Last),
            "ask" => Some(Self::Ask),
            "deny" => Some(Self::Deny),
            _ => None,
        }
    }
}

/// Rewrites of which at most one can count.
pub(super) struct Conflict {
    pub(super) target: RewriteTarget,
    /// The hook whose rewrite counts.
    pub(super) last: HookId,
    pub(super) others: Vec<HookId>,
}

impl Conflict {
    pub(super) fn diagnostic(&self) -> Diagnostic {
        let field = self.target.answer_field();
        let (last, others) = (&self.last, self.others());
        Diagnostic::new(
            Severity::Warning,
            "rewrite-conflict",
            format!(
                "hooks disagree about `{field}`: {last} wins over {others}, being the last in configured order; put them into one group with \"sequential\": true to let each see the rewrite before it"
            ),
        )
        .about(last)
    }

    fn others(&self) -> String {
        let names: Vec<_> = self.others.iter().map(ToString::to_string).collect();
        names.join(", ")
    }

    /// Does with the call what the setting says.
    pub(super) fn resolve(&self, setting: OnRewriteConflict, outcome: &mut Outcome) {
        let reason = |word: &str| {
            format!(
                "hooks {} and {} rewrite the input differently, and onRewriteConflict is \"{word}\"",
                self.others(),
                self.last
            )
        };
        match setting {
            OnRewriteConflict::Last => {}
            OnRewriteConflict::Ask => self.ask(reason("ask"), outcome),
            OnRewriteConflict::Deny => outcome.refuse_call(reason("deny")),
        }
    }

    /// Leaves the call to a person, unless a hook refused or deferred it.
    fn ask(&self, reason: String, outcome: &mut Outcome) {
        if let Some(request) = &outcome.permission_request {
            if request.behavior == RequestBehavior::Allow {
                // Without an answer to the request, the person decides.
                outcome.permission_request = None;
                outcome.updated_input = None;
                outcome.updated_input_by = None;
                outcome.updated_permissions.clear();
                outcome.updated_permissions_by.clear();
                outcome.decided_by.clear();
                outcome.system_messages.push(reason);
            }
            return;
        }
        match outcome.permission_decision {
            Some(PermissionDecision::Deny | PermissionDecision::Defer) => {}
            Some(PermissionDecision::Ask) => {
                let known = outcome.permission_decision_reason.take();
                let reasons = known.into_iter().chain([reason]).collect::<Vec<_>>();
                outcome.permission_decision_reason = Some(reasons.join("\n"));
            }
            Some(PermissionDecision::Allow) | None => {
                outcome.permission_decision = Some(PermissionDecision::Ask);
                outcome.permission_decision_reason = Some(reason);
                let hooks = self.others.iter().chain([&self.last]);
                outcome.decided_by = hooks.cloned().collect();
            }
        }
    }
}
