//! Receives what a hook writes, while it runs.

use std::sync::Arc;

/// Which of its outputs a hook wrote to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
}

type OutputCallback = dyn Fn(Stream, &[u8]) + Send + Sync;

/// Receives a hook's output as it comes.
#[derive(Clone)]
pub struct OutputSink(Arc<OutputCallback>);

impl OutputSink {
    /// Calls `take` with every piece of output. It must not block.
    pub fn new(take: impl Fn(Stream, &[u8]) + Send + Sync + 'static) -> Self {
        Self(Arc::new(take))
    }

    /// Passes a piece on.
    pub fn send(&self, stream: Stream, bytes: &[u8]) {
        (self.0)(stream, bytes);
    }
}

impl std::fmt::Debug for OutputSink {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("OutputSink")
    }
}
