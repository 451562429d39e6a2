//! The version of an agent, as its program says it: without a shell, with a deadline.

use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// What a program prints about its version is short.
const MOST_BYTES: u64 = 64 * 1024;

/// Between two looks at a program that runs.
const PAUSE: Duration = Duration::from_millis(10);

/// Asks a program with `--version`; `None` if it does not say one in time.
#[must_use]
pub fn program_version(program: &Path, cwd: &Path, patience: Duration) -> Option<String> {
    let deadline = Instant::now() + patience;
    let mut child = Command::new(program)
        .arg("--version")
        .current_dir(cwd)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let stdout = child.stdout.take()?;
    let (send, printed) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // Whatever was printed until an error may hold the version.
        let _ = stdout.take(MOST_BYTES).read_to_end(&mut bytes);
        // Nobody listens any more after the deadline.
        let _ = send.send(bytes);
    });
    let bytes = printed.recv_timeout(deadline.saturating_duration_since(Instant::now()));
    while bytes.is_ok() && Instant::now() < deadline {
        match child.try_wait() {
            Ok(None) => thread::sleep(PAUSE),
            _ => break,
        }
    }
    // It may have ended already.
    let _ = child.kill();
    let _ = child.wait();
    version_in(&String::from_utf8_lossy(&bytes.ok()?))
}

/// The first version in a text: numbers with dots between them.
#[must_use]
pub fn version_in(text: &str) -> Option<String> {
    let is_part = |c: char| c.is_ascii_digit() || c == '.';
    let words = text.split(|c: char| !is_part(c));
    let mut versions = words.map(|word| word.trim_matches('.'));
    let version = versions.find(|word| {
        let parts: Vec<_> = word.split('.').collect();
        parts.len() > 1 && parts.iter().all(|part| !part.is_empty())
    });
    version.map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_found_in_what_agents_print() {
        for (text, version) in [
            ("2.1.325 (Claude Code)\n", Some("2.1.325")),
            ("codex-cli 0.166.0\n", Some("0.166.0")),
            ("goose v1.52.0.", Some("1.52.0")),
            ("kimi, version 2.1\n", Some("2.1")),
            ("no version here 7 ...", None),
            ("", None),
        ] {
            assert_eq!(version_in(text).as_deref(), version, "{text}");
        }
    }
}
