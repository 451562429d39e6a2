//! `snaphook fire --otlp`: spans are sent before the command ends, and a
//! collector that is not there changes nothing.

use std::io::{Read, Write};
use std::net::TcpListener;

use crate::common::{Folder, Ran};

const GUARD: &str =
    r#"{"hooks": {"PreToolUse": [{"hooks": [{"command": "echo no >&2; exit 2"}]}]}}"#;

fn fire(url: &str) -> Ran {
    let folder = Folder::with("s.json", GUARD);
    let args = [
        "fire",
        "PreToolUse",
        "--settings",
        "s.json",
        "--otlp",
        url,
        "--json",
    ];
    folder.snaphook(&args, "")
}

#[test]
fn the_collector_has_the_spans_when_the_command_ends() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let collector = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut bytes = Vec::new();
        let mut some = [0; 4096];
        // The names of both spans are in one request.
        let has = |bytes: &[u8], name: &str| {
            let mut windows = bytes.windows(name.len());
            windows.any(|window| window == name.as_bytes())
        };
        while !has(&bytes, "snaphook.dispatch") || !has(&bytes, "snaphook.hook") {
            let count = stream.read(&mut some).unwrap();
            assert!(count > 0, "the command went away");
            bytes.extend_from_slice(&some[..count]);
        }
        let answer = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
        stream.write_all(answer.as_bytes()).unwrap();
        // Closed only when the other side is done: it may still be writing.
        while stream.read(&mut some).is_ok_and(|count| count > 0) {}
    });
    let ran = fire(&url);
    assert_eq!((ran.code, ran.stderr.as_str()), (2, "no\n"), "{ran:?}");
    collector.join().unwrap();
}

#[test]
fn no_collector_is_a_warning_and_the_block_stands() {
    // Nobody listens at a port that was just given back.
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", free.local_addr().unwrap());
    drop(free);
    for url in [url.as_str(), "nonsense"] {
        let ran = fire(url);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.stderr.starts_with("no\nwarning: --otlp: "), "{ran:?}");
        assert_eq!(ran.json()["blocked"], true);
    }
}
