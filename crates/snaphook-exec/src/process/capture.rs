//! Captures the output of a child up to a limit, and drains it beyond.

use snaphook_core::answer::CapturedOutput;
use tokio::io::{AsyncRead, AsyncReadExt};

use crate::output_sink::{OutputSink, Stream};

/// One output of a child.
pub(super) struct Capture<R> {
    pipe: Option<R>,
    stream: Stream,
    bytes: Vec<u8>,
    limit: usize,
    truncated: bool,
}

const CHUNK: usize = 64 * 1024;

impl<R: AsyncRead + Unpin> Capture<R> {
    pub(super) fn new(pipe: Option<R>, stream: Stream, limit: usize) -> Self {
        Self {
            pipe,
            stream,
            bytes: Vec::new(),
            limit,
            truncated: false,
        }
    }

    /// Reads until the end. Cancel safe: what was read is kept.
    pub(super) async fn drain(&mut self, sink: Option<&OutputSink>) {
        let Some(pipe) = &mut self.pipe else {
            return;
        };
        let mut beyond = Vec::new();
        loop {
            let room = self.limit.saturating_sub(self.bytes.len());
            // Beyond the limit the child must still be able to write.
            let target = if room > 0 {
                // Never reserve past the limit: doubling would.
                if self.bytes.len() == self.bytes.capacity() {
                    let more = self
                        .bytes
                        .len()
                        .clamp(CHUNK / 8, room.max(CHUNK / 8))
                        .min(room);
                    self.bytes.reserve_exact(more);
                }
                &mut self.bytes
            } else {
                beyond.clear();
                beyond.reserve(CHUNK);
                &mut beyond
            };
            let before = target.len();
            match pipe
                .take(if room > 0 { room } else { CHUNK } as u64)
                .read_buf(target)
                .await
            {
                Ok(0) | Err(_) => break,
                Ok(_) => {
                    if let Some(sink) = sink {
                        sink.send(self.stream, &target[before..]);
                    }
                    self.truncated |= room == 0;
                }
            }
        }
        self.pipe = None;
    }

    /// Whether the end was reached.
    pub(super) fn is_done(&self) -> bool {
        self.pipe.is_none()
    }

    pub(super) fn into_output(self) -> CapturedOutput {
        // Valid text, the usual case, is taken over without a copy.
        let (text, lossy) = match String::from_utf8(self.bytes) {
            Ok(text) => (text, false),
            Err(error) => (String::from_utf8_lossy(error.as_bytes()).into_owned(), true),
        };
        CapturedOutput {
            text,
            truncated: self.truncated,
            lossy,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn captured(bytes: &[u8], limit: usize) -> CapturedOutput {
        let mut capture = Capture::new(Some(bytes), Stream::Stdout, limit);
        capture.drain(None).await;
        assert!(capture.is_done());
        assert!(capture.bytes.capacity() <= limit.max(CHUNK / 8));
        capture.into_output()
    }

    #[tokio::test]
    async fn output_is_kept_up_to_the_limit_and_drained_beyond() {
        let all = captured(b"0123456789", 10).await;
        assert_eq!((all.text.as_str(), all.truncated), ("0123456789", false));
        let cut = captured(b"0123456789x", 10).await;
        assert_eq!((cut.text.as_str(), cut.truncated), ("0123456789", true));
        let big = captured(&vec![b'a'; 1_000_000], 300_000).await;
        assert_eq!((big.text.len(), big.truncated), (300_000, true));
    }

    #[tokio::test]
    async fn bytes_that_are_not_text_are_replaced() {
        let replaced = captured(b"a\xffb", 10).await;
        assert_eq!(replaced.text, "a\u{fffd}b");
        assert!(replaced.lossy && !captured(b"\xc3\xa9", 10).await.lossy);
    }
}
