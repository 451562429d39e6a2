//! What an event costs a client at the Unix socket, beside a bare echo there.
//!
//! `cargo bench -p snaphook-serve --bench round_trip`
//!
//! The floor is a server that writes back the bytes it reads: the same socket, the
//! same runtime, the same client, and a line as long as the request. Ways take
//! turns, round by round, so that a busy machine hurts all alike; medians of single
//! round trips are printed. Only the ratios travel.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a program for a person to read; a failure ends it"
)]

use snaphook::prelude::*;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use snaphook::{Context, Engine, FunctionHook};
use snaphook_serve::{HookServer, ServerOptions, SocketListener};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixListener;

const ROUNDS: usize = 40;
const TRIPS: usize = 500;

/// A client that writes a line and waits for one.
struct Client {
    reader: BufReader<UnixStream>,
    writer: UnixStream,
    line: String,
}

impl Client {
    fn connect(path: &Path) -> Self {
        let writer = UnixStream::connect(path).unwrap();
        Self {
            reader: BufReader::new(writer.try_clone().unwrap()),
            writer,
            line: String::new(),
        }
    }

    fn trip(&mut self, request: &str) {
        self.writer.write_all(request.as_bytes()).unwrap();
        self.line.clear();
        self.reader.read_line(&mut self.line).unwrap();
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.trip(&line(method, params));
        let answer: Value = serde_json::from_str(&self.line).unwrap();
        assert!(answer.get("result").is_some(), "{answer}");
        answer["result"].clone()
    }
}

fn line(method: &str, params: &Value) -> String {
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
    format!("{message}\n")
}

/// A request of about a kibibyte.
fn execute(tool: &str, session: Option<&str>) -> String {
    let mut params = json!({"input": {
        "session_id": "bench", "transcript_path": "", "cwd": "/repo", "hook_event_name": "PreToolUse",
        "tool_name": tool, "tool_use_id": "call-1", "tool_input": {"command": "x".repeat(750)}}});
    if let Some(session) = session {
        params["sessionId"] = session.into();
    }
    line("hooks/execute", &params)
}

/// Writes back what it reads.
async fn echo(listener: UnixListener) {
    while let Ok((mut stream, _)) = listener.accept().await {
        tokio::spawn(async move {
            let mut buffer = vec![0; 64 * 1024];
            while let Ok(count) = stream.read(&mut buffer).await {
                if count == 0 || stream.write_all(&buffer[..count]).await.is_err() {
                    return;
                }
            }
        });
    }
}

fn engine() -> Engine {
    let group = |matcher: String| json!({"matcher": matcher, "hooks": [{"command": "true"}]});
    let groups: Vec<_> = (0..100)
        .map(|number| group(format!("Other{number}.*")))
        .collect();
    let settings = json!({"hooks": {"PreToolUse": groups}});
    Engine::builder()
        .context(Context::from_process())
        .settings_json(settings.to_string())
        .function(FunctionHook::new("PreToolUse", "mine", |_| async {}).matcher("Mine"))
        .build()
        .unwrap()
}

/// One thing to measure.
struct RoundTrip {
    name: &'static str,
    client: Client,
    request: String,
    times: Vec<Duration>,
}

impl RoundTrip {
    fn new(name: &'static str, client: Client, request: String) -> Self {
        let times = Vec::with_capacity(ROUNDS * TRIPS);
        Self {
            name,
            client,
            request,
            times,
        }
    }

    fn round(&mut self) {
        for _ in 0..TRIPS {
            let start = Instant::now();
            self.client.trip(&self.request);
            self.times.push(start.elapsed());
        }
    }

    fn median(&mut self) -> Duration {
        self.times.sort_unstable();
        self.times[self.times.len() / 2]
    }
}

fn main() {
    // `cargo test --benches` only wants to know that it runs.
    let rounds = match std::env::args().any(|arg| arg == "--bench") {
        true => ROUNDS,
        false => 1,
    };
    let folder = tempfile::tempdir().unwrap();
    let (bare, served) = (folder.path().join("echo"), folder.path().join("serve"));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    let entered = runtime.enter();
    runtime.spawn(echo(UnixListener::bind(&bare).unwrap()));
    let server = HookServer::new(engine(), ServerOptions::new("/repo"));
    let socket = SocketListener::listen(&served).unwrap();
    let serving = server.clone();
    runtime.spawn(async move { serving.serve_socket(socket).await });
    drop(entered);

    let client = || {
        let mut client = Client::connect(&served);
        client.ask("initialize", &json!({"protocolVersion": 1}));
        client
    };
    let mut of_session = client();
    of_session.ask("session/start", &json!({"sessionId": "s1"}));
    let nothing = execute("Bash", None);
    let mut trips = [
        RoundTrip::new("echo", Client::connect(&bare), nothing.clone()),
        RoundTrip::new("hooks/execute, no hook matches", client(), nothing),
        RoundTrip::new(
            "hooks/execute in a session",
            of_session,
            execute("Bash", Some("s1")),
        ),
        RoundTrip::new(
            "hooks/execute, one function of the server",
            client(),
            execute("Mine", None),
        ),
        RoundTrip::new(
            "hooks/has",
            client(),
            line("hooks/has", &json!({"event": "Stop"})),
        ),
    ];
    for _ in 0..rounds {
        for trip in &mut trips {
            trip.round();
        }
    }
    let floor = trips[0].median();
    println!(
        "median of {} round trips each, a request of {} bytes",
        rounds * TRIPS,
        trips[0].request.len()
    );
    for trip in &mut trips {
        let median = trip.median();
        let ratio = median.as_secs_f64() / floor.as_secs_f64();
        println!("{:44} {median:>10.1?}  {ratio:5.2} x echo", trip.name);
    }
    runtime.block_on(server.end());
    runtime.shutdown_background();
}
