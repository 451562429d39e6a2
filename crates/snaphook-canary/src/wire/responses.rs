//! OpenAI Responses.

use serde_json::{Value, json};

use super::{ScriptedAnswer, WireReply, arguments_text, typed_event};

pub(super) fn reply(answer: &ScriptedAnswer<'_>) -> WireReply {
    let item = item(answer);
    let id = item["id"].clone();
    let mut started = item.clone();
    started["status"] = json!("in_progress");
    let mut events = Vec::new();
    match answer.call {
        Some(call) => {
            let text = arguments_text(call);
            events.push(json!({"type": "response.function_call_arguments.delta",
                "item_id": id, "output_index": 0, "delta": text}));
            events.push(json!({"type": "response.function_call_arguments.done",
                "item_id": id, "output_index": 0, "arguments": text}));
        }
        None => {
            started["content"] = json!([]);
            let part = |text: &str| json!({"type": "output_text", "text": text, "annotations": []});
            let event = |kind: &str, key: &str, value: Value| {
                json!({"type": kind, "item_id": id, "output_index": 0, "content_index": 0,
                    key: value})
            };
            events.extend([
                event("response.content_part.added", "part", part("")),
                event("response.output_text.delta", "delta", json!("done")),
                event("response.output_text.done", "text", json!("done")),
                event("response.content_part.done", "part", part("done")),
            ]);
        }
    }
    let whole = document(answer, "completed", json!([item]));
    let created = document(answer, "in_progress", json!([]));
    let mut all = vec![
        json!({"type": "response.created", "response": created}),
        json!({"type": "response.output_item.added", "output_index": 0, "item": started}),
    ];
    all.extend(events);
    all.push(json!({"type": "response.output_item.done", "output_index": 0, "item": item}));
    all.push(json!({"type": "response.completed", "response": whole}));
    for (number, event) in all.iter_mut().enumerate() {
        event["sequence_number"] = json!(number);
    }
    WireReply {
        whole,
        events: all.iter().map(typed_event).collect(),
    }
}

fn item(answer: &ScriptedAnswer<'_>) -> Value {
    let number = answer.number;
    match answer.call {
        Some(call) => json!({"type": "function_call", "id": format!("fc_{number:04}"),
            "call_id": format!("call_{number:04}"), "status": "completed", "name": call.name,
            "arguments": arguments_text(call)}),
        None => json!({"type": "message", "id": format!("msg_{number:04}"),
            "role": "assistant", "status": "completed",
            "content": [{"type": "output_text", "text": "done", "annotations": []}]}),
    }
}

fn document(answer: &ScriptedAnswer<'_>, status: &str, output: Value) -> Value {
    let usage = json!({"input_tokens": 10, "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": 5, "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": 15});
    json!({"id": format!("resp_{:04}", answer.number), "object": "response",
        "created_at": 1_700_000_000, "status": status, "model": answer.model,
        "output": output, "error": null, "incomplete_details": null, "tools": [],
        "parallel_tool_calls": false,
        "usage": if status == "completed" { usage } else { Value::Null }})
}
