//! A web server for one test: files with an `ETag` each, in ways that servers have of
//! being slow, broken and wrong.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

/// What the server does with one path.
#[derive(Clone)]
pub(crate) enum Served {
    /// Serves it.
    File(Vec<u8>),
    /// Breaks off in the middle.
    Half(Vec<u8>),
    /// Answers this status.
    Status(u16),
}

#[derive(Default)]
struct Shared {
    files: HashMap<String, Served>,
    /// Whether it holds requests for what is known already.
    long_polling: bool,
    /// The request lines, and what the client had.
    requests: Vec<String>,
}

/// A server on this machine.
pub(crate) struct StaticServer {
    address: String,
    shared: Arc<(Mutex<Shared>, Condvar)>,
}

impl StaticServer {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let shared: Arc<(Mutex<Shared>, Condvar)> = Arc::default();
        let of_thread = Arc::clone(&shared);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let shared = Arc::clone(&of_thread);
                // A client that goes away is no problem of the server.
                std::thread::spawn(move || drop(answer(stream, &shared)));
            }
        });
        Self { address, shared }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}/{path}", self.address)
    }

    pub(crate) fn serve(&self, path: &str, served: Served) {
        let (shared, changed) = &*self.shared;
        let mut shared = shared.lock().unwrap();
        shared.files.insert(format!("/{path}"), served);
        changed.notify_all();
    }

    pub(crate) fn hold_requests(&self) {
        self.shared.0.lock().unwrap().long_polling = true;
    }

    /// Waits until a request came whose line contains this.
    pub(crate) fn wait_for(&self, text: &str) {
        let (shared, changed) = &*self.shared;
        let came = |shared: &mut Shared| !shared.requests.iter().any(|line| line.contains(text));
        let limit = Duration::from_secs(120);
        let (shared, waited) = changed
            .wait_timeout_while(shared.lock().unwrap(), limit, came)
            .unwrap();
        assert!(!waited.timed_out(), "{text}: {:?}", shared.requests);
    }

    pub(crate) fn requests(&self) -> Vec<String> {
        self.shared.0.lock().unwrap().requests.clone()
    }
}

fn etag(content: &[u8]) -> String {
    // Unlike enough for a test.
    let sum = content.iter().fold(7_u64, |sum, byte| {
        sum.wrapping_mul(31).wrapping_add(u64::from(*byte))
    });
    format!("\"{sum:x}\"")
}

fn answer(mut stream: TcpStream, shared: &(Mutex<Shared>, Condvar)) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let first = lines.next().unwrap_or_else(|| Ok(String::new()))?;
    let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
    let (mut known, mut prefers) = (String::new(), String::new());
    for line in lines {
        let line = line?;
        let Some((name, value)) = line.split_once(": ") else {
            break;
        };
        match &*name.to_ascii_lowercase() {
            "if-none-match" => known = value.to_owned(),
            "prefer" => prefers = value.to_owned(),
            _ => {}
        }
    }
    let (shared, changed) = shared;
    let mut shared = shared.lock().unwrap();
    shared.requests.push(format!("{path} {known} {prefers}"));
    changed.notify_all();
    let holds = shared.long_polling && prefers.contains("wait=");
    if holds {
        let same = |shared: &mut Shared| match shared.files.get(&path) {
            Some(Served::File(content)) => etag(content) == known,
            _ => false,
        };
        let limit = Duration::from_secs(100);
        shared = changed.wait_timeout_while(shared, limit, same).unwrap().0;
    }
    let served = shared.files.get(&path).cloned();
    let kind = match shared.long_polling {
        true => "application/vnd.openpolicyagent.bundles",
        false => "application/gzip",
    };
    drop(shared);
    match served {
        Some(Served::File(content)) if etag(&content) == known => write!(
            stream,
            "HTTP/1.1 304 Not Modified\r\nETag: {known}\r\nContent-Type: {kind}\r\nConnection: close\r\n\r\n"
        ),
        Some(Served::File(content)) => {
            write!(
                stream,
                "HTTP/1.1 200 OK\r\nETag: {}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                etag(&content),
                content.len()
            )?;
            stream.write_all(&content)
        }
        Some(Served::Half(content)) => {
            write!(
                stream,
                "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                content.len()
            )?;
            stream.write_all(&content[..content.len() / 2])
        }
        Some(Served::Status(status)) => write!(
            stream,
            "HTTP/1.1 {status} No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        ),
        None => write!(
            stream,
            "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        ),
    }
}
