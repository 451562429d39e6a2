//! OpenAI Chat Completions.

use serde_json::{Value, json};

use super::{ScriptedAnswer, WireReply, arguments_text};

pub(super) fn reply(answer: &ScriptedAnswer<'_>) -> WireReply {
    let number = answer.number;
    let (message, finish) = match answer.call {
        Some(call) => (
            json!({"role": "assistant", "content": null, "tool_calls": [
                {"index": 0, "id": format!("call_{number:04}"), "type": "function",
                 "function": {"name": call.name, "arguments": arguments_text(call)}}]}),
            "tool_calls",
        ),
        None => (json!({"role": "assistant", "content": "done"}), "stop"),
    };
    let document = |object: &str, choice: Value, usage: Option<Value>| {
        let mut whole = json!({"id": format!("chatcmpl-{number:04}"), "object": object,
            "created": 1_700_000_000, "model": answer.model, "choices": [choice]});
        if let Some(usage) = usage {
            whole["usage"] = usage;
        }
        whole
    };
    let usage = json!({"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15});
    let chunk = "chat.completion.chunk";
    let first = json!({"index": 0, "delta": message, "finish_reason": null});
    let last = json!({"index": 0, "delta": {}, "finish_reason": finish});
    let events = vec![
        (None, document(chunk, first, None).to_string()),
        (None, document(chunk, last, Some(usage.clone())).to_string()),
        (None, "[DONE]".to_owned()),
    ];
    let choice = json!({"index": 0, "message": message, "finish_reason": finish});
    WireReply {
        whole: document("chat.completion", choice, Some(usage)),
        events,
    }
}
