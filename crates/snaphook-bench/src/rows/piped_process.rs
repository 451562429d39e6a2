//! A process that answers lines with lines, over blocking pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

pub(super) struct PipedProcess {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    line: Vec<u8>,
    answer: Vec<u8>,
}

impl PipedProcess {
    /// Starts a process that is always sent this line.
    pub(super) fn start(command: &mut Command, mut line: Vec<u8>) -> std::io::Result<Self> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(std::io::Error::other("it has no pipes"));
        };
        if !line.ends_with(b"\n") {
            line.push(b'\n');
        }
        Ok(Self {
            child,
            stdin,
            stdout: BufReader::new(stdout),
            line,
            answer: Vec::new(),
        })
    }

    /// Sends the line and reads the answer.
    pub(super) fn round_trip(&mut self) -> &[u8] {
        // One that has died shows by taking no time at all.
        let _ = self.stdin.write_all(&self.line);
        self.answer.clear();
        let _ = self.stdout.read_until(b'\n', &mut self.answer);
        &self.answer
    }
}

impl Drop for PipedProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
