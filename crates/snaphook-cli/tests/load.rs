//! Two hundred clients at one server, which fire thousands of events at hooks of
//! every kind, and some of which vanish in the middle: no client that stays misses
//! an answer, or gets another's, and the server is as small at the end as it was
//! when it was warm.
//!
//! `LOAD_EXECUTES=50000 cargo test --release -p snaphook-cli --test load -- --nocapture`
//! is the long form.
#![cfg(test)]
#![cfg(target_os = "linux")]

use std::collections::HashMap;
use std::io::{BufRead, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::UnixStream;
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};

const CLIENTS: usize = 200;
const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// Nothing takes this long unless it hangs.
const HANG: Duration = Duration::from_secs(300);

const SETTINGS: &str = r#"{ "hooks": { "PreToolUse": [
    { "matcher": "Command", "hooks": [ { "command": "cat" } ] },
    { "matcher": "Guard", "hooks": [ { "command": "echo no >&2; exit 2", "onFailure": "block" } ] },
    { "matcher": "Builtin", "hooks": [ { "type": "builtin", "command": "deny_commands", "args": ["rm"] } ] },
    { "matcher": "Behind", "hooks": [ { "command": "cat >/dev/null", "async": true } ] } ] } }"#;

/// A random number generator that needs no crate and repeats itself.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

/// The server, which ends with the test.
struct Server {
    child: Child,
    folder: tempfile::TempDir,
    http: String,
}

