//! Feeds arbitrary bytes to the reader of `snaphook serve`'s protocol: lines in
//! whatever pieces they come, each of them a message or not.
#![no_main]

use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use libfuzzer_sys::fuzz_target;
use snaphook_serve::protocol::{Message, write};
use snaphook_serve::{Line, Lines};
use tokio::io::{AsyncRead, ReadBuf};

const LIMIT: usize = 512;

/// Gives its bytes in pieces.
struct Pieces<'a> {
    bytes: &'a [u8],
    piece: usize,
}

impl AsyncRead for Pieces<'_> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        let count = self.piece.min(self.bytes.len()).min(buffer.remaining());
        let (piece, rest) = self.bytes.split_at(count);
        buffer.put_slice(piece);
        self.bytes = rest;
        Poll::Ready(Ok(()))
    }
}

fuzz_target!(|given: (u8, &[u8])| {
    let (piece, bytes) = given;
    let piece = usize::from(piece).max(1);
    let mut lines = Lines::new(Pieces { bytes, piece }, LIMIT);
    let mut read = Vec::new();
    loop {
        let mut next = std::pin::pin!(lines.next());
        match next.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(Ok(Some(Line::Whole(line)))) => {
                assert!(line.len() <= LIMIT);
                look(line);
                read.push(Some(line.to_vec()));
            }
            Poll::Ready(Ok(Some(Line::TooLong))) => read.push(None),
            Poll::Ready(Ok(None)) => break,
            other => panic!("{other:?}"),
        }
    }
    // The pieces make no difference, and what has no end is no line.
    let mut whole: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
    whole.pop();
    let expected: Vec<_> = whole
        .into_iter()
        .map(|line| {
            let fits = line.len() <= LIMIT;
            fits.then(|| line.strip_suffix(b"\r").unwrap_or(line).to_vec())
        })
        .collect();
    assert_eq!(read, expected);
});

/// A message, or an error that can be said; and an id is the one that was written.
fn look(line: &[u8]) {
    match Message::read(line) {
        Err(wrong) => {
            let said = write::error(wrong.id.as_ref(), &wrong.error);
            let said: serde_json::Value = serde_json::from_slice(&said).expect("it is JSON");
            let code = said["error"]["code"].as_i64();
            assert!(matches!(code, Some(-32700 | -32600)), "{said}");
            assert_eq!(said["id"].is_null(), wrong.id.is_none());
        }
        Ok(Message::Request { id, params, .. }) => {
            let written: serde_json::Value = serde_json::from_slice(line).unwrap_or_default();
            // Nesting may be deeper than a value can be; then there is nothing to compare.
            if written.is_object() {
                assert_eq!(serde_json::to_value(&id).expect("an id is JSON"), written["id"]);
            }
            assert!(params.is_none_or(|params| !params.get().is_empty()));
        }
        Ok(Message::Notification { .. } | Message::Response { .. }) => {}
    }
}
