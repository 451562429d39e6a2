//! The programs of the test kit: where they are, built when a test needs them.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// The path of the `fake-hook` program, which is built as it is now.
///
/// Its arguments are steps, done in order; see its source.
///
/// # Panics
/// When it cannot be built: then the tests that need it cannot run.
#[must_use]
pub fn fake_hook() -> PathBuf {
    program("fake-hook", &[])
}

/// The path of the `fake-mcp` program, an MCP server that is built as it is now.
///
/// Its options and tools are listed in its source.
///
/// # Panics
/// When it cannot be built: then the tests that need it cannot run.
#[cfg(feature = "mcp")]
#[must_use]
pub fn fake_mcp() -> PathBuf {
    program("fake-mcp", &["mcp"])
}

#[expect(
    clippy::panic,
    reason = "only tests call it, and a panic is how they fail"
)]
fn program(name: &str, features: &[&str]) -> PathBuf {
    // Test binaries are in target/<profile>/deps, programs beside that.
    let folder = std::env::current_exe()
        .ok()
        .and_then(|exe| Some(exe.parent()?.parent()?.to_owned()));
    let Some(folder) = folder else {
        panic!("the test binary is not in a cargo target folder");
    };
    let program = folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    // `cargo test -p other-crate` builds this crate's library only, and leaves
    // the program as it was.
    static BUILT: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let mut known = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    if !known.contains(name) {
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--quiet", "-p", "snaphook-testkit", "--bin", name]);
        build.args(["--features", &features.join(",")]);
        if folder.ends_with("release") {
            build.arg("--release");
        }
        let built = build.status().is_ok_and(|status| status.success());
        assert!(
            built && program.exists(),
            "cannot build {}",
            program.display()
        );
        known.insert(name.to_owned());
    }
    drop(known);
    program
}
