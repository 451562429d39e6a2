//! Workers: commands that stay and answer many events.

mod answers;
mod faults;
mod languages;
mod lifetime;
mod pools;
mod scripts;
mod storm;

use std::path::Path;

use serde_json::{Value, json};
use snaphook::input::{CommonFields, Input, typed::PreToolUse};
use snaphook::{Engine, Outcome};

use crate::common::*;

/// A worker that says when it is ready, and works on one request at a time.
fn worker(options: Value) -> Value {
    worker_of(&["work:1"], options)
}

/// A fake hook that ends up as a worker.
fn worker_of(steps: &[&str], options: Value) -> Value {
    let mut hook = fake_with(steps, options);
    hook["worker"] = true.into();
    hook
}

/// A tool call of this id that tells the fake worker what to do.
fn told(id: &str, what: &str) -> Input {
    told_with(id, json!({"do": what}))
}

fn told_with(id: &str, tool_input: Value) -> Input {
    let common = CommonFields::new("test", std::env::temp_dir().to_string_lossy());
    Input::new(&common, &PreToolUse::new("Bash", tool_input, id)).unwrap()
}

/// What the fake worker said: its process and the id of the call.
#[track_caller]
fn said(outcome: &Outcome) -> (i32, String) {
    assert_eq!(statuses(outcome), ["success"], "{outcome:?}");
    let (pid, id) = outcome.system_messages[0].split_once(' ').unwrap();
    (pid.parse().unwrap(), id.to_owned())
}

/// The process that answers.
async fn process(engine: &Engine) -> i32 {
    said(&fire(engine, told("p", "")).await).0
}

#[track_caller]
fn failed_with(outcome: &Outcome, words: &str) {
    assert_eq!(statuses(outcome), ["failed"], "{outcome:?}");
    let error = outcome.hooks[0].error.as_deref().unwrap();
    assert!(error.contains(words), "{error}");
}

/// The lines of a file, none if it is not there.
fn lines_of(file: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

fn kill(pid: i32) {
    let pid = rustix::process::Pid::from_raw(pid).unwrap();
    // It may have ended by itself.
    let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
}
