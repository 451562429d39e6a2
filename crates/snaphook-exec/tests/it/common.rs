//! What the tests share.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use snaphook_core::answer::{ProcessResult, Response};
use snaphook_core::hook::CommandDef;
use snaphook_exec::{CommandFactory, Processes};
use snaphook_testkit::fake::fake_hook;
use snaphook_testkit::handlers::{HandlerHarness, hook_with};

/// A command that starts the fake hook with these steps.
pub(crate) fn fake(steps: &[&str]) -> CommandDef {
    CommandDef {
        command: fake_hook().to_string_lossy().into_owned(),
        args: Some(steps.iter().map(|step| (*step).to_owned()).collect()),
        ..CommandDef::default()
    }
}

/// A command that a POSIX shell runs.
pub(crate) fn shell(text: impl Into<String>) -> CommandDef {
    CommandDef {
        command: text.into(),
        ..CommandDef::default()
    }
}

pub(crate) fn harness(def: CommandDef) -> HandlerHarness {
    harness_among(&Arc::default(), def)
}

/// A harness whose processes are counted among these.
pub(crate) fn harness_among(processes: &Arc<Processes>, def: CommandDef) -> HandlerHarness {
    let factory = CommandFactory::new(Arc::clone(processes));
    HandlerHarness::new(&factory, hook_with(def))
}

/// A step that names a file.
pub(crate) fn step(verb: &str, file: &Path) -> String {
    format!("{verb}:{}", file.display())
}

/// A folder for one test, and a file in it.
pub(crate) fn folder_with(file: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(file);
    (folder, file)
}

#[track_caller]
pub(crate) fn process(response: Response) -> ProcessResult {
    match response {
        Response::Process(result) => result,
        other => panic!("not the result of a process: {other:?}"),
    }
}

#[track_caller]
pub(crate) fn failure(response: Response) -> String {
    match response {
        Response::Failure(failure) => failure.message,
        other => panic!("not a failure: {other:?}"),
    }
}
