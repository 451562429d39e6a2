//! A world for attacks: a home with a planted key, a project, a folder outside of both,
//! and shell or Python text that is run in it, without and with the sandbox.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Once;

use serde_json::{Value, json};
use snaphook_core::kind::SandboxDef;
use snaphook_sandbox::{
    PreparedSandbox, SandboxPlaces, SandboxPolicy, SandboxedStart, inheritable_descriptors, support,
};
use tempfile::TempDir;

/// What is planted; no attack may print it.
pub(crate) const KEY: &str = "planted-key-4711";

pub(crate) struct AttackWorld {
    root: TempDir,
    sandbox: Value,
}

/// Whether attacks can be tried here; says why not, once for each test.
pub(crate) fn can_try(needs: &[&str]) -> bool {
    if let Err(error) = support() {
        eprintln!("skipped: {error}");
        return false;
    }
    // What whoever runs the tests left open: a launcher would close it.
    static CLOSED: Once = Once::new();
    CLOSED.call_once(|| {
        for number in inheritable_descriptors() {
            let _ = nix::unistd::close(number);
        }
    });
    let missing = needs
        .iter()
        .find(|program| !Path::new("/usr/bin").join(program).exists());
    if let Some(missing) = missing {
        eprintln!("skipped: /usr/bin/{missing} is not there");
    }
    missing.is_none()
}

impl AttackWorld {
    pub(crate) fn new() -> Self {
        let root = tempfile::tempdir().unwrap();
        for folder in [
            "home/.ssh",
            "home/code/other",
            "project/.git/hooks",
            "project/src",
            "outside",
            "temp",
        ] {
            std::fs::create_dir_all(root.path().join(folder)).unwrap();
        }
        for file in [
            "home/.ssh/id",
            "home/code/other/.env",
            "home/notes",
            "outside/file",
        ] {
            std::fs::write(root.path().join(file), KEY).unwrap();
        }
        std::fs::write(root.path().join("project/src/a"), "a").unwrap();
        std::fs::write(root.path().join("project/b"), "b").unwrap();
        Self {
            root,
            sandbox: json!({}),
        }
    }

    pub(crate) fn with(mut self, sandbox: Value) -> Self {
        self.sandbox = sandbox;
        self
    }

    pub(crate) fn path(&self, inside: &str) -> PathBuf {
        self.root.path().join(inside)
    }

    pub(crate) fn policy(&self) -> SandboxPolicy {
        let def = SandboxDef::read(&self.sandbox).unwrap().unwrap();
        let (project, home) = (self.path("project"), self.path("home"));
        let places = SandboxPlaces {
            project: Some(&project),
            home: Some(&home),
            ..SandboxPlaces::default()
        };
        SandboxPolicy::of(&[&def], &places)
    }

    fn command(&self, program: &str, args: &[&str]) -> Command {
        let mut command = Command::new(program);
        command
            .args(args)
            .current_dir(self.path("project"))
            .env("ROOT", self.root.path())
            .env("HOME", self.path("home"))
            .env("TMPDIR", self.path("temp"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// What a program prints and how it ends, outside.
    pub(crate) fn outside(&self, program: &str, args: &[&str]) -> Output {
        self.command(program, args).output().unwrap()
    }

    /// The same inside.
    pub(crate) fn inside(&self, program: &str, args: &[&str]) -> Output {
        assert_eq!(
            inheritable_descriptors(),
            [0; 0],
            "the tests leave nothing open"
        );
        let mut command = self.command(program, args);
        let temp = self.path("temp");
        let start = SandboxedStart {
            temp: &temp,
            files: &[],
            launcher: None,
            proxy: None,
        };
        let prepared = PreparedSandbox::new(self.policy());
        let spawn = move || command.spawn();
        let (child, confinement) = prepared.start(&start, false, (), spawn).unwrap();
        let output = child.unwrap().wait_with_output().unwrap();
        drop(confinement);
        output
    }

    /// A shell text that works outside and fails inside.
    pub(crate) fn shell_attack(&self, text: &str) {
        self.attack("/bin/sh", &["-c", text], text);
    }

    /// A Python text of which the same is true.
    pub(crate) fn python_attack(&self, text: &str) {
        let text = format!("{PRELUDE}\n{text}");
        self.attack("/usr/bin/python3", &["-I", "-c", &text], &text);
    }

    fn attack(&self, program: &str, args: &[&str], text: &str) {
        let inside = self.inside(program, args);
        let said = said(&inside);
        assert!(!inside.status.success(), "it works inside: {text}\n{said}");
        assert!(!said.contains(KEY), "the key is out: {text}\n{said}");
        let outside = self.outside(program, args);
        let said = self::said(&outside);
        assert!(
            outside.status.success(),
            "it fails outside, too: {text}\n{said}"
        );
    }

    /// A shell text that works inside.
    pub(crate) fn works(&self, text: &str) {
        let inside = self.inside("/bin/sh", &["-c", text]);
        assert!(inside.status.success(), "{text}\n{}", said(&inside));
    }
}

pub(crate) fn said(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    format!(
        "{}{}{}",
        output.status,
        text(&output.stdout),
        text(&output.stderr)
    )
}

/// Calls by their number, which Python has no names for.
const PRELUDE: &str = r#"
import ctypes, os, sys, socket, struct
libc = ctypes.CDLL(None, use_errno=True)
ROOT = os.environ["ROOT"]
def call(x86, arm, *args):
    number = x86 if os.uname().machine == "x86_64" else arm
    args = [ctypes.c_long(a) if isinstance(a, int) else a for a in args]
    result = libc.syscall(ctypes.c_long(number), *args)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result
"#;
