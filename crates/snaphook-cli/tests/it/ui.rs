//! `snaphook ui`: the page of a real program, as a browser asks it.
#![cfg(all(unix, feature = "ui"))]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::world::World;

/// A page until it is dropped.
struct Page {
    child: Child,
    host: String,
    key: String,
}

impl Page {
    fn start(mut command: Command) -> Self {
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        stdout.read_line(&mut line).unwrap();
        let (address, key) = line.trim().split_once("/#key=").unwrap();
        Self {
            child,
            host: address.strip_prefix("http://").unwrap().to_owned(),
            key: key.to_owned(),
        }
    }

    /// The status and the JSON of an answer.
    fn ask(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let body = body.to_string();
        let mut stream = TcpStream::connect(&self.host).unwrap();
        write!(
            stream,
            "{method} /api/{path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.host,
            self.key,
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
        let (_, json) = answer.split_once("\r\n\r\n").unwrap();
        (status, serde_json::from_str(json).unwrap_or_default())
    }

    fn get(&self, path: &str) -> Value {
        let (status, json) = self.ask("GET", path, &json!(null));
        assert_eq!(status, 200, "{path}: {json}");
        json
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        let (status, json) = self.ask("POST", path, body);
        assert_eq!(status, 200, "{path}: {json}");
        json
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A user with a guard, and one event that it blocked.
fn world() -> World {
    let world = World::new();
    let guard = json!({"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [
        {"name": "no-rm", "type": "command", "if": "Bash(rm *)", "onFailure": "block",
            "command": "echo no rm here >&2; exit 2"}]}]}});
    world.write("home/.claude/settings.json", &guard.to_string());
    let mut fire = world.command(&["fire", "PreToolUse", "--tool", "Bash"]);
    fire.args(["--tool-input", "{\"command\": \"rm -rf x\"}"]);
    fire.args(["--set", "session_id=s1"]);
    let fired = fire.output().unwrap();
    assert_eq!(fired.status.code(), Some(2), "{fired:?}");
    world
}

#[test]
fn an_event_is_explained_fired_again_and_backtested() {
    let world = world();
    let page = Page::start(world.command(&["ui"]));
    let rows = page.get("events")["rows"].clone();
    assert_eq!(rows[0]["decision"], "blocked", "{rows}");
    assert_eq!(rows[0]["about"], "rm -rf x");

    let explained = page.get("events/1/explain");
    assert_eq!(explained["hooks"][0]["name"], "no-rm", "{explained}");
    assert_eq!(explained["hooks"][0]["runs"], true);

    let again = page.post("events/1/fire", &json!({}));
    assert_eq!(again["now"]["blocked"], true, "{again}");
    assert_eq!(again["changes"], json!([]));
    let input = page.get("events/1")["inputText"]
        .as_str()
        .unwrap()
        .replace("rm -rf x", "ls");
    let edited = page.post("events/1/fire", &json!({"inputText": input}));
    assert_eq!(edited["now"]["blocked"], false, "{edited}");
    assert!(
        edited["changes"].to_string().contains("no longer blocked"),
        "{edited}"
    );
    let (status, refused) = page.ask("POST", "events/1/fire", &json!({"inputText": "{"}));
    assert_eq!(status, 422, "{refused}");
    let (status, _) = page.ask("POST", "events/99/fire", &json!({}));
    assert_eq!(status, 422);

    let proposal = json!({"name": "new.json", "text": "{\"hooks\": {}}"});
    let report = page.post("backtest", &proposal);
    assert_eq!(
        (&report["events"], &report["changed"]),
        (&json!(1), &json!(1)),
        "{report}"
    );
    let broken = json!({"name": "new.json", "text": "{\"hooks\": "});
    let (status, refused) = page.ask("POST", "backtest", &broken);
    let words = refused.to_string();
    assert!(
        status == 422 || words.contains("new.json"),
        "{status} {words}"
    );
    let (status, _) = page.ask("POST", "backtest", &json!({"name": "x.exe", "text": ""}));
    assert_eq!(status, 422);
}

