//! An HTTP server that answers one request and hands it to the test.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

/// One request as it came.
pub(crate) struct ReceivedNotice {
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl ReceivedNotice {
    pub(crate) fn header(&self, name: &str) -> &str {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        let mut found = lines.filter(|(key, _)| key.eq_ignore_ascii_case(name));
        found.next().unwrap().1
    }
}

pub(crate) struct Receiver(TcpListener);

impl Receiver {
    pub(crate) async fn start() -> Self {
        Self(TcpListener::bind("127.0.0.1:0").await.unwrap())
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.0.local_addr().unwrap())
    }

    /// Answers the next request with this.
    pub(crate) async fn answer(&self, response: &str) -> ReceivedNotice {
        let (mut stream, _) = self.0.accept().await.unwrap();
        let mut bytes = Vec::new();
        let end = loop {
            let text = String::from_utf8_lossy(&bytes);
            if let Some(end) = text.find("\r\n\r\n") {
                break end + 4;
            }
            stream.read_buf(&mut bytes).await.unwrap();
        };
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let notice = ReceivedNotice {
            head,
            body: Vec::new(),
        };
        let length: usize = notice.header("content-length").parse().unwrap();
        while bytes.len() < end + length {
            stream.read_buf(&mut bytes).await.unwrap();
        }
        stream.write_all(response.as_bytes()).await.unwrap();
        stream.shutdown().await.unwrap();
        ReceivedNotice {
            body: bytes[end..].to_vec(),
            ..notice
        }
    }
}

pub(crate) const OK: &str = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok";
