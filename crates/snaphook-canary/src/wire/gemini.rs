//! Gemini `generateContent` and `streamGenerateContent`.

use serde_json::json;

use super::{ScriptedAnswer, WireReply};

pub(super) fn reply(answer: &ScriptedAnswer<'_>) -> WireReply {
    let number = answer.number;
    let part = match answer.call {
        Some(call) => json!({"functionCall": {"id": format!("call_{number:04}"),
            "name": call.name, "args": call.arguments}}),
        None => json!({"text": "done"}),
    };
    let whole = json!({
        "candidates": [{"index": 0, "finishReason": "STOP",
            "content": {"role": "model", "parts": [part]}}],
        "usageMetadata": {"promptTokenCount": 10, "candidatesTokenCount": 5,
            "totalTokenCount": 15},
        "modelVersion": answer.model, "responseId": format!("r{number}")});
    WireReply {
        events: vec![(None, whole.to_string())],
        whole,
    }
}
