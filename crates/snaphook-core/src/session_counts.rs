//! What a session has done so far, in numbers: conditions and policies may go by it.

use std::sync::Arc;

/// What a session has done so far. Cloning copies no text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SessionCounts {
    /// Tool calls, without the one at hand.
    pub calls: u64,
    /// Tool calls that were denied.
    pub denials: u64,
    /// Whole minutes since its first event.
    pub minutes: u64,
    /// The tools that it called, each once, in the order of their first call.
    pub tools: Arc<[String]>,
}
