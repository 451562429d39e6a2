//! A hook that detaches itself: a first line on stdout that is a JSON object
//! with `"async": true`. It is looked for as the output comes, in the first
//! line alone, also when more follows in the same write. The line need not end:
//! it counts as soon as its object is closed.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use serde_json::value::RawValue;
use snaphook_core::input::Fields;
use snaphook_exec::Stream;
use tokio::sync::Notify;

/// A longer first line says nothing of the kind.
const LONGEST: usize = 8 * 1024;

/// Watches for the line.
#[derive(Debug, Default)]
pub(super) struct FirstLine {
    /// What came of the line so far; nothing once it is known.
    so_far: Mutex<Option<Vec<u8>>>,
    detached: OnceLock<Option<Duration>>,
    told: Notify,
}

impl FirstLine {
    pub(super) fn new() -> Arc<Self> {
        Arc::new(Self {
            so_far: Mutex::new(Some(Vec::new())),
            ..Self::default()
        })
    }

    /// Takes a piece of output.
    pub(super) fn take(&self, stream: Stream, bytes: &[u8]) {
        if stream != Stream::Stdout {
            return;
        }
        let mut so_far = self.so_far.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(line) = so_far.as_mut() else {
            return;
        };
        let end = bytes.iter().position(|byte| *byte == b'\n');
        line.extend_from_slice(&bytes[..end.unwrap_or(bytes.len())]);
        let may_be_whole = line.trim_ascii_end().ends_with(b"}");
        if end.is_none() && line.len() <= LONGEST && !(may_be_whole && is_detaching(line)) {
            return;
        }
        if let Some(timeout) = std::str::from_utf8(line).ok().and_then(detaches) {
            let _ = self.detached.set(timeout);
            self.told.notify_one();
        }
        *so_far = None;
    }

    /// Whether the line came; the timeout it asks for.
    pub(super) fn seen(&self) -> Option<Option<Duration>> {
        self.detached.get().copied()
    }

    /// Waits for the line; gives the timeout it asks for.
    pub(super) async fn detached(&self) -> Option<Duration> {
        loop {
            if let Some(timeout) = self.seen() {
                return timeout;
            }
            self.told.notified().await;
        }
    }
}

/// What makes a line an answer, whatever is beside it: nothing voids a deny.
const DECISIONS: [&str; 3] = ["decision", "continue", "hookSpecificOutput"];

/// Whether a line detaches the hook, and the timeout it asks for.
fn detaches(line: &str) -> Option<Option<Duration>> {
    let object = Fields::parse(line).ok()?;
    let mut says_async = object.every("async").peekable();
    let is_async = says_async.peek().is_some() && says_async.all(|raw| raw.get() == "true");
    if !is_async || DECISIONS.iter().any(|key| object.raw(key).is_some()) {
        return None;
    }
    let time = object.value("asyncTimeout").and_then(|time| time.as_f64());
    let timeout =
        time.and_then(|milliseconds| Duration::try_from_secs_f64(milliseconds / 1e3).ok());
    Some(timeout.filter(|timeout| !timeout.is_zero()))
}

fn is_detaching(line: &[u8]) -> bool {
    std::str::from_utf8(line).is_ok_and(|line| detaches(line).is_some())
}

/// Whether a whole answer says nothing but that the hook goes on by itself.
pub(super) fn only_detaches(answer: &str) -> bool {
    detaches(answer).is_some()
}

/// What a hook that detached itself said after that.
pub(super) fn after_first_line(stdout: &str) -> &str {
    let mut objects = serde_json::Deserializer::from_str(stdout).into_iter::<&RawValue>();
    match objects.next() {
        Some(Ok(first)) if detaches(first.get()).is_some() => {
            let end = objects.byte_offset();
            stdout.get(end..).unwrap_or_default().trim_start()
        }
        _ => stdout,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_line_detaches() {
        let found = |pieces: &[&str]| {
            let line = FirstLine::new();
            for piece in pieces {
                line.take(Stream::Stdout, piece.as_bytes());
            }
            line.detached.get().copied()
        };
        assert_eq!(found(&["{\"async\": true}\nmore"]), Some(None));
        assert_eq!(
            found(&["{\"asy", "nc\": true, \"asyncTimeout\": 250}", "\n{}"]),
            Some(Some(Duration::from_millis(250)))
        );
        assert_eq!(found(&["hello\n{\"async\": true}\n"]), None);
        assert_eq!(found(&["{\"async\": false}\n"]), None);
        for deny in [
            r#"{"async": true, "decision": "block"}"#,
            r#"{"decision": "block", "reason": "x", "async": true}"#,
            r#"{"async": true, "hookSpecificOutput": {}}"#,
            r#"{"async": false, "async": true}"#,
        ] {
            assert_eq!(found(&[deny, "\n"]), None, "{deny}");
        }
        assert_eq!(
            found(&["{\"async\": true}"]),
            Some(None),
            "its object is closed"
        );
        assert_eq!(found(&["{\"async\": true, \"a\": {}"]), None);
        assert_eq!(
            found(&["{\"async\": true} {\"decision\": \"block\"}\n"]),
            None
        );
        let long = "x".repeat(LONGEST * 2);
        assert_eq!(found(&[&long, "\n{\"async\": true}\n"]), None);
    }

    #[test]
    fn the_answer_is_what_comes_after_it() {
        assert_eq!(after_first_line("{\"async\":true}\n{\"a\":1}"), "{\"a\":1}");
        assert_eq!(after_first_line("{\"async\":true}"), "");
        assert_eq!(after_first_line("{\"async\":true}{\"a\":1}"), "{\"a\":1}");
        assert_eq!(after_first_line("{\"a\":1}\n"), "{\"a\":1}\n");
    }
}