impl Server {
    fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        std::fs::write(file("settings.json"), SETTINGS).unwrap();
        std::fs::write(file("token"), TOKEN).unwrap();
        let private = std::os::unix::fs::PermissionsExt::from_mode(0o600);
        std::fs::set_permissions(file("token"), private).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_snaphook"))
            .args([
                "serve",
                "--settings",
                "settings.json",
                "--no-watch",
                "--socket",
                "s",
            ])
            .args(["--http", "127.0.0.1:0", "--token-file", "token"])
            .current_dir(folder.path())
            .env("HOME", folder.path())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let stderr = std::io::BufReader::new(child.stderr.take().unwrap());
        let http = stderr
            .lines()
            .map_while(Result::ok)
            .find_map(|line| line.strip_prefix("listening at http://").map(str::to_owned));
        Self {
            child,
            http: http.expect("it does not listen"),
            folder,
        }
    }

    fn socket(&self) -> PathBuf {
        self.folder.path().join("s")
    }

    fn proc(&self, name: &str) -> PathBuf {
        Path::new("/proc")
            .join(self.child.id().to_string())
            .join(name)
    }

    fn resident(&self) -> usize {
        let status = std::fs::read_to_string(self.proc("status")).unwrap();
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))
            .unwrap();
        let kilobytes: usize = line.trim().trim_end_matches(" kB").trim().parse().unwrap();
        kilobytes * 1024
    }

    fn open_files(&self) -> usize {
        std::fs::read_dir(self.proc("fd")).unwrap().count()
    }

    /// What the server counts.
    fn metrics(&self) -> HashMap<String, f64> {
        let mut stream = std::net::TcpStream::connect(&self.http).unwrap();
        let request = format!(
            "GET /metrics HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {TOKEN}\r\nConnection: close\r\n\r\n",
            self.http
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let samples = text.lines().filter(|line| line.starts_with("snaphook_"));
        samples
            .filter_map(|line| line.rsplit_once(' '))
            .map(|(name, value)| (name.to_owned(), value.parse().unwrap()))
            .collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A client that is connected.
struct Client {
    reader: BufReader<OwnedReadHalf>,
    writer: OwnedWriteHalf,
    next: i64,
}

impl Client {
    async fn connect(path: &Path, session: &str) -> Self {
        let (reader, writer) = UnixStream::connect(path).await.unwrap().into_split();
        let mut client = Self {
            reader: BufReader::new(reader),
            writer,
            next: 0,
        };
        let functions = json!([{"event": "PreToolUse", "matcher": "Function", "function": "f"}]);
        client
            .send(
                "initialize",
                json!({"protocolVersion": 1, "functions": functions}),
            )
            .await;
        client
            .send("session/start", json!({"sessionId": session}))
            .await;
        for _ in 0..2 {
            let answer = client.hear().await;
            assert!(answer.get("error").is_none(), "{answer}");
        }
        client
    }

    async fn send(&mut self, method: &str, params: Value) -> i64 {
        self.next += 1;
        self.say(&json!({"jsonrpc": "2.0", "id": self.next, "method": method, "params": params}))
            .await;
        self.next
    }

    async fn say(&mut self, message: &Value) {
        let line = format!("{message}\n");
        self.writer.write_all(line.as_bytes()).await.unwrap();
    }

    async fn hear(&mut self) -> Value {
        let mut line = String::new();
        let heard = tokio::time::timeout(HANG, self.reader.read_line(&mut line)).await;
        assert!(
            heard.expect("an answer is lost").unwrap() > 0,
            "the server has hung up"
        );
        serde_json::from_str(&line).unwrap()
    }

    /// Answers what the server asks.
    async fn reply(&mut self, call: &Value) {
        assert_eq!(call["method"], "function/call");
        let mark = &call["params"]["input"]["tool_input"]["mark"];
        let answer = json!({"systemMessage": mark.to_string()});
        self.say(&json!({"jsonrpc": "2.0", "id": call["id"], "result": answer}))
            .await;
    }
}

/// A kind of hook, and whether what came of it is right.
fn is_right(tool: &str, mark: u64, outcome: &Value) -> bool {
    let hook = &outcome["hooks"][0];
    let blocked = outcome["blocked"] == true;
    match tool {
        "Nothing" => outcome["hooks"] == json!([]) && !blocked,
        "Function" => outcome["systemMessages"][0].as_str() == Some(&mark.to_string()),
        // It prints its input, which is not an answer: but whose it was can be seen.
        "Command" => hook["stdout"]
            .as_str()
            .is_some_and(|text| text.contains(&format!("\"mark\":{mark}}}"))),
        "Guard" => blocked && hook["status"] == "blocked",
        "Builtin" => hook["status"] == "success" && !blocked,
        _ => hook["status"] == "background",
    }
}

fn tool(random: &mut Random) -> &'static str {
    match random.below(20) {
        0 => "Command",
        1 => "Guard",
        2 => "Behind",
        3..=7 => "Builtin",
        8..=13 => "Function",
        _ => "Nothing",
    }
}

/// What all clients count together.
#[derive(Default)]
struct Counts {
    sent: AtomicUsize,
    answered: AtomicUsize,
    vanished: AtomicUsize,
}

/// One client after the other, until enough was fired.
async fn clients(path: PathBuf, number: usize, enough: usize, counts: Arc<Counts>) {
    let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ (number as u64 + 1));
    let mut life = 0;
    while counts.sent.load(Ordering::Relaxed) < enough {
        life += 1;
        let session = format!("s{number}-{life}");
        let mut client = Client::connect(&path, &session).await;
        let vanishes = random.below(4) == 0;
        let rounds = 1 + random.below(8);
        for round in 0..rounds {
            if counts.sent.load(Ordering::Relaxed) >= enough {
                break;
            }
            let mut waiting = HashMap::new();
            for _ in 0..=random.below(16) {
                let (tool, mark) = (tool(&mut random), random.below(1 << 40));
                let input = json!({"hook_event_name": "PreToolUse", "tool_name": tool,
                    "tool_input": {"command": "ls", "mark": mark}});
                let params = json!({"sessionId": session, "input": input});
                let id = client.send("hooks/execute", params).await;
                waiting.insert(id, (tool, mark));
            }
            counts.sent.fetch_add(waiting.len(), Ordering::Relaxed);
            if vanishes && round + 1 == rounds {
                // With everything in flight.
                counts.vanished.fetch_add(waiting.len(), Ordering::Relaxed);
                break;
            }
            while !waiting.is_empty() {
                let message = client.hear().await;
                if message.get("method").is_some() {
                    client.reply(&message).await;
                    continue;
                }
                let id = message["id"].as_i64().unwrap();
                let (tool, mark) = waiting.remove(&id).expect("answered twice");
                let outcome = &message["result"]["outcome"];
                assert!(is_right(tool, mark, outcome), "{tool} {mark}: {message}");
                counts.answered.fetch_add(1, Ordering::Relaxed);
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_answer_is_lost_and_nothing_is_left() {
    let enough = std::env::var("LOAD_EXECUTES").ok();
    let enough: usize = enough.map_or(4000, |text| text.parse().unwrap());
    let server = Server::start();
    let files_before = server.open_files();
    let start = Instant::now();
    let counts = Arc::new(Counts::default());
    let all: Vec<_> = (0..CLIENTS)
        .map(|number| {
            tokio::spawn(clients(
                server.socket(),
                number,
                enough,
                Arc::clone(&counts),
            ))
        })
        .collect();
    // Warm when a fifth is done: every client has been there.
    while counts.sent.load(Ordering::Relaxed) < enough / 5 {
        tokio::task::yield_now().await;
    }
    let warm = server.resident();
    for one in all {
        one.await.unwrap();
    }
    let took = start.elapsed();
    let sent = counts.sent.load(Ordering::Relaxed);
    let answered = counts.answered.load(Ordering::Relaxed);
    let vanished = counts.vanished.load(Ordering::Relaxed);
    assert_eq!(sent, answered + vanished);
    assert!(vanished > 0 && answered > vanished);

    // Everything of those who vanished ends.
    let gauges = [
        "requests_in_flight",
        "sessions",
        "client_calls_pending",
        "hooks_running",
        "outgoing_bytes",
    ];
    let left = |metrics: &HashMap<String, f64>| {
        let left: Vec<_> = gauges
            .iter()
            .filter(|name| metrics[&format!("snaphook_{name}")] > 0.0)
            .collect();
        format!("{left:?}")
    };
    let start = Instant::now();
    while left(&server.metrics()) != "[]" || server.open_files() > files_before + 8 {
        let metrics = server.metrics();
        assert!(
            start.elapsed() < HANG,
            "{} is left, {} files",
            left(&metrics),
            server.open_files()
        );
    }
    let end = server.resident();
    println!(
        "{sent} executes of {CLIENTS} clients in {took:.1?}: {answered} answered, {vanished} in flight when their client vanished; \
         {} MiB when warm, {} MiB at the end",
        warm >> 20,
        end >> 20
    );
    // What an allocator keeps varies; what grows with every request does not stop.
    assert!(
        end < warm + warm / 2 + (32 << 20),
        "{warm} bytes grew to {end}"
    );
}
