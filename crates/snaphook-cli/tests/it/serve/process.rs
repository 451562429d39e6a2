//! A server that runs, and ends with its test.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Nothing in these tests takes this long unless it hangs.
pub(super) const HANG: Duration = Duration::from_secs(60);

/// A server that runs.
pub(crate) struct Serving {
    pub(super) child: Child,
    said: Receiver<String>,
    heard: Vec<String>,
}

impl Serving {
    pub(super) fn start(command: &mut Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let said = lines(child.stderr.take().unwrap());
        Self {
            child,
            said,
            heard: Vec::new(),
        }
    }

    pub(super) fn pipes(&mut self) -> (ChildStdin, ChildStdout) {
        let child = &mut self.child;
        (child.stdin.take().unwrap(), child.stdout.take().unwrap())
    }

    /// What stands behind this beginning of a line on stderr; waits for it.
    pub(super) fn said(&mut self, beginning: &str) -> String {
        loop {
            let known = self
                .heard
                .iter()
                .find_map(|line| line.strip_prefix(beginning));
            if let Some(rest) = known {
                return rest.to_owned();
            }
            let line = self.said.recv_timeout(HANG);
            let line = line.unwrap_or_else(|_| panic!("no `{beginning}` in {:#?}", self.heard));
            self.heard.push(line);
        }
    }

    /// Everything that was said, to the end.
    pub(super) fn all_said(&mut self) -> Vec<String> {
        while let Ok(line) = self.said.recv_timeout(HANG) {
            self.heard.push(line);
        }
        self.heard.clone()
    }

    /// The address that it listens at.
    pub(super) fn http(&mut self) -> SocketAddr {
        self.said("listening at http://").parse().unwrap()
    }

    /// Waits until it listens at a socket.
    pub(super) fn socket(&mut self, path: &Path) -> PathBuf {
        self.said(&format!("listening at {}", path.display()));
        path.to_owned()
    }

    pub(super) fn signal(&self, signal: rustix::process::Signal) {
        let pid = i32::try_from(self.child.id()).unwrap();
        let pid = rustix::process::Pid::from_raw(pid).unwrap();
        rustix::process::kill_process(pid, signal).unwrap();
    }

    /// Waits for its end.
    pub(super) fn ended(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(start.elapsed() < HANG, "the server does not end");
            std::thread::yield_now();
        }
    }
}

fn lines(stderr: ChildStderr) -> Receiver<String> {
    let (send, receive) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stderr).lines().map_while(Result::ok) {
            if send.send(line).is_err() {
                return;
            }
        }
    });
    receive
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
