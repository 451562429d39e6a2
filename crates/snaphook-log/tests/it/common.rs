//! What these tests share.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};
use snaphook::event::Event;
use snaphook::hook::{FunctionDef, Hook, Scope, Source};
use snaphook::matching::GroupMatcher;
use snaphook::outcome::{HookEntry, Outcome, Status};
use snaphook::{DispatchRecord, Input, Recorder};
use snaphook_log::{AuditLog, Filter, LogOptions, LogReader, LoggedEvent};

/// Nothing in these tests takes this long unless it hangs.
pub(crate) const HANG: Duration = Duration::from_secs(60);

/// A log in a folder of its own.
pub(crate) struct Log {
    folder: tempfile::TempDir,
    name: &'static str,
    pub(crate) log: AuditLog,
    pub(crate) recorder: Arc<dyn Recorder>,
}

impl Log {
    pub(crate) fn new() -> Self {
        Self::with("log.db", |options| options)
    }

    /// One of JSON lines.
    pub(crate) fn lines() -> Self {
        Self::with("log.jsonl", |options| options)
    }

    pub(crate) fn with(name: &'static str, change: impl FnOnce(LogOptions) -> LogOptions) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let options = LogOptions::new(folder.path().join(name));
        let log = AuditLog::new(change(options));
        Self {
            recorder: log.recorder("test", None),
            folder,
            name,
            log,
        }
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.folder.path().join(self.name)
    }

    pub(crate) fn folder(&self) -> PathBuf {
        self.folder.path().to_owned()
    }

    /// Tells it of a dispatch.
    pub(crate) fn tell(&self, input: &Input, outcome: Option<&Outcome>) {
        self.tell_at(SystemTime::now(), input, outcome);
    }

    pub(crate) fn tell_at(&self, time: SystemTime, input: &Input, outcome: Option<&Outcome>) {
        self.recorder
            .dispatched(&DispatchRecord::new(time, input, outcome));
    }

    pub(crate) fn flush(&self) {
        self.log.flush(HANG).unwrap();
    }

    pub(crate) fn reader(&self) -> LogReader {
        self.flush();
        let file = self.file();
        let reader = match self.name.ends_with(".jsonl") {
            true => LogReader::import(&file),
            false => LogReader::open(&file),
        };
        reader.unwrap()
    }

    /// The tools of the events that fit, the newest first.
    pub(crate) fn tools(&self, filter: &Filter) -> Vec<String> {
        tools(&self.reader().newest(filter, 1000).unwrap())
    }

    /// What a writer that was killed, or one of another kind, puts at the end.
    pub(crate) fn append(&self, bytes: &[u8]) {
        let file = std::fs::File::options().append(true).open(self.file());
        file.unwrap().write_all(bytes).unwrap();
    }

    /// Every byte that is kept, wherever.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut all = Vec::new();
        for file in std::fs::read_dir(self.folder.path()).unwrap() {
            all.extend(std::fs::read(file.unwrap().path()).unwrap());
        }
        all
    }
}

pub(crate) fn tools(events: &[LoggedEvent]) -> Vec<String> {
    let tools = events.iter().map(|event| event.tool.clone());
    tools.map(Option::unwrap_or_default).collect()
}

/// A tool call with this command.
pub(crate) fn call(tool: &str, command: &str) -> Input {
    input(json!({
        "session_id": "s-1", "cwd": "/repo", "hook_event_name": "PreToolUse",
        "tool_name": tool, "tool_input": {"command": command},
    }))
}

pub(crate) fn input(value: Value) -> Input {
    Input::parse(&value.to_string()).unwrap()
}

/// An outcome of these hooks: a name, what became of it, how long it took.
pub(crate) fn outcome(event: &str, hooks: &[(&str, Status, f64)]) -> Outcome {
    let event = Event::resolve(event);
    let mut outcome = Outcome::go_on(&event);
    for (name, status, duration_ms) in hooks {
        let handler = FunctionDef;
        let source = Source {
            scope: Scope::Host,
            file: None,
            line: None,
            origin: None,
        };
        let mut hook = Hook::new(event.clone(), GroupMatcher::all(), handler, source);
        hook.name = (*name).to_owned().into();
        hook.id = format!("id-{name}").as_str().into();
        let mut entry = HookEntry::new(&hook, *status);
        entry.duration_ms = *duration_ms;
        if *status == Status::Blocked {
            outcome.blocked = true;
            outcome.decided_by.push(hook.id.clone());
        }
        outcome.hooks.push(entry);
    }
    outcome
}
