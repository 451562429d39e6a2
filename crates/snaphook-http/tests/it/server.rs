//! Small servers that answer, or misbehave, as a test wants.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// What a client asked.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) line: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Request {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }
}

/// A server on this machine; it goes with its test's runtime.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    connections: Arc<AtomicUsize>,
    seen: Arc<Mutex<Vec<Request>>>,
}

impl Server {
    /// Hands every connection to `talk`.
    pub(crate) async fn talking<F, T>(talk: F) -> Self
    where
        F: Fn(TcpStream) -> T + Send + Sync + 'static,
        T: Future<Output = ()> + Send + 'static,
    {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let connections = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&connections);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                count.fetch_add(1, Ordering::SeqCst);
                tokio::spawn(talk(stream));
            }
        });
        Self {
            address,
            connections,
            seen: Arc::default(),
        }
    }

    /// Answers every request on every connection with these bytes.
    pub(crate) async fn answering(answer: impl Into<Vec<u8>>) -> Self {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&seen);
        let answer = Arc::new(answer.into());
        let mut server = Self::talking(move |mut stream| {
            let (log, answer) = (Arc::clone(&log), Arc::clone(&answer));
            async move {
                while let Some(request) = read_request(&mut stream).await {
                    log.lock().unwrap().push(request);
                    if stream.write_all(&answer).await.is_err() {
                        return;
                    }
                    if closes(&answer) {
                        return;
                    }
                }
            }
        })
        .await;
        server.seen = seen;
        server
    }

    /// Answers whatever comes as a plain web server answers a TLS client.
    pub(crate) async fn plain() -> Self {
        Self::talking(|mut stream| async move {
            if stream.read_u8().await.is_ok() {
                let answer = b"HTTP/1.1 400 Bad Request\r\n\r\n";
                stream.write_all(answer).await.unwrap();
            }
        })
        .await
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/hook", self.address)
    }

    pub(crate) fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }

    pub(crate) fn seen(&self) -> Vec<Request> {
        self.seen.lock().unwrap().clone()
    }
}

/// Answers that have no other end than that of their connection.
fn closes(answer: &[u8]) -> bool {
    let text = String::from_utf8_lossy(answer).to_ascii_lowercase();
    !text.contains("content-length:") || text.contains("connection: close")
}

/// A port that nobody listens on.
pub(crate) fn closed_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

/// An answer with this status and body.
pub(crate) fn answer(status: &str, body: &str) -> String {
    format!(
        "HTTP/1.1 {status}\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// Reads a whole request; nothing when the client closes first.
pub(crate) async fn read_request<S>(stream: &mut S) -> Option<Request>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.ok()?);
    }
    let head = String::from_utf8(head).unwrap();
    let mut lines = head.trim_end().lines();
    let line = lines.next()?.to_owned();
    let headers: Vec<(String, String)> = lines
        .map(|line| {
            let (name, value) = line.split_once(':').unwrap();
            (name.to_ascii_lowercase(), value.trim().to_owned())
        })
        .collect();
    let mut request = Request {
        line,
        headers,
        body: Vec::new(),
    };
    let length = request.header("content-length").unwrap_or("0");
    request.body = vec![0; length.parse().unwrap()];
    stream.read_exact(&mut request.body).await.ok()?;
    Some(request)
}
