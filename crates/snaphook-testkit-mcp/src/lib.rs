//! An MCP server for tests. A crate of its own, so that nobody else's tests
//! build what it needs.

use std::path::PathBuf;

/// The path of the `fake-mcp` program, which is built if it has not been.
///
/// See its source for its options and tools.
///
/// # Panics
/// When it cannot be built: then the tests that need it cannot run.
#[must_use]
pub fn fake_mcp() -> PathBuf {
    snaphook_testkit::fake::program("snaphook-testkit-mcp", "fake-mcp")
}
