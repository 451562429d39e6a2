//! What a field of an answer must hold.

use serde_json::json;
use snaphook_core::event::OutputType;

use super::decision::decision;
use crate::json::{Schema, schema};

pub(super) fn holding(kind: OutputType) -> Schema {
    schema(match kind {
        OutputType::Text => json!({"type": "string"}),
        OutputType::Flag => json!({"type": "boolean"}),
        OutputType::Object => json!({"type": "object"}),
        OutputType::Texts => json!({"type": "array", "items": {"type": "string"}}),
        OutputType::Any => json!({}),
        OutputType::Word(words) => json!({"enum": words}),
        OutputType::Decision => decision(),
    })
}
