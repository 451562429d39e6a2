//! The least HTTP client that the tests need.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Posts JSON to a path of a server, and returns the body of the answer.
pub(crate) async fn post(url: &str, path: &str, body: &serde_json::Value) -> String {
    let address = url.trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).await.unwrap();
    let body = body.to_string();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(body.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    answer.split_once("\r\n\r\n").unwrap().1.to_owned()
}

/// The data of the events of a stream.
pub(crate) fn events(stream: &str) -> Vec<serde_json::Value> {
    let data = stream
        .lines()
        .filter_map(|line| line.strip_prefix("data: "));
    data.filter_map(|text| serde_json::from_str(text).ok())
        .collect()
}
