//! One command from its start to its end.

use std::sync::Arc;

use serde_json::json;
use snaphook_core::answer::ProcessExit;
use snaphook_core::hook::{CommandDef, Origin};
use snaphook_exec::process::OUTPUT_LIMIT;
use snaphook_exec::{CommandFactory, OutputSink, StdinKind, Stream, Surroundings};
use snaphook_testkit::handlers::{HandlerHarness, hook_with};

use crate::common::*;

#[tokio::test]
async fn a_command_reads_the_whole_input_however_it_gets_it() {
    for kind in [StdinKind::Auto, StdinKind::Pipe, StdinKind::File] {
        for size in [0, 100_000, 3_000_000] {
            let factory = CommandFactory::new(Arc::default()).stdin(kind);
            let harness = HandlerHarness::new(&factory, hook_with(fake(&["count"])));
            let call = harness.call(json!({"text": "x".repeat(size)}));
            let length = call.line().len();
            assert!(length > size);
            let result = process(harness.run(call).await);
            assert_eq!(result.stdout.text, format!("{length}\n"), "{kind:?}");
        }
    }
}

#[tokio::test]
async fn the_exit_code_and_both_outputs_come_back() {
    let harness = harness(fake(&["say:out", "warn:err", "exit:2"]));
    let result = process(harness.run(harness.call(json!({}))).await);
    assert_eq!(result.ended, ProcessExit::Exit(2));
    assert_eq!(result.stdout.text, "out\n");
    assert_eq!(result.stderr.text, "err\n");
    assert!(!result.left_behind && !result.shell_failed);
}

#[tokio::test]
async fn a_crash_comes_back_as_its_signal() {
    let harness = harness(fake(&["abort"]));
    let result = process(harness.run(harness.call(json!({}))).await);
    assert_eq!(result.ended, ProcessExit::Signal(6));
}

#[tokio::test]
async fn output_beyond_the_limit_is_drained_and_marked() {
    let too_much = format!("print:{}", OUTPUT_LIMIT + 1);
    let harness = harness(fake(&[&too_much, "warn:done", "exit:3"]));
    let result = process(harness.run(harness.call(json!({}))).await);
    assert_eq!(
        result.ended,
        ProcessExit::Exit(3),
        "it could write all of it"
    );
    assert_eq!(result.stdout.text.len(), OUTPUT_LIMIT);
    assert!(result.stdout.truncated && !result.stderr.truncated);
}

#[tokio::test]
async fn output_that_is_not_utf8_is_replaced_and_marked() {
    let harness = harness(fake(&["garbage"]));
    let result = process(harness.run(harness.call(json!({}))).await);
    assert_eq!(result.stdout.text, "a\u{fffd}\u{fffd}b\n");
    assert!(result.stdout.lossy);
}

#[tokio::test]
async fn a_sink_sees_the_output_as_it_comes() {
    let (_folder, file) = folder_with("go");
    let harness = harness(fake(&["say:first", &step("wait", &file), "warn:second"]));
    let mut call = harness.call(json!({}));
    // The hook ends only after somebody has seen its first line.
    call.output = Some(OutputSink::new(move |stream, bytes| {
        if stream == Stream::Stdout {
            assert_eq!(bytes, b"first\n");
            std::fs::write(&file, "").unwrap();
        }
    }));
    let result = process(harness.run(call).await);
    assert_eq!(result.stderr.text, "second\n");
}

#[tokio::test]
async fn a_syntax_error_of_the_shell_is_not_taken_for_an_exit_with_2() {
    let harness = harness(shell("if ("));
    let result = process(harness.run(harness.call(json!({}))).await);
    assert!(result.shell_failed, "{result:?}");
}

#[tokio::test]
async fn a_program_that_does_not_exist_is_a_failure() {
    let missing = CommandDef {
        command: "snaphook-no-such-program".to_owned(),
        args: Some(Vec::new()),
        ..CommandDef::default()
    };
    let harness = harness(missing);
    let why = failure(harness.run(harness.call(json!({}))).await);
    assert!(why.contains("`snaphook-no-such-program`"), "{why}");
}

#[tokio::test]
async fn later_variables_win_and_one_without_a_value_is_removed() {
    let mut def = shell(r#"echo "$WORLD,$SESSION,$OWN,${GONE-unset},$CLAUDE_PROJECT_DIR""#);
    def.env = vec![("OWN".to_owned(), "hook".to_owned())];
    let folder = tempfile::tempdir().unwrap();
    let vars = ["WORLD", "SESSION", "OWN", "GONE"];
    let harness = harness(def).with_surroundings(Surroundings {
        env: vars.map(|name| (name.into(), "world".into())).into(),
        project_dir: Some(folder.path().to_owned()),
        ..Surroundings::default()
    });
    let mut call = harness.call(json!({}));
    call.env = vec![
        ("SESSION".to_owned(), Some("session".to_owned())),
        ("OWN".to_owned(), Some("session".to_owned())),
        ("GONE".to_owned(), None),
        ("CLAUDE_PROJECT_DIR".to_owned(), Some("/moved".to_owned())),
    ];
    let result = process(harness.run(call).await);
    let project = folder.path().display();
    let expected = format!("world,session,hook,unset,{project}\n");
    assert_eq!(result.stdout.text, expected);
}

#[tokio::test]
async fn nothing_of_a_plugin_that_was_removed_runs() {
    let (folder, started) = folder_with("started");
    let mut hook = hook_with(fake(&[&step("pid", &started)]));
    hook.source.origin = Some(Arc::new(Origin {
        name: "fmt".into(),
        root: folder.path().join("gone"),
        ..Origin::default()
    }));
    let factory = CommandFactory::new(Arc::default());
    let harness = HandlerHarness::new(&factory, hook);
    let why = failure(harness.run(harness.call(json!({}))).await);
    assert!(why.contains("`fmt`"), "{why}");
    assert!(!started.exists());
}
