//! As little HTTP as a client needs.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};

use serde_json::Value;

/// A client over HTTP.
pub(crate) struct HttpClient {
    address: SocketAddr,
    token: String,
    id: Option<String>,
}

impl HttpClient {
    pub(super) fn new(address: SocketAddr, token: &str) -> Self {
        Self {
            address,
            token: token.to_owned(),
            id: None,
        }
    }

    /// The status and the body.
    pub(super) fn post(&mut self, message: &Value) -> (u16, String) {
        self.request("POST /rpc", &message.to_string())
    }

    pub(super) fn get(&mut self, path: &str) -> (u16, String) {
        self.request(&format!("GET {path}"), "")
    }

    fn request(&mut self, line: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(self.address).unwrap();
        let id = self
            .id
            .as_ref()
            .map(|id| format!("Snaphook-Client: {id}\r\n"));
        let head = format!(
            "{line} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n{}\r\n",
            self.address,
            self.token,
            body.len(),
            id.unwrap_or_default(),
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(body.as_bytes()).unwrap();
        let mut reader = BufReader::new(stream);
        let mut text = String::new();
        reader.read_line(&mut text).unwrap();
        let status = text.split(' ').nth(1).unwrap().parse().unwrap();
        loop {
            text.clear();
            reader.read_line(&mut text).unwrap();
            let Some((name, value)) = text.trim().split_once(": ") else {
                break;
            };
            if name.eq_ignore_ascii_case("snaphook-client") {
                self.id = Some(value.to_owned());
            }
        }
        let mut body = String::new();
        reader.read_to_string(&mut body).unwrap();
        (status, body)
    }
}
