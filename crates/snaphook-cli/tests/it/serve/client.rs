//! A client that blocks: what a small script would be.

use std::io::{BufRead, BufReader, Read, Write};

use serde_json::{Value, json};

use super::http_client::HttpClient;

/// Asks, and gets an answer, over whatever.
pub(crate) trait Client {
    /// The answer to a request.
    fn answer(&mut self, method: &str, params: Value) -> Value;

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let answer = self.answer(method, params);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    fn initialize(&mut self) -> Value {
        self.ask("initialize", json!({"protocolVersion": 1}))
    }
}

/// A client at a stream of lines.
pub(crate) struct Lines<R, W> {
    reader: BufReader<R>,
    pub(super) writer: W,
    next: i64,
}

impl<R: Read, W: Write> Lines<R, W> {
    pub(super) fn new(reader: R, writer: W) -> Self {
        Self {
            reader: BufReader::new(reader),
            writer,
            next: 0,
        }
    }

    pub(super) fn say(&mut self, message: &Value) {
        self.writer
            .write_all(format!("{message}\n").as_bytes())
            .unwrap();
        self.writer.flush().unwrap();
    }

    pub(super) fn send(&mut self, method: &str, params: &Value) -> i64 {
        self.next += 1;
        self.say(&json!({"jsonrpc": "2.0", "id": self.next, "method": method, "params": params}));
        self.next
    }

    /// The next message; nothing at the end.
    pub(super) fn hear(&mut self) -> Option<Value> {
        let mut line = String::new();
        self.reader.read_line(&mut line).ok()?;
        (!line.is_empty()).then(|| serde_json::from_str(&line).unwrap())
    }
}

impl<R: Read, W: Write> Client for Lines<R, W> {
    fn answer(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, &params);
        loop {
            let message = self.hear().expect("the server has hung up");
            if message.get("method").is_none() && message["id"] == id {
                return message;
            }
        }
    }
}

impl Client for HttpClient {
    fn answer(&mut self, method: &str, params: Value) -> Value {
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        let (status, body) = self.post(&message);
        assert_eq!(status, 200, "{body}");
        serde_json::from_str(&body).unwrap()
    }
}
