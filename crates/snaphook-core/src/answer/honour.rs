//! Ready answers held to the event table, as JSON is.
//!
//! A function returns an [`Answer`] without going through JSON; what its event
//! does not honour must be dropped and noted all the same.

use super::checked::{Answer, PermissionDecision, RequestBehavior, RequestDecision};
use super::read::not_honoured;
use crate::diagnostic::Diagnostic;
use crate::event::{EventSpec, OutputFields};

/// The answer without what the event does not honour, and a note about each
/// such field. A permission decision answers a permission request, too: a deny
/// is never lost for being said in the other words.
#[must_use]
pub fn honoured(spec: &EventSpec, event: &str, mut answer: Answer) -> (Answer, Vec<Diagnostic>) {
    if spec.output.contains(OutputFields::DECISION) && answer.request.is_none() {
        answer.request = as_request(&mut answer);
    }
    let silence = Answer::default();
    let mut notes = Vec::new();
    let mut hold = |field: OutputFields, key: &str, there: bool| {
        let drop = there && !spec.output.contains(field);
        if drop {
            notes.push(not_honoured(key, event));
        }
        drop
    };
    macro_rules! hold {
        ($($member:ident: $field:ident $key:literal,)*) => {
            $(if hold(OutputFields::$field, $key, answer.$member != silence.$member) {
                answer.$member = Default::default();
            })*
        };
    }
    hold! {
        additional_context: ADDITIONAL_CONTEXT "additionalContext",
        classifier_context: CLASSIFIER_CONTEXT "classifierContext",
        permission: PERMISSION "permissionDecision",
        permission_reason: PERMISSION "permissionDecisionReason",
        updated_input: UPDATED_INPUT "updatedInput",
        updated_tool_output: UPDATED_TOOL_OUTPUT "updatedToolOutput",
        updated_mcp_tool_output: UPDATED_TOOL_OUTPUT "updatedMCPToolOutput",
        updated_prompt: UPDATED_PROMPT "updatedPrompt",
        updated_request: UPDATED_REQUEST "updatedRequest",
        updated_response: UPDATED_RESPONSE "updatedResponse",
        request: DECISION "decision",
        retry: RETRY "retry",
        initial_user_message: INITIAL_USER_MESSAGE "initialUserMessage",
        session_title: SESSION_TITLE "sessionTitle",
        watch_paths: WATCH_PATHS "watchPaths",
        reload_skills: RELOAD_SKILLS "reloadSkills",
        suppress_original_prompt: SUPPRESS_ORIGINAL_PROMPT "suppressOriginalPrompt",
        display_content: DISPLAY_CONTENT "displayContent",
        worktree_path: WORKTREE_PATH "worktreePath",
        elicitation: ELICITATION "action",
    }
    (answer, notes)
}

/// Allow and deny as the answer to a permission request; asking is not an answer.
fn as_request(answer: &mut Answer) -> Option<RequestDecision> {
    let behavior = match answer.permission {
        Some(PermissionDecision::Allow) => RequestBehavior::Allow,
        Some(PermissionDecision::Deny) => RequestBehavior::Deny,
        _ => return None,
    };
    answer.permission = None;
    Some(RequestDecision {
        behavior,
        updated_input: answer.updated_input.take(),
        updated_permissions: Vec::new(),
        message: answer.permission_reason.take(),
        interrupt: false,
    })
}
