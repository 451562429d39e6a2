//! Approvals through the server: by the client that asks, by another one, by a link, and over
//! a restart.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};

use super::client::{Client, Lines};
use super::process::Serving;
use crate::world::World;

type StdioClient = Lines<ChildStdout, ChildStdin>;

fn world() -> World {
    let world = World::new();
    let settings = json!({"permissions": {"ask": ["Bash(git push *)"]}});
    world.write("home/.claude/settings.json", &settings.to_string());
    world
}

/// A server with one client on its pipes.
fn serve(world: &World, capabilities: &Value) -> (Serving, StdioClient) {
    let mut serving = Serving::start(&mut world.command(&["serve"]));
    let (stdin, stdout) = serving.pipes();
    let mut client = Lines::new(stdout, stdin);
    let params = json!({"protocolVersion": 1, "capabilities": capabilities,
        "client": {"name": "test-agent"}});
    client.ask("initialize", params);
    (serving, client)
}

fn hear(client: &mut StdioClient, method: &str) -> Value {
    loop {
        let message = client.hear().expect("the server has hung up");
        if message["method"] == method {
            return message;
        }
    }
}

fn answer_of(client: &mut StdioClient, id: i64) -> Value {
    loop {
        let message = client.hear().expect("the server has hung up");
        if message.get("method").is_none() && message["id"] == id {
            return message["result"].clone();
        }
    }
}

fn push() -> Value {
    json!({"sessionId": "s1", "input": {"tool_name": "Bash", "tool_input": {"command": "git push"}}})
}

