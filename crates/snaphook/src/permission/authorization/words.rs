//! The text for the model, where no hook gives one.

use crate::permission::decision::Decider;

/// The text for the model about a call that was not allowed.
pub(super) fn text_for_model(tool: &str, by: &Decider, reason: Option<&str>) -> String {
    let because = |why: &str| match reason {
        Some(reason) => format!("{why}: {reason}"),
        None => why.to_owned(),
    };
    match by {
        Decider::Rule { rule, behavior, .. } => because(&format!(
            "The call of {tool} was denied by the {} rule `{rule}`",
            behavior.as_str()
        )),
        Decider::Mode { mode } => because(&format!(
            "The call of {tool} was denied by the permission mode {mode}"
        )),
        Decider::Approver => because(&format!("The call of {tool} was not approved")),
        Decider::Nobody => format!(
            "The call of {tool} needs approval, and there is nobody to ask{}",
            reason
                .map(|reason| format!(": {reason}"))
                .unwrap_or_default()
        ),
        Decider::Cancelled => because(&format!("The call of {tool} was not decided")),
        Decider::Hook { .. } | Decider::Classifier | Decider::Engine => {
            because(&format!("The call of {tool} was denied by {by}"))
        }
    }
}
