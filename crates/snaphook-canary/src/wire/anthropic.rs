//! Anthropic Messages.

use serde_json::{Value, json};

use super::{ScriptedAnswer, WireReply, arguments_text, typed_event};

pub(super) fn reply(answer: &ScriptedAnswer<'_>) -> WireReply {
    let number = answer.number;
    let (block, started, delta, stop) = match answer.call {
        Some(call) => (
            json!({"type": "tool_use", "id": format!("toolu_{number:04}"), "name": call.name,
                "input": call.arguments}),
            json!({"type": "tool_use", "id": format!("toolu_{number:04}"), "name": call.name,
                "input": {}}),
            json!({"type": "input_json_delta", "partial_json": arguments_text(call)}),
            "tool_use",
        ),
        None => (
            json!({"type": "text", "text": "done"}),
            json!({"type": "text", "text": ""}),
            json!({"type": "text_delta", "text": "done"}),
            "end_turn",
        ),
    };
    let message = |content: Value, stop: Value| {
        json!({"id": format!("msg_{number:04}"), "type": "message", "role": "assistant",
            "model": answer.model, "content": content, "stop_reason": stop,
            "stop_sequence": null,
            "usage": {"input_tokens": 10, "output_tokens": 5,
                "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}})
    };
    let events = [
        json!({"type": "message_start", "message": message(json!([]), Value::Null)}),
        json!({"type": "content_block_start", "index": 0, "content_block": started}),
        json!({"type": "content_block_delta", "index": 0, "delta": delta}),
        json!({"type": "content_block_stop", "index": 0}),
        json!({"type": "message_delta",
            "delta": {"stop_reason": stop, "stop_sequence": null},
            "usage": {"output_tokens": 5}}),
        json!({"type": "message_stop"}),
    ];
    WireReply {
        whole: message(json!([block]), json!(stop)),
        events: events.iter().map(typed_event).collect(),
    }
}
