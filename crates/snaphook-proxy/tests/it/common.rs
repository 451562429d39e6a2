//! What these tests share: a guarded server, and a client that writes lines.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use snaphook::input::CommonFields;
use snaphook::prelude::*;
use snaphook::{Answer, CancellationToken, Engine, EngineBuilder};
use snaphook_proxy::{McpProxy, NoteSink, ProxyEnd, ProxyOptions, ServerName, UpstreamServer};
use snaphook_testkit::fake::fake_mcp;
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf, duplex,
    split,
};
use tokio::task::JoinHandle;

/// Nothing in these tests takes this long unless it hangs.
pub(crate) const HANG: Duration = Duration::from_secs(60);

/// Keeps the notes of a proxy.
#[derive(Default)]
pub(crate) struct Notes(Mutex<Vec<String>>);

impl Notes {
    pub(crate) fn text(&self) -> String {
        self.0.lock().unwrap().join("\n")
    }
}

impl NoteSink for Notes {
    fn note(&self, text: &str) {
        self.0.lock().unwrap().push(text.to_owned());
    }

    fn server_stderr(&self, _: &[u8]) {}
}

/// A client before a guarded server, which is called `fake`.
pub(crate) struct Client {
    to_proxy: Option<WriteHalf<DuplexStream>>,
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    running: JoinHandle<ProxyEnd>,
    pub(crate) notes: Arc<Notes>,
    engine: Engine,
}

/// An engine that allows what nobody denies, unless its settings say otherwise.
pub(crate) fn allowing() -> EngineBuilder {
    engine(json!({"permissions": {"allow": ["mcp__fake"]}}))
}

pub(crate) fn engine(settings: Value) -> EngineBuilder {
    Engine::builder()
        .context(snaphook::Context::from_process())
        .settings_json(settings.to_string())
}

/// The fake server.
pub(crate) fn fake(options: &[&str]) -> Vec<String> {
    let program = fake_mcp().to_str().unwrap().to_owned();
    std::iter::once(program)
        .chain(options.iter().map(|option| (*option).to_owned()))
        .collect()
}

/// A server that is a shell script; `$0` is the folder of its test.
pub(crate) fn script(folder: &Path, text: &str) -> Vec<String> {
    ["sh", "-c", text, folder.to_str().unwrap()]
        .map(str::to_owned)
        .to_vec()
}

/// A server that only writes down what it gets, to the file `got`.
pub(crate) fn recorder(folder: &Path) -> Vec<String> {
    script(folder, "cat > \"$0/got\"")
}

pub(crate) fn command(command: Vec<String>) -> UpstreamServer {
    UpstreamServer::Command {
        command,
        env: std::env::vars_os().collect(),
        cwd: std::env::temp_dir(),
    }
}

impl Client {
    pub(crate) fn before(server: Vec<String>, engine: EngineBuilder) -> Self {
        Self::before_server(command(server), engine.build().unwrap(), false)
    }

    pub(crate) fn before_server(server: UpstreamServer, engine: Engine, ask: bool) -> Self {
        let notes = Arc::new(Notes::default());
        let common = CommonFields::new("session", std::env::temp_dir().to_string_lossy());
        let name = ServerName::new("fake").unwrap();
        let sink: Arc<dyn NoteSink> = Arc::clone(&notes) as _;
        let mut options = ProxyOptions::new(name, common, sink);
        options.ask = ask;
        let proxy = McpProxy::start(&engine, server, options).unwrap();
        let (ours, theirs) = duplex(1024 * 1024);
        let (reader, writer) = split(theirs);
        let stop = CancellationToken::new();
        let running = tokio::spawn(proxy.run(reader, writer, stop));
        let (from_proxy, to_proxy) = split(ours);
        Self {
            to_proxy: Some(to_proxy),
            lines: BufReader::new(from_proxy).lines(),
            running,
            notes,
            engine,
        }
    }

    /// A client of the fake server that has said hello.
    pub(crate) async fn of_fake(engine: EngineBuilder) -> Self {
        let mut client = Self::before(fake(&[]), engine);
        client.greet().await;
        client
    }

    pub(crate) async fn greet(&mut self) {
        let info = json!({"name": "test", "version": "1"});
        self.send(
            &json!({"jsonrpc": "2.0", "id": "hello", "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "clientInfo": info,
            "capabilities": {"elicitation": {}}}}),
        )
        .await;
        assert_eq!(self.next().await["id"], "hello");
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
            .await;
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        self.write(&message.to_string()).await;
    }

    /// Writes a line as it is.
    pub(crate) async fn write(&mut self, line: &str) {
        let writer = self.to_proxy.as_mut().unwrap();
        writer.write_all(line.as_bytes()).await.unwrap();
        writer.write_all(b"\n").await.unwrap();
    }

    /// The next line, as it is.
    pub(crate) async fn line(&mut self) -> String {
        let line = tokio::time::timeout(HANG, self.lines.next_line()).await;
        line.expect("a message").unwrap().expect("an open stream")
    }

    pub(crate) async fn next(&mut self) -> Value {
        serde_json::from_str(&self.line().await).unwrap()
    }

    pub(crate) async fn call(&mut self, tool: &str, input: Value) -> Value {
        self.send(&call(1, tool, input)).await;
        self.next().await
    }

    /// Closes the client's end, and returns what is still said, and how the proxy ended.
    pub(crate) async fn close(mut self) -> (Vec<String>, ProxyEnd) {
        // A half of a duplex that is only dropped leaves it open.
        if let Some(mut to_proxy) = self.to_proxy.take() {
            to_proxy.shutdown().await.unwrap();
        }
        let mut rest = Vec::new();
        let ended = tokio::time::timeout(HANG, &mut self.running).await;
        let ended = ended.expect("an end").unwrap();
        while let Ok(Ok(Some(line))) =
            tokio::time::timeout(Duration::from_millis(100), self.lines.next_line()).await
        {
            rest.push(line);
        }
        self.engine.shutdown(Duration::from_secs(1)).await;
        (rest, ended)
    }

    /// Waits for the end of the proxy.
    pub(crate) async fn ended(&mut self) -> ProxyEnd {
        let ended = tokio::time::timeout(HANG, &mut self.running).await;
        ended.expect("an end").unwrap()
    }

    pub(crate) fn notes(&self) -> String {
        self.notes.text()
    }
}

pub(crate) fn call(id: impl Into<Value>, tool: &str, input: Value) -> Value {
    let params = json!({"name": tool, "arguments": input});
    json!({"jsonrpc": "2.0", "id": id.into(), "method": "tools/call", "params": params})
}

/// The text of a result.
pub(crate) fn text(response: &Value) -> String {
    let parts = response["result"]["content"].as_array().expect("a result");
    let texts: Vec<_> = parts
        .iter()
        .map(|part| part["text"].as_str().unwrap())
        .collect();
    texts.join("|")
}

pub(crate) fn is_error(response: &Value) -> bool {
    response["result"]["isError"] == true
}

/// A file that a server writes, once it has as many lines.
pub(crate) async fn lines_of(file: PathBuf, count: usize) -> Vec<String> {
    let waiting = async {
        loop {
            let text = std::fs::read_to_string(&file).unwrap_or_default();
            let lines: Vec<_> = text.split_terminator('\n').map(str::to_owned).collect();
            if lines.len() >= count && text.ends_with('\n') {
                return lines;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(HANG, waiting)
        .await
        .expect("lines of the server")
}

/// The answer of a hook that rewrites the result.
pub(crate) fn output(value: Value) -> Answer {
    let mut answer = Answer::default();
    answer.updated_tool_output = Some(value.into());
    answer
}
