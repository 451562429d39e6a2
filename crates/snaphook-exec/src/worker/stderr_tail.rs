//! The end of what a worker wrote to stderr, for the message of its failure.

/// How much of it is kept.
const BYTES: usize = 4096;
const LINES: usize = 10;

/// The end of stderr so far.
#[derive(Debug, Default)]
pub(super) struct StderrTail(Vec<u8>);

impl StderrTail {
    /// Makes room to read more into; what is too old is dropped.
    pub(super) fn room(&mut self) -> &mut Vec<u8> {
        if self.0.len() > 2 * BYTES {
            let old = self.0.len() - BYTES;
            self.0.drain(..old);
        }
        self.0.reserve(1024);
        &mut self.0
    }

    /// Appends the end of stderr to the reason for a failure.
    pub(super) fn append_to(&self, why: &str) -> String {
        let start = self.0.len().saturating_sub(BYTES);
        let text = String::from_utf8_lossy(&self.0[start..]);
        let lines: Vec<_> = text.trim().lines().collect();
        match &lines[lines.len().saturating_sub(LINES)..] {
            [] => why.to_owned(),
            last => format!("{why}; its last lines on stderr were: {}", last.join("\n")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_end_is_kept() {
        let mut words = StderrTail::default();
        assert_eq!(words.append_to("crashed"), "crashed");
        for number in 0..10_000 {
            let line = format!("line {number}\n");
            words.room().extend_from_slice(line.as_bytes());
        }
        assert!(words.0.len() <= 2 * BYTES + 16);
        let message = words.append_to("crashed");
        assert!(
            message.starts_with("crashed; its last lines on stderr were: line 9990\n"),
            "{message}"
        );
        assert!(message.ends_with("line 9999"), "{message}");
    }
}
