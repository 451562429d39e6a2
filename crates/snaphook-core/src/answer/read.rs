//! Reads a JSON answer: first leniently, field by field, then as a whole.
//!
//! | the object | is |
//! |---|---|
//! | fits | an answer |
//! | has a deny and something that does not fit | that deny alone |
//! | has something that does not fit | a failure |
//!
//! Of a duplicate key, at any depth, a denying value counts. Unknown keys
//! are ignored at any depth. Fields that the event does not
//! honour are dropped before they are checked, and noted.

use super::checked::{
    Answer, AnswerDecision, ElicitationAction, PermissionDecision, RequestBehavior, RequestDecision,
};
use super::fields::FieldReader;
use super::near_misses::near_misses;
use super::permission::check_updates;
use crate::diagnostic::{Diagnostic, Severity};
use crate::event::{EventSpec, OUTPUT_FIELDS, OutputFields};
use crate::input::Fields;
use crate::json::read_value;

const SPECIFIC: &str = "hookSpecificOutput";
const EVENT_NAME: &str = "hookEventName";

/// One thing in an answer that does not fit.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{field}` must be {expected}, not {found}")]
pub struct AnswerProblem {
    /// The field, with its path.
    pub field: String,
    /// What it must hold.
    pub expected: String,
    /// What it holds.
    pub found: String,
}

/// A JSON answer, read.
#[derive(Debug, Clone)]
pub struct ParsedAnswer {
    /// Everything that fits.
    pub answer: Answer,
    /// Everything that does not.
    pub problems: Vec<AnswerProblem>,
    /// What was dropped without harm.
    pub diagnostics: Vec<Diagnostic>,
    /// A question or a rewrite was dropped, because the answer does not name its
    /// event: a guard has not said what it meant to say.
    pub lost_without_name: bool,
    /// A decision or a rewrite is where it is not read, or under a name that is
    /// only nearly right: a guard has not said what it meant to say.
    pub is_misplaced: bool,
}

/// Reads the object that a hook on `event` answered.
#[must_use]
pub fn read_object(spec: &EventSpec, event: &str, object: &Fields) -> ParsedAnswer {
    let mut problems = Vec::new();
    let mut diagnostics = repeated(object, "");
    let mut answer = read_universal(object, &mut problems);
    let mut lost_without_name = false;

    let specifics = FieldReader::new(object, "", &mut problems).every_object(SPECIFIC);
    let near_misses = near_misses(spec, object, &specifics);
    let is_misplaced = near_misses.iter().any(|miss| miss.decides);
    diagnostics.extend(near_misses.into_iter().map(|miss| miss.diagnostic));
    for specific in specifics {
        diagnostics.extend(repeated(&specific, "hookSpecificOutput."));
        let honoured = honoured_fields(spec, event, &specific, &mut diagnostics);
        let said = read_specific(spec, &honoured, &mut problems, &mut diagnostics);
        let said = if is_named(&specific, event, &mut problems) {
            said
        } else {
            diagnostics.push(no_event_name(event));
            let (counts, lost) = said.without_event_name();
            lost_without_name |= lost;
            counts
        };
        answer = answer.beside(said);
    }
    ParsedAnswer {
        answer,
        problems,
        diagnostics,
        lost_without_name,
        is_misplaced,
    }
}

/// Whether an object names its event. Another one is a problem.
fn is_named(specific: &Fields, event: &str, problems: &mut Vec<AnswerProblem>) -> bool {
    let mut named = false;
    for raw in specific.every(EVENT_NAME) {
        let name = read_value(raw.get()).unwrap_or_default();
        if name.is_null() && raw.get() == "null" {
            continue;
        }
        named = true;
        if name != event {
            problems.push(AnswerProblem {
                field: format!("{SPECIFIC}.{EVENT_NAME}"),
                expected: format!("\"{event}\""),
                found: raw.get().to_owned(),
            });
        }
    }
    named
}

fn no_event_name(event: &str) -> Diagnostic {
    Diagnostic::new(
        Severity::Warning,
        "no-event-name",
        format!(
            "the answer's `hookSpecificOutput` has no `hookEventName`: of what it says only a deny, a block or context counts; add \"hookEventName\": \"{event}\""
        ),
    )
}