/// A call that waits in another process.
fn authorize(world: &World) -> Child {
    let call = r#"{"command": "git push"}"#;
    let args = [
        "authorize",
        "--session",
        "a1",
        "--tool",
        "Bash",
        "--tool-input",
        call,
    ];
    world
        .command(&args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn the_client_sees_the_whole_request_and_must_echo_its_digest() {
    let world = world();
    let (_serving, mut client) = serve(&world, &json!({"approvals": true}));
    client.ask("session/start", json!({"sessionId": "s1"}));
    for (answer, decision) in [
        (json!({"selected": "allow", "digest": "DIGEST"}), "allow"),
        (json!({"selected": "allow"}), "deny"),
        (json!({"selected": "allow", "digest": "0000"}), "deny"),
        (json!({"selected": "deny", "message": "not now"}), "deny"),
        (
            json!({"selected": "edit", "digest": "DIGEST", "input": {"command": "git push topic"}}),
            "allow",
        ),
        (json!({"selected": "other", "digest": "DIGEST"}), "deny"),
    ] {
        let asked = client.send("permissions/authorize", &push());
        let question = hear(&mut client, "approval/request");
        let params = &question["params"];
        assert_eq!(params["toolInput"]["command"], "git push");
        let asker = params["askedBy"][0]["name"].as_str().unwrap();
        assert!(
            asker.starts_with("the ask rule `Bash(git push *)`"),
            "{asker}"
        );
        assert!(
            params["expires"].as_i64() > params["created"].as_i64(),
            "{params}"
        );
        let digest = params["digest"].as_str().unwrap();
        let text = answer.to_string().replace("DIGEST", digest);
        let result: Value = serde_json::from_str(&text).unwrap();
        client.say(&json!({"jsonrpc": "2.0", "id": question["id"], "result": result}));
        let decided = answer_of(&mut client, asked);
        assert_eq!(decided["decision"], decision, "{answer}: {decided}");
        let id = params["approvalId"].as_str().unwrap().to_owned();
        let kept = client.ask("approvals/show", json!({"id": id}))["approval"].clone();
        assert_ne!(kept["state"], "pending");
        if decision == "allow" {
            assert_eq!(kept["answer"]["by"], "client:test-agent");
        }
    }
}

#[test]
fn a_client_that_comes_too_late_is_told_who_was_first() {
    let world = world();
    let (_serving, mut client) = serve(&world, &json!({"approvals": true}));
    client.ask("session/start", json!({"sessionId": "s1"}));
    let asked = client.send("permissions/authorize", &push());
    let question = hear(&mut client, "approval/request");
    let id = question["params"]["approvalId"].as_str().unwrap();
    assert_eq!(world.snaphook(&["approvals", "allow", id]).code, 0);
    let told = hear(&mut client, "approval/answered");
    assert_eq!(told["params"]["approvalId"], id);
    let how = told["params"]["how"].as_str().unwrap();
    assert!(how.starts_with("approved by local:"), "{how}");
    assert_eq!(answer_of(&mut client, asked)["decision"], "allow");
    let digest = question["params"]["digest"].clone();
    let late = client.answer(
        "approvals/answer",
        json!({"id": id, "digest": digest, "choice": "deny"}),
    );
    assert_eq!(late["error"]["code"], -32008);
    assert_eq!(late["error"]["data"]["reason"], "late");
    assert_eq!(late["error"]["data"]["approval"]["state"], "approved");
}

#[test]
fn a_request_survives_a_restart_of_the_server() {
    let world = world();
    let (mut first, mut client) = serve(&world, &json!({}));
    let subscribed = client.ask("approvals/subscribe", json!({}));
    assert_eq!(subscribed["approvals"], json!([]));
    let asking = authorize(&world);
    let pending = hear(&mut client, "approvals/pending");
    let id = pending["params"]["approval"]["id"].clone();
    first.child.kill().unwrap();
    first.child.wait().unwrap();
    drop(client);
    let (_second, mut client) = serve(&world, &json!({}));
    let listed = client.ask("approvals/list", json!({}));
    assert_eq!(listed["approvals"][0]["id"], id, "{listed}");
    let since = subscribed["revision"].clone();
    let again = client.ask("approvals/subscribe", json!({"since": since}));
    assert_eq!(again["approvals"][0]["id"], id);
    // What was missed is sent again.
    let missed = hear(&mut client, "approvals/pending");
    let digest = missed["params"]["approval"]["digest"].clone();
    let wrong = json!({"id": id, "digest": "0".repeat(64), "choice": "allow"});
    assert_eq!(
        client.answer("approvals/answer", wrong)["error"]["data"]["reason"],
        "digest"
    );
    let answer = json!({"id": id, "digest": digest, "choice": "allow"});
    let answered = client.ask("approvals/answer", answer);
    assert_eq!(answered["approval"]["state"], "approved");
    let settled = hear(&mut client, "approvals/settled");
    assert_eq!(
        settled["params"]["approval"]["answer"]["by"],
        "client:test-agent"
    );
    assert_eq!(asking.wait_with_output().unwrap().status.code(), Some(0));
}

/// Status, head and body of one request.
fn http(address: SocketAddr, line: &str, headers: &str, body: &str) -> (u16, String, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    let head = format!(
        "{line} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {}\r\n{headers}\r\n",
        body.len()
    );
    stream
        .write_all(format!("{head}{body}").as_bytes())
        .unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, head.to_lowercase(), body.to_owned())
}

/// The body of the next request to a listener, which is answered with 204.
fn receive(listener: &TcpListener) -> Value {
    let (mut stream, _) = listener.accept().unwrap();
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let (mut length, mut line) = (0, String::new());
    loop {
        line.clear();
        reader.read_line(&mut line).unwrap();
        match line.trim().split_once(": ") {
            None if line.trim().is_empty() => break,
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.parse().unwrap();
            }
            _ => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    stream
        .write_all(b"HTTP/1.1 204 No Content\r\n\r\n")
        .unwrap();
    serde_json::from_slice(&body).unwrap()
}

#[cfg(feature = "notify")]
#[test]
fn the_link_of_a_webhook_answers_once_and_only_by_its_form() {
    let world = world();
    let mut serving = Serving::start(&mut world.command(&["serve", "--http", "127.0.0.1:0"]));
    let address = serving.http();
    let phone = TcpListener::bind("127.0.0.1:0").unwrap();
    let settings = json!({"approvals": {"url": format!("http://{address}"), "notify": [
        {"type": "webhook", "name": "phone", "secret": "env:PHONE_SECRET",
            "url": format!("http://{}/", phone.local_addr().unwrap())}]}});
    world.write("home/.config/snaphook/settings.json", &settings.to_string());
    let call = r#"{"command": "git push"}"#;
    let args = [
        "authorize",
        "--session",
        "a1",
        "--tool",
        "Bash",
        "--tool-input",
        call,
    ];
    let mut command = world.command(&args);
    command.env("PHONE_SECRET", "secret of the test");
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let asking = command.spawn().unwrap();
    let notice = receive(&phone);
    let link = notice["link"].as_str().unwrap();
    let path = link.strip_prefix(&format!("http://{address}")).unwrap();
    // Chat programs look by themselves, and some send HEAD.
    for look in ["GET", "HEAD", "GET"] {
        let (status, head, body) = http(address, &format!("{look} {path}"), "", "");
        assert_eq!(status, 200, "{body}");
        assert!(
            head.contains("content-security-policy: default-src 'none'"),
            "{head}"
        );
        assert!(look == "HEAD" || body.contains("git push"), "{body}");
    }
    let digest = notice["approval"]["digest"].as_str().unwrap();
    let form = format!("choice=allow&digest={digest}");
    let own = format!("Origin: http://{address}\r\n");
    for (path, headers, form, expected) in [
        (path, "Origin: https://evil.example\r\n", &*form, 403),
        (path, "Origin: null\r\n", &form, 403),
        (path, "Sec-Fetch-Site: cross-site\r\n", &form, 403),
        (path, &*own, "choice=edit", 404),
        (path, &own, "choice=allow&digest=0", 409),
        ("/approve/guess", &own, &form, 404),
        ("/rpc", "", "{}", 401),
    ] {
        let (status, _, body) = http(address, &format!("POST {path}"), headers, form);
        assert_eq!(status, expected, "{path} {headers} {form}: {body}");
    }
    // A proxy before the server names another host.
    let proxied = "Origin: https://approvals.example\r\nSec-Fetch-Site: same-origin\r\n";
    let (status, _, body) = http(address, &format!("POST {path}"), proxied, &form);
    assert_eq!(status, 200, "{body}");
    assert!(body.contains("approved by link"), "{body}");
    let output = asking.wait_with_output().unwrap();
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let (status, _, _) = http(address, &format!("POST {path}"), &own, &form);
    assert_eq!(status, 404);
}

#[cfg(feature = "notify")]
#[test]
fn a_webhook_that_fails_is_a_warning_and_nothing_waits() {
    let world = world();
    let settings = json!({"approvals": {"notify": [{"type": "webhook", "name": "phone",
        "secret": "env:NOT_SET", "url": "http://127.0.0.1:1/"}]}});
    world.write("home/.config/snaphook/settings.json", &settings.to_string());
    let output = authorize(&world).wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        stderr.contains("warning: the webhook \"phone\" failed"),
        "{stderr}"
    );
    assert!(stderr.contains("nobody could be told of it"), "{stderr}");
}
