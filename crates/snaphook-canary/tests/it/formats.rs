//! In each format the model calls the offered shell tool, then says that it is done.

use serde_json::{Value, json};
use snaphook_canary::{Script, ScriptKind, ScriptedModel, find_launch};

use crate::wire_client::{events, post};

async fn model_for(agent: &str) -> ScriptedModel {
    let kind = ScriptKind::Shell {
        command: "echo hello".into(),
    };
    let script = Script::new(find_launch(agent).unwrap(), &kind, "/project").unwrap();
    ScriptedModel::start(script).await.unwrap()
}

fn schema() -> Value {
    json!({"type": "object", "required": ["command", "description", "cwd", "wait"],
        "properties": {"command": {"type": "string"}, "description": {"type": "string"},
            "cwd": {"type": "string"}, "wait": {"type": "boolean"}}})
}

#[tokio::test]
async fn anthropic_messages_call_the_tool_then_end() {
    let model = model_for("claude").await;
    let ask = json!({"model": "m", "messages": [{"role": "user", "content": "go"}],
        "tools": [{"name": "Read", "input_schema": {}}, {"name": "Bash", "input_schema": schema()}]});
    let reply: Value =
        serde_json::from_str(&post(&model.url(), "/v1/messages?beta=true", &ask).await).unwrap();
    assert_eq!(reply["stop_reason"], "tool_use");
    let call = &reply["content"][0];
    assert_eq!(call["name"], "Bash");
    // Required parameters that the script has no value for are filled.
    assert_eq!(
        call["input"],
        json!({"command": "echo hello", "description": "as scripted", "cwd": "/project", "wait": false})
    );

    let told = json!({"model": "m", "stream": true, "tools": ask["tools"], "messages": [
        {"role": "user", "content": "go"}, {"role": "assistant", "content": [call]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": call["id"],
            "content": [{"type": "text", "text": "hello"}]}]}]});
    let stream = post(&model.url(), "/v1/messages", &told).await;
    assert!(stream.contains("event: message_start\n"));
    let kinds: Vec<_> = events(&stream)
        .iter()
        .map(|one| one["type"].clone())
        .collect();
    assert_eq!(kinds.first(), Some(&json!("message_start")));
    assert_eq!(kinds.last(), Some(&json!("message_stop")));
    assert!(stream.contains(r#""text":"done""#));

    let requests = model.requests();
    assert_eq!(requests.len(), 2);
    assert_eq!(requests[0].offered, ["Read", "Bash"]);
    assert_eq!(requests[1].tool_results(), ["hello"]);
}

#[tokio::test]
async fn chat_completions_stream_the_call_as_text() {
    let model = model_for("openhands").await;
    let ask = json!({"model": "m", "stream": true, "messages": [],
        "tools": [{"type": "function", "function": {"name": "terminal", "parameters": {}}}]});
    let stream = post(&model.url(), "/v1/chat/completions", &ask).await;
    assert!(stream.trim_end().ends_with("data: [DONE]"));
    let first = &events(&stream)[0]["choices"][0]["delta"]["tool_calls"][0]["function"];
    assert_eq!(first["name"], "terminal");
    assert_eq!(first["arguments"], r#"{"command":"echo hello"}"#);

    let told = json!({"messages": [{"role": "tool", "content": "denied", "tool_call_id": "1"}],
        "tools": ask["tools"]});
    let reply = post(&model.url(), "/v1/chat/completions", &told).await;
    let reply: Value = serde_json::from_str(&reply).unwrap();
    assert_eq!(reply["choices"][0]["message"]["content"], "done");
}

#[tokio::test]
async fn responses_send_the_item_in_every_event_that_has_it() {
    let model = model_for("codex").await;
    let ask = json!({"model": "m", "stream": true, "input": [],
        "tools": [{"type": "function", "name": "exec_command", "parameters": {}}]});
    let all = events(&post(&model.url(), "/v1/responses", &ask).await);
    let last = all.last().unwrap();
    assert_eq!(last["type"], "response.completed");
    assert_eq!(
        last["response"]["output"][0]["arguments"],
        r#"{"cmd":"echo hello"}"#
    );
    let numbers: Vec<_> = all
        .iter()
        .map(|one| one["sequence_number"].as_u64())
        .collect();
    assert!(numbers.is_sorted());

    let told = json!({"input": [{"type": "function_call_output", "call_id": "1", "output": "x"}]});
    let reply: Value =
        serde_json::from_str(&post(&model.url(), "/v1/responses", &told).await).unwrap();
    assert_eq!(reply["output"][0]["content"][0]["text"], "done");
}

#[tokio::test]
async fn gemini_calls_with_an_object() {
    let model = model_for("gemini").await;
    let ask = json!({"contents": [], "tools": [{"functionDeclarations": [
        {"name": "run_shell_command", "parametersJsonSchema": schema()}]}]});
    let path = "/v1beta/models/g:streamGenerateContent?alt=sse";
    let stream = post(&model.url(), path, &ask).await;
    let part = &events(&stream)[0]["candidates"][0]["content"]["parts"][0];
    assert_eq!(part["functionCall"]["args"]["command"], "echo hello");

    let told = json!({"contents": [{"role": "user", "parts": [
        {"functionResponse": {"name": "run_shell_command", "response": {"output": "x"}}}]}]});
    let reply = post(&model.url(), "/v1beta/models/g:generateContent", &told).await;
    let reply: Value = serde_json::from_str(&reply).unwrap();
    assert_eq!(
        reply["candidates"][0]["content"]["parts"][0]["text"],
        "done"
    );
}

#[tokio::test]
async fn a_tool_for_several_commands_gets_a_list() {
    let model = model_for("cline").await;
    let list = json!({"properties": {"commands": {"type": "array", "items": {"type": "string"}}}});
    let ask = json!({"messages": [], "tools": [
        {"type": "function", "function": {"name": "run_commands", "parameters": list}}]});
    let reply = post(&model.url(), "/v1/chat/completions", &ask).await;
    let reply: Value = serde_json::from_str(&reply).unwrap();
    let call = &reply["choices"][0]["message"]["tool_calls"][0]["function"];
    assert_eq!(call["arguments"], r#"{"commands":["echo hello"]}"#);
}

#[tokio::test]
async fn other_requests_are_recorded_and_answered() {
    let model = model_for("claude").await;
    let reply = post(&model.url(), "/v1/messages/count_tokens", &json!({})).await;
    assert!(reply.contains("input_tokens"));
    assert!(!model.requests()[0].asks_model);
}