#[test]
fn a_test_case_is_written_into_the_project_and_nowhere_else() {
    let world = world();
    world.write(
        "project/.claude/settings.json",
        &json!({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}})
            .to_string(),
    );
    let mut fire = world.command(&["fire", "Stop", "--set", "session_id=s1"]);
    assert!(fire.output().unwrap().status.success());
    let page = Page::start(world.command(&["ui"]));
    let saved = page.post("events/2/save", &json!({"name": "stop.hooktest.json"}));
    let file = std::path::Path::new(saved["file"].as_str().unwrap());
    assert!(file.ends_with("project/stop.hooktest.json"), "{file:?}");
    assert!(saved["text"].as_str().unwrap().contains("\"cases\""));
    for name in [
        "../evil.hooktest.json",
        "/tmp/evil.hooktest.json",
        "a/b.hooktest.json",
        ".hooktest.json",
        "evil.json",
        "",
        // It is there already.
        "stop.hooktest.json",
    ] {
        let (status, refused) = page.ask("POST", "events/2/save", &json!({"name": name}));
        assert_eq!(status, 422, "{name}: {refused}");
    }
}

#[test]
fn health_has_the_findings_of_check_and_doctor() {
    let world = world();
    world.write(
        "project/.claude/settings.json",
        &json!({"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [
            {"name": "look", "type": "comand", "command": "true"},
            {"name": "unknown-to-all", "type": "command", "command": "true"}]}]}})
        .to_string(),
    );
    let page = Page::start(world.command(&["ui"]));
    let health = page.get("health/settings");
    let findings = health["findings"].to_string();
    assert!(findings.contains("comand"), "{health}");
    assert!(
        health["untrusted"].to_string().contains("unknown-to-all"),
        "{health}"
    );
    let agents = page.get("health/agents");
    assert!(agents["agents"].is_array() && agents["settings"]["findings"].is_array());
}

#[test]
fn a_key_from_a_file_is_the_key_and_one_that_others_read_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let world = world();
    world.write("home/key", "0123456789abcdef0123456789abcdef\n");
    let file = world.path("home/key");
    let allow = |mode| {
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    allow(0o644);
    let path = file.to_str().unwrap();
    let refused = world
        .command(&["ui", "--token-file", path])
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("chmod 600"));
    allow(0o600);
    let page = Page::start(world.command(&["ui", "--token-file", path]));
    assert_eq!(page.key, "0123456789abcdef0123456789abcdef");
    assert!(
        page.get("session")["log"]
            .as_str()
            .unwrap()
            .ends_with("log.db")
    );
}

#[test]
fn a_page_that_an_agent_started_allows_nothing() {
    let world = World::new();
    let settings = json!({"permissions": {"ask": ["Bash(git push *)"]},
        "approvals": {"unattended": "wait", "waitSeconds": 300}});
    world.write("home/.config/snaphook/settings.json", &settings.to_string());
    let call = r#"{"command": "git push"}"#;
    let args = ["authorize", "--tool", "Bash", "--tool-input", call];
    let mut asking = world.command(&args);
    let asking = asking.stdin(Stdio::null()).stdout(Stdio::null());
    let mut asking = asking.spawn().unwrap();
    let mut command = world.command(&["ui"]);
    command.env("CLAUDECODE", "1");
    let page = Page::start(command);
    let request = loop {
        let listed = page.get("approvals")["approvals"].clone();
        if let Some(request) = listed.get(0) {
            break request.clone();
        }
    };
    let path = format!("approvals/{}", request["id"].as_str().unwrap());
    for (choice, expected) in [("allow", 403), ("session", 403), ("deny", 200)] {
        let answer = json!({"digest": request["digest"], "choice": choice});
        let (status, said) = page.ask("POST", &path, &answer);
        assert_eq!(status, expected, "{choice}: {said}");
    }
    assert_eq!(asking.wait().unwrap().code(), Some(2));
}