/// A note about each duplicate key.
fn repeated(object: &Fields, prefix: &str) -> Vec<Diagnostic> {
    let note = |key: &str| {
        Diagnostic::new(
            Severity::Warning,
            "answer-key-twice",
            format!(
                "the answer has the key `{prefix}{key}` twice: a denying value counts, else the last; write the answer with a JSON library"
            ),
        )
    };
    object.repeated_here().map(note).collect()
}

fn read_universal(object: &Fields, problems: &mut Vec<AnswerProblem>) -> Answer {
    let mut reader = FieldReader::new(object, "", problems);
    Answer {
        stop: reader.flag_unless_false("continue") == Some(false),
        stop_reason: reader.text("stopReason"),
        system_message: reader.text("systemMessage"),
        suppress_output: reader.flag("suppressOutput").unwrap_or_default(),
        decision: reader
            .word("decision", &["approve", "block"])
            .map(|index| [AnswerDecision::Approve, AnswerDecision::Block][index]),
        reason: reader.text("reason"),
        terminal_sequence: reader.text("terminalSequence"),
        ..Answer::default()
    }
}

/// The fields without those that this event does not honour, which are noted.
fn honoured_fields(
    spec: &EventSpec,
    event: &str,
    specific: &Fields,
    diagnostics: &mut Vec<Diagnostic>,
) -> Fields {
    let mut honoured = specific.clone();
    for field in OUTPUT_FIELDS {
        let there = specific.every(field.key).any(|raw| raw.get() != "null");
        if there && !spec.output.contains(field.field) {
            honoured.remove(field.key);
            diagnostics.push(not_honoured(field.key, event));
        }
    }
    honoured
}

/// The note about a field that has no effect.
pub(super) fn not_honoured(field: &str, event: &str) -> Diagnostic {
    Diagnostic::new(
        Severity::Warning,
        "field-not-honoured",
        format!("the answer's `{field}` has no effect on {event} and is ignored"),
    )
}

