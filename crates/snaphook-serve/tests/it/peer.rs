//! A client for tests: it writes lines, and reads them.

use std::collections::VecDeque;

use serde_json::{Value, json};
use snaphook_serve::HookServer;
use tokio::io::{
    AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader, DuplexStream, ReadHalf,
    WriteHalf,
};

use crate::common::HANG;

/// A client at the other end of a stream.
pub(crate) struct Peer<S = DuplexStream> {
    reader: BufReader<ReadHalf<S>>,
    pub(crate) writer: WriteHalf<S>,
    /// What was read while something else was waited for.
    heard: VecDeque<Value>,
    next: i64,
}

impl Peer {
    pub(crate) fn connect(server: &HookServer) -> Self {
        let (here, there) = tokio::io::duplex(64 * 1024);
        let (reader, writer) = tokio::io::split(there);
        let server = server.clone();
        tokio::spawn(async move { server.serve(reader, writer).await });
        Self::over(here)
    }
}

impl<S: AsyncRead + AsyncWrite> Peer<S> {
    pub(crate) fn over(stream: S) -> Self {
        let (reader, writer) = tokio::io::split(stream);
        Self {
            reader: BufReader::new(reader),
            writer,
            heard: VecDeque::new(),
            next: 0,
        }
    }

    pub(crate) async fn initialize(&mut self, params: Value) -> Value {
        let mut all = json!({"protocolVersion": 1, "client": {"name": "test"}});
        for (key, value) in params.as_object().unwrap() {
            all[key] = value.clone();
        }
        self.ask("initialize", all).await
    }

    pub(crate) async fn write(&mut self, bytes: &[u8]) {
        self.writer.write_all(bytes).await.unwrap();
    }

    pub(crate) async fn say(&mut self, message: &Value) {
        self.write(format!("{message}\n").as_bytes()).await;
    }

    pub(crate) async fn notify(&mut self, method: &str, params: Value) {
        let message = json!({"jsonrpc": "2.0", "method": method, "params": params});
        self.say(&message).await;
    }

    /// Sends a request, and returns its id.
    pub(crate) async fn send(&mut self, method: &str, params: Value) -> i64 {
        self.next += 1;
        let id = self.next;
        let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.say(&message).await;
        id
    }

    /// The next line that the server writes; nothing at the end.
    async fn read(&mut self) -> Option<Value> {
        let mut line = String::new();
        let reading = self.reader.read_line(&mut line);
        let count = tokio::time::timeout(HANG, reading).await;
        match count.expect("the server says nothing") {
            Ok(0) | Err(_) => None,
            Ok(_) => Some(serde_json::from_str(&line).unwrap()),
        }
    }

    /// The next message.
    pub(crate) async fn hear(&mut self) -> Value {
        match self.heard.pop_front() {
            Some(message) => message,
            None => self.read().await.expect("the server has hung up"),
        }
    }

    /// The first message that is so; others are kept for later.
    async fn hear_such(&mut self, is_so: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.heard.iter().position(&is_so) {
            return self.heard.remove(at).unwrap();
        }
        loop {
            let message = self.read().await.expect("the server has hung up");
            if is_so(&message) {
                return message;
            }
            self.heard.push_back(message);
        }
    }

    /// The next request or notification of this method.
    pub(crate) async fn hear_method(&mut self, method: &str) -> Value {
        self.hear_such(|message| message["method"] == method).await
    }

    /// The answer to a request.
    pub(crate) async fn answer(&mut self, id: i64) -> Value {
        self.hear_such(|message| message.get("method").is_none() && message["id"] == id)
            .await
    }

    /// The result of a request.
    pub(crate) async fn result(&mut self, id: i64) -> Value {
        let answer = self.answer(id).await;
        assert_eq!(answer.get("error"), None, "{answer}");
        answer["result"].clone()
    }

    /// The code of a request's error.
    pub(crate) async fn code(&mut self, id: i64) -> i64 {
        let answer = self.answer(id).await;
        answer["error"]["code"]
            .as_i64()
            .unwrap_or_else(|| panic!("{answer}"))
    }

    pub(crate) async fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params).await;
        self.result(id).await
    }

    pub(crate) async fn refused(&mut self, method: &str, params: Value) -> i64 {
        let id = self.send(method, params).await;
        self.code(id).await
    }

    /// Why a request was refused.
    pub(crate) async fn why(&mut self, method: &str, params: Value) -> String {
        let id = self.send(method, params).await;
        let answer = self.answer(id).await;
        let words = answer["error"]["message"].as_str();
        words.unwrap_or_else(|| panic!("{answer}")).to_owned()
    }

    /// The outcome of an event.
    pub(crate) async fn execute(&mut self, params: Value) -> Value {
        self.ask("hooks/execute", params).await["outcome"].clone()
    }

    pub(crate) async fn start(&mut self, id: &str) {
        self.ask("session/start", json!({"sessionId": id})).await;
    }

    /// Answers a request of the server.
    pub(crate) async fn reply(&mut self, request: &Value, result: Value) {
        let message = json!({"jsonrpc": "2.0", "id": request["id"], "result": result});
        self.say(&message).await;
    }

    /// Waits until the server has hung up.
    pub(crate) async fn until_hung_up(&mut self) {
        while self.read().await.is_some() {}
    }
}
