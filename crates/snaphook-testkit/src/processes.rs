//! Processes that tests start: their ids, and whether they have ended.

use std::path::Path;
use std::time::{Duration, Instant};

use rustix::process::{Pid, test_kill_process};

/// Nothing in a test takes this long unless it hangs.
pub const HANG: Duration = Duration::from_secs(60);

/// Between two looks: what is waited for is brought about by somebody who
/// needs the processor, too.
const PAUSE: Duration = Duration::from_millis(1);

/// Waits for something that another process brings about, and says what is
/// missing when it never comes.
///
/// # Panics
/// When it does not come.
#[track_caller]
pub fn until(missing: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < HANG, "{missing}");
        std::thread::sleep(PAUSE);
    }
}

/// The process that wrote its id into this file; waits until it has.
///
/// # Panics
/// When it does not.
#[must_use]
#[track_caller]
pub fn pid_in(file: &Path) -> i32 {
    let mut pid = 0;
    until("the process never says who it is", || {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        text.trim().parse().inspect(|parsed| pid = *parsed).is_ok()
    });
    pid
}

/// Whether a process is alive. A zombie is not.
#[must_use]
pub fn is_alive(pid: i32) -> bool {
    match std::fs::read_to_string(format!("/proc/{pid}/stat")) {
        // A name in the first parentheses may hold others.
        Ok(stat) => !stat
            .rsplit(')')
            .next()
            .is_some_and(|rest| rest.trim().starts_with('Z')),
        Err(_) if Path::new("/proc/self").exists() => false,
        Err(_) => Pid::from_raw(pid).is_some_and(|pid| test_kill_process(pid).is_ok()),
    }
}

/// Waits for the operating system to take a process away.
///
/// # Panics
/// When it stays.
#[track_caller]
pub fn until_gone(pid: i32) {
    until(&format!("process {pid} is still alive"), || !is_alive(pid));
}
