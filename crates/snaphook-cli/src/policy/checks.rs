//! What this program does with a bundle before it counts: it runs the bundle's tests in a
//! process of their own, with a limit on their time.

use std::io::{Read, Seek};
use std::path::Path;
use std::time::{Duration, Instant};

use snaphook_bundle::BundleChecks;

use super::test_command::test_command;

/// How long all tests of a bundle may take.
const PATIENCE: Duration = Duration::from_secs(300);

/// Between two looks at whether they ended.
const PAUSE: Duration = Duration::from_millis(20);

/// How much of what failed is told.
const MOST_TOLD: usize = 2000;

/// Checks by this program.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SelfChecks;

impl BundleChecks for SelfChecks {
    fn kinds(&self) -> snaphook::kind::Kinds {
        snaphook::kinds()
    }

    fn run_tests(&self, root: &Path) -> Result<(), String> {
        run(root).map_err(|error| format!("failed to run them: {error}"))?
    }
}

fn run(root: &Path) -> std::io::Result<Result<(), String>> {
    let mut printed = tempfile::tempfile()?;
    let mut child = test_command(root)?
        .env("NO_COLOR", "1")
        .stdout(printed.try_clone()?)
        .stderr(printed.try_clone()?)
        .spawn()?;
    let began = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if began.elapsed() > PATIENCE {
            let _ = child.kill();
            let _ = child.wait();
            let seconds = PATIENCE.as_secs();
            return Ok(Err(format!("they did not end within {seconds} seconds")));
        }
        std::thread::sleep(PAUSE);
    };
    if status.success() {
        return Ok(Ok(()));
    }
    let mut text = String::new();
    printed.rewind()?;
    let _ = printed.take(64 * 1024).read_to_string(&mut text);
    let told: String = text.trim().chars().take(MOST_TOLD).collect();
    Ok(Err(told))
}
