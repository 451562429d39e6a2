//! A recorder is told of every dispatch, also of those that nobody waited for.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use snaphook::outcome::HookEntry;
use snaphook::{Answer, DispatchRecord, Engine, FunctionHook, Recorder};

use crate::common::*;

/// Remembers what it was told, a line each.
#[derive(Default)]
struct Notebook(Mutex<Vec<String>>);

impl Notebook {
    fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }
}

impl Recorder for Notebook {
    fn dispatched(&self, dispatched: &DispatchRecord<'_>) {
        let event = dispatched.input.event().as_str();
        let tool = dispatched.input.fields().text("tool_name");
        let tool = tool.map(|tool| format!(" {tool}")).unwrap_or_default();
        let became = match dispatched.outcome {
            None => "abandoned".to_owned(),
            Some(outcome) => format!("{:?}", statuses(outcome)),
        };
        let mut lines = self.0.lock().unwrap();
        lines.push(format!("{} {event}{tool} {became}", dispatched.dialect));
    }

    fn finished_late(&self, _dispatch: u64, entry: &HookEntry) {
        let line = format!("late {} {}", entry.name, entry.status.as_str());
        self.0.lock().unwrap().push(line);
    }
}

fn recorded(hooks: &[Value]) -> (Engine, Arc<Notebook>) {
    let notebook = Arc::new(Notebook::default());
    let settings = json!({"hooks": {"PreToolUse": [{"hooks": hooks}]}});
    let engine = builder()
        .settings_json(settings.to_string())
        .function(FunctionHook::new("PreToolUse", "audit", |_| async {
            Answer::default()
        }))
        .recorder(Arc::clone(&notebook) as Arc<dyn Recorder>)
        .build()
        .unwrap();
    (engine, notebook)
}

#[tokio::test]
async fn every_dispatch_is_recorded_also_one_without_hooks() {
    let (engine, notebook) = recorded(&[fake(&["exit:2"])]);
    fire(&engine, call(0)).await;
    fire(&engine, stop()).await;
    let session = engine.session("a");
    run(&session, call(0)).await;
    session.observe(stop());
    session.until_quiet().await;
    assert_eq!(
        notebook.lines(),
        [
            r#"claude PreToolUse Bash ["blocked", "success"]"#,
            "claude Stop []",
            r#"claude PreToolUse Bash ["blocked", "success"]"#,
            "claude Stop []",
        ]
    );
}

#[tokio::test]
async fn what_a_background_hook_came_to_is_told_when_it_is_over() {
    let (engine, notebook) = recorded(&[fake_with(
        &["exit:3"],
        json!({"async": true, "name": "slow"}),
    )]);
    let session = engine.session("a");
    run(&session, call(0)).await;
    session.until_quiet().await;
    let mut lines = notebook.lines();
    lines.sort();
    assert_eq!(
        lines,
        [
            r#"claude PreToolUse Bash ["background", "success"]"#,
            "late slow failed"
        ]
    );
}

#[tokio::test]
async fn a_dispatch_that_nobody_waits_for_is_recorded_as_abandoned() {
    let (_folder, file) = folder();
    let step = format!("wait:{}", file("never").display());
    let (engine, notebook) = recorded(&[fake(&["say:here", &step])]);
    let mut progress = engine.subscribe();
    tokio::select! {
        _ = engine.execute(call(0)) => panic!("it should wait"),
        () = until_said(&mut progress, "here") => {}
    }
    assert_eq!(notebook.lines(), ["claude PreToolUse Bash abandoned"]);
    engine.shutdown(std::time::Duration::ZERO).await;
}
