//! Which process waits for an answer, and whether it still runs.
//!
//! A process id is used again, so the time at which the process started is kept beside it.
//! Ids of another machine, of an earlier boot or of another container mean nothing here:
//! nobody says of such a process that it is gone.

use serde::{Deserialize, Serialize};

/// What tells one process from every other one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct ProcessIdentity {
    pid: u32,
    /// When it started, in the system's own units; `None` if it cannot be known.
    started: Option<u64>,
    /// The boot and the namespace in which the id means something.
    world: Option<String>,
}

impl ProcessIdentity {
    /// The identity of this process.
    pub(crate) fn own() -> Self {
        let pid = std::process::id();
        Self {
            pid,
            started: os::started(pid),
            world: os::world(),
        }
    }

    /// Whether the process runs now, as far as it can be known. One of an earlier boot, or
    /// of another machine, does not: nobody looks at requests from there.
    pub(crate) fn is_present(&self) -> bool {
        let (own, theirs) = (os::world(), self.world.as_deref());
        boot(own.as_deref()) == boot(theirs) && !self.is_gone()
    }

    /// Whether this process was started by that one, or by one that was started by it.
    pub(crate) fn is_ancestor(&self) -> bool {
        let own = std::process::id();
        let above = std::iter::successors(os::parent(own), |pid| os::parent(*pid));
        let mut above = above.take(MOST_ANCESTORS);
        self.world == os::world()
            && above.any(|pid| pid == self.pid && os::started(pid) == self.started)
    }

    /// Whether the process is certain to have ended.
    pub(crate) fn is_gone(&self) -> bool {
        if self.world != os::world() {
            return false;
        }
        match (os::is_running(self.pid), self.started) {
            (Some(running), None) => !running,
            (Some(false), Some(_)) => true,
            (Some(true), started) => os::started(self.pid) != started,
            (None, _) => false,
        }
    }
}

/// More processes above one another are not looked at.
const MOST_ANCESTORS: usize = 256;

/// The boot of a world: its first word.
fn boot(world: Option<&str>) -> Option<&str> {
    world?.split(' ').next()
}

/// Linux has it all in `/proc`.
#[cfg(target_os = "linux")]
mod os {
    pub(super) fn started(pid: u32) -> Option<u64> {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name before may hold anything, blanks and parentheses too.
        let (_, rest) = stat.rsplit_once(')')?;
        let mut fields = rest.split_whitespace();
        let state = fields.next()?;
        // A zombie waits for nothing.
        (state != "Z").then_some(())?;
        fields.nth(18)?.parse().ok()
    }

    pub(super) fn parent(pid: u32) -> Option<u32> {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let (_, rest) = stat.rsplit_once(')')?;
        let parent = rest.split_whitespace().nth(1)?.parse().ok()?;
        (parent > 0).then_some(parent)
    }

    pub(super) fn is_running(pid: u32) -> Option<bool> {
        let proc = std::path::Path::new("/proc");
        let own = proc.join("self/stat").exists();
        own.then(|| proc.join(pid.to_string()).exists())
    }

    pub(super) fn world() -> Option<String> {
        let boot = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
        let names = std::fs::read_link("/proc/self/ns/pid").ok()?;
        Some(format!("{} {}", boot.trim(), names.display()))
    }
}

/// Elsewhere only the process id is known.
#[cfg(all(unix, not(target_os = "linux")))]
mod os {
    pub(super) fn started(_: u32) -> Option<u64> {
        None
    }

    pub(super) fn parent(_: u32) -> Option<u32> {
        None
    }

    pub(super) fn is_running(pid: u32) -> Option<bool> {
        use rustix::io::Errno;
        use rustix::process::{Pid, test_kill_process};
        let pid = Pid::from_raw(i32::try_from(pid).ok()?)?;
        Some(test_kill_process(pid) != Err(Errno::SRCH))
    }

    pub(super) fn world() -> Option<String> {
        None
    }
}

/// Here a request ends when its time is over.
#[cfg(not(unix))]
mod os {
    pub(super) fn started(_: u32) -> Option<u64> {
        None
    }

    pub(super) fn parent(_: u32) -> Option<u32> {
        None
    }

    pub(super) fn is_running(_: u32) -> Option<bool> {
        None
    }

    pub(super) fn world() -> Option<String> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_runs() {
        assert!(!ProcessIdentity::own().is_gone());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn an_id_that_is_used_again_is_another_process() {
        let mut other = ProcessIdentity::own();
        other.started = other.started.map(|time| time - 1);
        assert!(other.is_gone());
        let elsewhere = ProcessIdentity {
            world: Some("another machine".to_owned()),
            ..other
        };
        assert!(!elsewhere.is_gone());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_process_of_an_earlier_boot_is_not_present() {
        let own = ProcessIdentity::own();
        assert!(own.is_present());
        let earlier = ProcessIdentity {
            world: own.world.as_ref().map(|world| format!("0{world}")),
            ..own.clone()
        };
        assert!(!earlier.is_present() && !earlier.is_gone());
        let container = ProcessIdentity {
            world: own.world.as_ref().map(|world| format!("{world}0")),
            ..own
        };
        assert!(container.is_present());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_process_that_ended_is_gone() {
        let mut child = std::process::Command::new("sleep")
            .arg("60")
            .spawn()
            .unwrap();
        let identity = ProcessIdentity {
            pid: child.id(),
            started: os::started(child.id()),
            world: os::world(),
        };
        assert!(!identity.is_gone());
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(identity.is_gone());
    }
}
