//! Feeds arbitrary bytes to the reader of `snaphook serve`'s protocol: lines in
//! whatever pieces they come, each of them a message or not.
#![no_main]

use libfuzzer_sys::fuzz_target;
use snaphook_exec::lines::{Line, LineDecoder};
use snaphook_serve::protocol::{RpcMessage, write};
use tokio_util::bytes::BytesMut;
use tokio_util::codec::Decoder;

const LIMIT: usize = 512;

fuzz_target!(|given: (u8, &[u8])| {
    let (piece, bytes) = given;
    let mut decoder = LineDecoder::new(LIMIT);
    let mut buffer = BytesMut::new();
    let mut read = Vec::new();
    for piece in bytes.chunks(usize::from(piece).max(1)) {
        buffer.extend_from_slice(piece);
        while let Some(line) = decoder.decode(&mut buffer).expect("it reads nothing itself") {
            match line {
                Line::Whole(line) => {
                    assert!(line.len() <= LIMIT);
                    look(&line);
                    read.push(Some(line.to_vec()));
                }
                Line::TooLong => read.push(None),
            }
        }
        assert!(buffer.len() <= LIMIT);
    }
    // The pieces make no difference, and what has no end is not a line, unless it is
    // too long already.
    let mut whole: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
    whole.pop_if(|half| half.len() <= LIMIT);
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
    match RpcMessage::read(line) {
        Err(wrong) => {
            let said = write::error(wrong.id.as_ref(), &wrong.error);
            let said: serde_json::Value = serde_json::from_slice(&said).expect("it is JSON");
            let code = said["error"]["code"].as_i64();
            assert!(matches!(code, Some(-32700 | -32600)), "{said}");
            assert_eq!(said["id"].is_null(), wrong.id.is_none());
        }
        Ok(RpcMessage::Request { id, params, .. }) => {
            let written: serde_json::Value = serde_json::from_slice(line).unwrap_or_default();
            // Nesting may be deeper than a value can be; then there is nothing to compare.
            if written.is_object() {
                assert_eq!(serde_json::to_value(&id).expect("an id is JSON"), written["id"]);
            }
            assert!(params.is_none_or(|params| !params.get().is_empty()));
        }
        Ok(RpcMessage::Notification { .. } | RpcMessage::Response { .. }) => {}
    }
}
