//! The form of a verdict, in the model's words and as a schema.

use serde_json::json;

use crate::run::language_model::AnswerSchema;

/// What the model must answer, in words.
pub(crate) fn form(whole: bool) -> &'static str {
    if whole {
        "Answer with one JSON object and nothing else: {\"ok\": true} to let it go on, \
         {\"ok\": false, \"reason\": \"…\"} to refuse, or the whole output of a hook, with \
         fields such as \"decision\", \"continue\", \"systemMessage\" and \"hookSpecificOutput\"."
    } else {
        "Answer with one JSON object and nothing else: {\"ok\": true, \"reason\": \"\"} to let \
         it go on, or {\"ok\": false, \"reason\": \"…\"} to refuse. The reason is one or two \
         sentences for whoever must correct it."
    }
}

/// The form as a schema. Strict schemas want every field required; what is read
/// is more lenient.
pub(crate) fn schema() -> AnswerSchema {
    AnswerSchema {
        name: "verdict".to_owned(),
        json: json!({
            "type": "object",
            "properties": {
                "ok": {
                    "type": "boolean",
                    "description": "true: it may go on; false: it is refused",
                },
                "reason": {
                    "type": "string",
                    "description": "why it is refused; empty if it may go on",
                },
            },
            "required": ["ok", "reason"],
            "additionalProperties": false,
        }),
    }
}