fn read_specific(
    spec: &EventSpec,
    fields: &Fields,
    problems: &mut Vec<AnswerProblem>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Answer {
    let mut answer = Answer::default();
    let mut reader = FieldReader::new(fields, "hookSpecificOutput.", problems);
    answer.additional_context = reader.text("additionalContext");
    answer.classifier_context = reader.text("classifierContext");
    answer.permission = reader
        .word("permissionDecision", spec.permission_words)
        .and_then(|index| match spec.permission_words[index] {
            "allow" => Some(PermissionDecision::Allow),
            "deny" => Some(PermissionDecision::Deny),
            "ask" => Some(PermissionDecision::Ask),
            "defer" => Some(PermissionDecision::Defer),
            _ => None,
        });
    answer.permission_reason = reader.text("permissionDecisionReason");
    answer.updated_input = reader.object("updatedInput");
    answer.updated_tool_output = reader.json("updatedToolOutput");
    answer.updated_mcp_tool_output = reader.json("updatedMCPToolOutput");
    answer.updated_prompt = reader.text("updatedPrompt");
    answer.updated_request = reader.json("updatedRequest");
    answer.updated_response = reader.json("updatedResponse");
    answer.retry = reader.flag("retry").unwrap_or_default();
    answer.initial_user_message = reader.text("initialUserMessage");
    answer.session_title = reader.text("sessionTitle");
    answer.watch_paths = reader.texts("watchPaths");
    answer.reload_skills = reader.flag("reloadSkills").unwrap_or_default();
    answer.suppress_original_prompt = reader.flag("suppressOriginalPrompt").unwrap_or_default();
    answer.display_content = reader.text("displayContent");
    answer.worktree_path = reader.text("worktreePath");
    if spec.output.contains(OutputFields::ELICITATION) {
        let content = reader.object("content");
        answer.elicitation = reader
            .word("action", &["accept", "decline", "cancel"])
            .map(|index| {
                use ElicitationAction::{Accept, Cancel, Decline};
                ([Accept, Decline, Cancel][index], content)
            });
    }
    for decision in reader.every_object("decision") {
        diagnostics.extend(repeated(&decision, "hookSpecificOutput.decision."));
        let request = read_request(&decision, problems);
        answer = answer.beside(Answer {
            request,
            ..Answer::default()
        });
    }
    answer
}

fn read_request(decision: &Fields, problems: &mut Vec<AnswerProblem>) -> Option<RequestDecision> {
    const PREFIX: &str = "hookSpecificOutput.decision.";
    let mut reader = FieldReader::new(decision, PREFIX, problems);
    let behavior = reader.word("behavior", &["allow", "deny"]);
    let updated_input = reader.object("updatedInput");
    let updates = reader.list("updatedPermissions").unwrap_or_default();
    let message = reader.text("message");
    let interrupt = reader.flag("interrupt").unwrap_or_default();
    if !reader.has("behavior") {
        problems.push(AnswerProblem {
            field: format!("{PREFIX}behavior"),
            expected: "\"allow\" or \"deny\"".to_owned(),
            found: "nothing".to_owned(),
        });
    }
    check_updates(&updates, problems);
    behavior.map(|index| RequestDecision {
        behavior: [RequestBehavior::Allow, RequestBehavior::Deny][index],
        updated_input,
        updated_permissions: updates,
        message,
        interrupt,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::event::Event;

    fn read(event: &str, value: Value) -> ParsedAnswer {
        let object = Fields::from_value(&value).unwrap();
        read_object(Event::resolve(event).spec(), event, &object)
    }

    fn problems(event: &str, value: Value) -> Vec<String> {
        read(event, value)
            .problems
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    #[test]
    fn a_problem_names_the_field_and_what_was_expected() {
        assert_eq!(
            problems("PreToolUse", json!({"suppressOutput": "yes"})),
            ["`suppressOutput` must be true or false, not \"yes\""]
        );
        assert_eq!(
            problems(
                "PreToolUse",
                json!({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "denied"}})
            ),
            [
                "`hookSpecificOutput.permissionDecision` must be \"allow\", \"deny\", \"ask\" or \"defer\", not \"denied\""
            ]
        );
        assert_eq!(
            problems(
                "Stop",
                json!({"hookSpecificOutput": {"hookEventName": "PreToolUse"}})
            ),
            ["`hookSpecificOutput.hookEventName` must be \"Stop\", not \"PreToolUse\""]
        );
    }

    #[test]
    fn defer_is_no_word_for_a_model_switch() {
        let answer = json!({"hookSpecificOutput": {"hookEventName": "PreModelSwitch", "permissionDecision": "defer"}});
        assert_eq!(problems("PreModelSwitch", answer).len(), 1);
    }

    #[test]
    fn null_is_absent_and_unknown_keys_are_ignored() {
        let reading = read(
            "PreToolUse",
            json!({"decision": null, "mine": {"deep": 1}, "hookSpecificOutput": {
                "hookEventName": "PreToolUse", "permissionDecision": null, "updatedInput": null, "more": []}}),
        );
        assert_eq!(reading.answer, Answer::default());
        assert!(reading.problems.is_empty() && reading.diagnostics.is_empty());
    }

    #[test]
    fn a_field_that_is_not_honoured_is_not_even_checked() {
        let reading = read(
            "Stop",
            json!({"hookSpecificOutput": {"hookEventName": "Stop", "permissionDecision": 7}}),
        );
        assert!(reading.problems.is_empty());
        assert_eq!(reading.diagnostics[0].code, "field-not-honoured");
    }

    #[test]
    fn permission_updates_are_checked() {
        let answer = |update: Value| {
            json!({"hookSpecificOutput": {"hookEventName": "PermissionRequest", "decision":
                {"behavior": "allow", "updatedPermissions": [update]}}})
        };
        let wrong = problems(
            "PermissionRequest",
            answer(json!({"type": "addRules", "rules": [{}], "behavior": "perhaps"})),
        );
        assert_eq!(wrong.len(), 3, "{wrong:?}");
        let rule = json!({"toolName": "Bash", "ruleContent": ["ls"]});
        let wrong = problems(
            "PermissionRequest",
            answer(json!({"type": "addRules", "rules": [rule], "destination": "session"})),
        );
        assert!(wrong[0].contains("rules[].ruleContent"), "{wrong:?}");
        let right =
            json!({"type": "addDirectories", "directories": ["/a"], "destination": "session"});
        assert!(problems("PermissionRequest", answer(right)).is_empty());
    }
}
