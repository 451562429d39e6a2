//! Runs the real program in a folder of its own.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

/// A folder that an agent works in.
pub(crate) struct Folder {
    _whole: tempfile::TempDir,
    /// Where it works.
    pub(crate) path: PathBuf,
    record: PathBuf,
}

/// What became of a session.
pub(crate) struct PlayedSession {
    /// Every event with its input, a line each.
    pub(crate) record: String,
    /// What was printed.
    pub(crate) screen: String,
}

impl Folder {
    pub(crate) fn new() -> Self {
        let whole = tempfile::tempdir().unwrap();
        // Its real name: it is replaced in what is recorded.
        let root = whole.path().canonicalize().unwrap();
        let path = root.join("work");
        std::fs::create_dir(&path).unwrap();
        Self {
            _whole: whole,
            path,
            record: root.join("record.jsonl"),
        }
    }

    /// A folder with these hooks.
    pub(crate) fn with_hooks(hooks: Value) -> Self {
        let folder = Self::new();
        folder.write(
            ".claude/settings.json",
            &json!({ "hooks": hooks }).to_string(),
        );
        folder
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let file = self.path.join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.path.join(name).exists()
    }

    /// Plays the script that is in the folder.
    pub(crate) fn play_with(&self, more: &[&str]) -> PlayedSession {
        let output = Command::new(env!("CARGO_BIN_EXE_example-agent"))
            .current_dir(&self.path)
            .args(["--script", "script.json", "--record"])
            .arg(&self.record)
            .args(more)
            .output()
            .unwrap();
        let complaints = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{complaints}");
        assert_eq!(complaints, "");
        PlayedSession {
            record: std::fs::read_to_string(&self.record).unwrap(),
            screen: String::from_utf8(output.stdout).unwrap(),
        }
    }

    /// Plays a session with these prompts, and these answers of the model.
    pub(crate) fn play(&self, prompts: Value, agents: Value) -> PlayedSession {
        let script = json!({"model": "small", "max_turns": 3, "compact_after": 100,
            "prompts": prompts, "agents": agents});
        self.write("script.json", &script.to_string());
        self.play_with(&[])
    }
}

impl PlayedSession {
    /// The inputs of every event, in order.
    pub(crate) fn inputs(&self) -> Vec<Value> {
        let lines = self.record.lines();
        lines
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    /// The names of the events, in order.
    pub(crate) fn events(&self) -> Vec<String> {
        let inputs = self.inputs().into_iter();
        inputs
            .map(|input| input["hook_event_name"].as_str().unwrap().to_owned())
            .collect()
    }

    pub(crate) fn count(&self, event: &str) -> usize {
        self.events().iter().filter(|fired| *fired == event).count()
    }

    /// The inputs of one event, in order.
    pub(crate) fn of(&self, event: &str) -> Vec<Value> {
        let mut inputs = self.inputs();
        inputs.retain(|input| input["hook_event_name"] == event);
        inputs
    }

    /// Whether this was printed, as one line.
    pub(crate) fn shows(&self, who: &str, line: &str) -> bool {
        let line = format!("{who:>8}  {line}");
        self.screen.lines().any(|shown| shown == line)
    }
}

pub(crate) fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}
