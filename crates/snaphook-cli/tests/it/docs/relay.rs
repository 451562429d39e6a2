//! The recipe *approval by a chat webhook*, whole: the relay, a chat, and a person who
//! opens the link.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

use super::pages::repository;
use crate::common::{Folder, has_python};

/// The relay; it ends with the test.
struct Relay {
    child: Child,
    address: String,
}

impl Drop for Relay {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn relay(chat: &str, patience: &str) -> Relay {
    let script = repository().join("recipes/approval-by-chat/.snaphook/relay.py");
    let mut child = Command::new("python3")
        .arg(script)
        .args(["--port", "0", "--patience", patience])
        .env("CHAT_WEBHOOK_URL", chat)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let stdout = child.stdout.take().unwrap();
    BufReader::new(stdout).read_line(&mut line).unwrap();
    let address = line
        .trim()
        .strip_prefix("listening on ")
        .unwrap()
        .to_owned();
    Relay { child, address }
}

/// Reads one HTTP message: its head and its body.
fn message(stream: &mut TcpStream) -> (String, String) {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        assert!(reader.read_line(&mut head).unwrap() > 0, "{head}");
    }
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        let is_length = name.eq_ignore_ascii_case("content-length");
        is_length.then(|| value.trim().parse::<usize>().unwrap())
    });
    let mut body = vec![0; length.unwrap_or_default()];
    reader.read_exact(&mut body).unwrap();
    (head, String::from_utf8(body).unwrap())
}

fn ask(address: &str, method: &str, path: &str, body: &str) -> (String, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    let length = body.len();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: relay\r\nContent-Length: {length}\r\n\r\n{body}"
    )
    .unwrap();
    message(&mut stream)
}

/// The next message to the chat: the path of its link.
fn link(chat: &TcpListener) -> String {
    let (mut stream, _) = chat.accept().unwrap();
    let (_, body) = message(&mut stream);
    stream
        .write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        .unwrap();
    let text: serde_json::Value = serde_json::from_str(&body).unwrap();
    let text = text["text"].as_str().unwrap();
    assert!(text.contains("git push origin main"), "{text}");
    let (_, path) = text.split_once("/ask/").unwrap();
    format!("/ask/{path}")
}

/// The recipe's settings, with the relay where it is.
fn settings(relay: &Relay) -> Folder {
    let file = repository().join("recipes/approval-by-chat/.snaphook/settings.json");
    let text = std::fs::read_to_string(file).unwrap();
    Folder::with(
        "settings.json",
        &text.replace("127.0.0.1:8787", &relay.address),
    )
}

const FIRE: &[&str] = &[
    "fire",
    "PreToolUse",
    "--json",
    "--settings",
    "settings.json",
    "--tool",
    "Bash",
    "--tool-input",
    r#"{"command": "git push origin main"}"#,
];

#[test]
fn a_person_in_the_chat_decides() {
    if !has_python() {
        println!("SKIPPED, python3 is not installed");
        return;
    }
    let chat = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/hook", chat.local_addr().unwrap());
    let relay = relay(&url, "60");
    let folder = settings(&relay);
    for (answer, decision) in [("yes", "allow"), ("no", "deny")] {
        std::thread::scope(|scope| {
            let fired = scope.spawn(|| folder.snaphook(FIRE, ""));
            let link = link(&chat);
            // A chat that fetches the link for a preview decides nothing.
            let (head, page) = ask(&relay.address, "GET", &link, "");
            assert!(head.contains(" 200 ") && page.contains("Approve"), "{page}");
            assert!(!fired.is_finished());
            let form = format!("approve={answer}");
            ask(&relay.address, "POST", &link, &form);
            let outcome = fired.join().unwrap().json();
            assert_eq!(outcome["permissionDecision"], decision, "{outcome}");
            // A link works once.
            let (head, _) = ask(&relay.address, "POST", &link, "approve=yes");
            assert!(head.contains(" 404 "), "{head}");
        });
    }
}

#[test]
fn nobody_in_the_chat_is_a_no() {
    if !has_python() {
        println!("SKIPPED, python3 is not installed");
        return;
    }
    let chat = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/hook", chat.local_addr().unwrap());
    let quiet = relay(&url, "0.1");
    let late = std::thread::scope(|scope| {
        let fired = scope.spawn(|| settings(&quiet).snaphook(FIRE, ""));
        link(&chat);
        fired.join().unwrap().json()
    });
    assert_eq!(late["blockReason"], "nobody in the chat answered in time");
    drop(chat);
    let outcome = settings(&quiet).snaphook(FIRE, "").json();
    assert_eq!(outcome["blockedBy"], "failure", "{outcome}");
}
