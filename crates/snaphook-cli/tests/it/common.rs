//! The command in a folder of its own, with a world of its own.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

pub(crate) const SNAPHOOK: &str = env!("CARGO_BIN_EXE_snaphook");

pub(crate) fn has_python() -> bool {
    Command::new("python3").arg("--version").output().is_ok()
}

/// A folder for one test: cwd, home and state at once.
pub(crate) struct Folder(tempfile::TempDir);

/// What a command printed, and its exit status.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn with(name: &str, text: &str) -> Self {
        let folder = Self::new();
        folder.write(name, text);
        folder
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let file = self.path().join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }

    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = snaphook(args, self.path());
        command
            .current_dir(self.path())
            .env("HOME", self.path())
            .env("XDG_STATE_HOME", self.path().join("state"));
        command
    }

    pub(crate) fn snaphook(&self, args: &[&str], stdin: &str) -> Ran {
        self.snaphook_env(args, stdin, &[])
    }

    pub(crate) fn snaphook_env(&self, args: &[&str], stdin: &str, env: &[(&str, &str)]) -> Ran {
        run(self.command(args).envs(env.iter().copied()), stdin)
    }
}

/// The command with nothing of the world that the tests run in; managed
/// settings are in `etc` of this folder.
pub(crate) fn snaphook(args: &[&str], root: &Path) -> Command {
    let mut command = Command::new(SNAPHOOK);
    command
        .args(args)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("SNAPHOOK_TEST_SYSTEM_DIR", root.join("etc"));
    command
}

/// Runs a command to its end.
pub(crate) fn run(command: &mut Command, stdin: &str) -> Ran {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    // A command that fails early need not read its input.
    let _ = pipe.write_all(stdin.as_bytes());
    drop(pipe);
    let output = child.wait_with_output().unwrap();
    Ran {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// A terminal of its own for the command: only Python makes one without
/// unsafe code here. Types `answer` once `question` is shown.
const TERMINAL: &str = r#"
import os, pty, sys
question, answer = sys.argv[1].encode(), sys.argv[2].encode()
pid, terminal = pty.fork()
if pid == 0:
    os.execv(sys.argv[3], sys.argv[3:])
shown, answered = b"", False
while True:
    try:
        piece = os.read(terminal, 4096)
    except OSError:
        break
    if not piece:
        break
    shown += piece
    if question in shown and not answered:
        os.write(terminal, answer + b"\n")
        answered = True
sys.stdout.buffer.write(shown)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
"#;

/// Runs a command at a terminal, where a person gives this answer to this
/// question. Everything that is shown comes back as stdout.
pub(crate) fn at_a_terminal(command: &Command, question: &str, answer: &str) -> Ran {
    let mut python = Command::new("python3");
    python
        .args(["-c", TERMINAL, question, answer])
        .arg(command.get_program())
        .args(command.get_args())
        .env_clear();
    for (name, value) in command.get_envs() {
        python.env(name, value.unwrap_or_default());
    }
    if let Some(cwd) = command.get_current_dir() {
        python.current_dir(cwd);
    }
    run(&mut python, "")
}
