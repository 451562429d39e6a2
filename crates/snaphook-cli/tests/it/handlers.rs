//! Every way to run a hook, from a settings file through `snaphook fire`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};

use serde_json::{Value, json};

use crate::common::Folder;

const CALL: &str = r#"{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"},"tool_use_id":"t"}"#;

/// A server that answers hooks and, in a provider's wire format, prompts. It
/// ends with the test.
fn server() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            // Whoever goes away early is nobody's concern here.
            let _ = answer(stream);
        }
    });
    address
}

fn answer(stream: TcpStream) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream);
    let mut path = String::new();
    reader.read_line(&mut path)?;
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        if line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let asked = String::from_utf8_lossy(&body).into_owned();
    let said = if path.contains("/messages") {
        model(&asked)
    } else {
        json!({"decision": "block", "reason": "no by http"})
    }
    .to_string();
    let mut stream = reader.into_inner();
    write!(
        stream,
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{said}",
        said.len()
    )
}

/// What a model says: its verdict as text, or by its tool where it has one.
fn model(asked: &str) -> Value {
    let (content, reason) = if asked.contains("\"verdict\"") {
        let verdict = json!({"ok": false, "reason": "no by agent"});
        let call = json!({"type": "tool_use", "id": "v", "name": "verdict", "input": verdict});
        (call, "tool_use")
    } else {
        let text = json!({"ok": false, "reason": "no by prompt"}).to_string();
        (json!({"type": "text", "text": text}), "end_turn")
    };
    json!({"id": "m", "type": "message", "role": "assistant", "model": "test-model",
        "content": [content], "stop_reason": reason,
        "usage": {"input_tokens": 3, "output_tokens": 4}})
}

#[test]
fn fire_runs_every_type_of_hook_from_a_settings_file() {
    let address = server();
    let mcp = snaphook_testkit::fake::fake_mcp();
    let said = json!({"decision": "block", "reason": "no by mcp"}).to_string();
    for (hook, reason) in [
        (
            json!({"type": "command", "command": "echo 'no by command' >&2; exit 2"}),
            "no by command",
        ),
        (
            json!({"type": "http", "url": format!("{address}/hook")}),
            "no by http",
        ),
        (
            json!({"type": "mcp_tool", "server": "fake", "tool": "echo", "input": {"text": said}}),
            "no by mcp",
        ),
        (
            json!({"type": "prompt", "prompt": "May it?", "continueOnBlock": true}),
            "no by prompt",
        ),
        (json!({"type": "agent", "prompt": "May it?"}), "no by agent"),
        (
            json!({"type": "builtin", "command": "deny_commands", "args": ["ls"]}),
            "`ls` is denied by `Bash(ls)`",
        ),
    ] {
        let settings = json!({
            "mcpServers": {"fake": {"command": mcp, "args": []}},
            "hookModel": {"model": "anthropic/test-model", "baseUrl": address},
            "hooks": {"PreToolUse": [{"hooks": [hook]}]}});
        let folder = Folder::with("s.json", &settings.to_string());
        let key = [("ANTHROPIC_API_KEY", "a-key-nobody-shall-see")];
        let args = ["fire", "--settings", "s.json", "--json"];
        let ran = folder.snaphook_env(&args, CALL, &key);
        assert_eq!(ran.code, 2, "{hook}: {ran:?}");
        assert_eq!(ran.json()["blockReason"], reason, "{hook}");
        assert!(!format!("{ran:?}").contains("nobody-shall-see"), "{ran:?}");
        let usage = &ran.json()["hooks"][0]["usage"];
        let metered = hook["type"] == "prompt" || hook["type"] == "agent";
        assert_eq!(usage.is_object(), metered, "{hook}: {usage}");
        let check = folder.snaphook_env(&["check", "s.json", "--deny-warnings"], "", &key);
        assert_eq!(check.code, 0, "{hook}: {check:?}");
    }
}

#[test]
fn check_warns_of_what_is_risky_in_hooks_that_reach_out() {
    let settings = json!({"hooks": {"PreToolUse": [{"hooks": [
        {"type": "http", "url": "http://example.com/hook",
         "headers": {"Authorization": "Bearer abcdefghijklmnopqrstuvwxyz", "X-Team": "$TEAM"},
         "allowedEnvVars": ["TEAM"]},
        {"type": "prompt", "prompt": "May it?", "model": "anthropic/x"}]}]}});
    let folder = Folder::with("s.json", &settings.to_string());
    let ran = folder.snaphook(&["check", "s.json", "--json"], "");
    let found = ran.json();
    let codes: Vec<&str> = found
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| finding["code"].as_str().unwrap())
        .collect();
    for code in [
        "url-not-encrypted",
        "secret-in-settings",
        "variable-not-set",
        "model-without-key",
    ] {
        assert!(codes.contains(&code), "{code} is not among {codes:?}");
    }
}

#[test]
fn a_misspelt_builtin_and_one_that_denies_nothing_are_found() {
    let hook = |name: &str| json!({"type": "builtin", "command": name, "onFailure": "block"});
    let hooks = [
        hook("deny_comands"),
        hook("deny_paths"),
        hook("our_own_function"),
    ];
    let text = json!({"hooks": {"PreToolUse": [{"hooks": hooks}]}}).to_string();
    let ran = Folder::with("b.json", &text).snaphook(&["check", "b.json"], "");
    let said = |words: &str| assert!(ran.stdout.contains(words), "{ran:?}");
    said("unknown builtin `deny_comands`; did you mean `deny_commands`?");
    said("`deny_paths` has no `args`, so it denies nothing");
    assert!(!ran.stdout.contains("our_own_function`;"), "{ran:?}");
}
