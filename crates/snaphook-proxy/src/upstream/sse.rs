//! Reads server-sent events from the bytes of a response, as far as MCP uses them.

/// An event that is complete.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct SseEvent {
    /// Its type, unless it is `message`.
    pub(super) kind: Option<String>,
    pub(super) data: Vec<u8>,
    pub(super) id: Option<String>,
    /// Milliseconds to wait before the stream is opened again.
    pub(super) retry: Option<u64>,
}

/// A decoder, which is given bytes as they come.
#[derive(Debug)]
pub(super) struct SseDecoder {
    buffer: Vec<u8>,
    event: SseEvent,
    has_data: bool,
    limit: usize,
}

/// An event has more bytes than it may have.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TooLong;

impl SseDecoder {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            buffer: Vec::new(),
            event: SseEvent::default(),
            has_data: false,
            limit,
        }
    }

    /// Takes bytes, and returns the events that are complete now.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Result<Vec<SseEvent>, TooLong> {
        self.buffer.extend_from_slice(bytes);
        let mut events = Vec::new();
        let mut start = 0;
        while let Some((line, next)) = next_line(&self.buffer, start) {
            let line = self.buffer[line].to_vec();
            start = next;
            events.extend(self.line(&line));
        }
        self.buffer.drain(..start);
        match self.buffer.len() + self.event.data.len() > self.limit {
            true => Err(TooLong),
            false => Ok(events),
        }
    }

    fn line(&mut self, line: &[u8]) -> Option<SseEvent> {
        if line.is_empty() {
            let event = std::mem::take(&mut self.event);
            let complete = self.has_data || event.id.is_some() || event.retry.is_some();
            self.has_data = false;
            return complete.then_some(event);
        }
        let (field, value) = match line.iter().position(|byte| *byte == b':') {
            Some(at) => (&line[..at], &line[at + 1..]),
            None => (line, &line[line.len()..]),
        };
        let value = value.strip_prefix(b" ").unwrap_or(value);
        let text = || String::from_utf8_lossy(value).into_owned();
        match field {
            b"data" => {
                if self.has_data {
                    self.event.data.push(b'\n');
                }
                self.event.data.extend_from_slice(value);
                self.has_data = true;
            }
            b"event" => self.event.kind = Some(text()).filter(|kind| kind != "message"),
            b"id" => self.event.id = Some(text()),
            b"retry" => self.event.retry = text().parse().ok(),
            _ => {}
        }
        None
    }
}

/// The line that begins at `start`, and where the next one begins.
fn next_line(buffer: &[u8], start: usize) -> Option<(std::ops::Range<usize>, usize)> {
    let at = start
        + buffer[start..]
            .iter()
            .position(|byte| matches!(byte, b'\n' | b'\r'))?;
    let next = match (buffer[at], buffer.get(at + 1)) {
        (b'\r', Some(b'\n')) => at + 2,
        // A line feed may follow.
        (b'\r', None) => return None,
        _ => at + 1,
    };
    Some((start..at, next))
}

#[cfg(test)]
mod tests {
    use super::{SseDecoder, SseEvent, TooLong};

    #[test]
    fn events_come_in_pieces() {
        let mut decoder = SseDecoder::new(1000);
        assert_eq!(decoder.push(b": hello\r\nid: 7\r\nda").unwrap(), []);
        let events = decoder
            .push(b"ta: {\"a\"\ndata::1}\r\n\r\nevent: x\ndata\n\n")
            .unwrap();
        assert_eq!(
            events,
            [
                SseEvent {
                    data: b"{\"a\"\n:1}".to_vec(),
                    id: Some("7".to_owned()),
                    ..SseEvent::default()
                },
                SseEvent {
                    kind: Some("x".to_owned()),
                    ..SseEvent::default()
                },
            ]
        );
        assert_eq!(decoder.push(b"\n\n").unwrap(), []);
        assert_eq!(decoder.push(&[b'x'; 2000]), Err(TooLong));
    }
}
