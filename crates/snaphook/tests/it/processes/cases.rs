//! Every way in which a command hook can misbehave.

use super::STDIN;
use crate::common::{
    call, fake, fake_with, fire, folder, is_alive, pid_in, statuses, until_gone, until_said,
};
use serde_json::{Value, json};
use snaphook::input::{CommonFields, Input, typed::PreToolUse};
use snaphook::prelude::*;
use snaphook::{CancellationToken, Engine, EngineBuilder, ExecuteOptions, Progress};
use std::time::Duration;

const KIB: usize = 1024;
const MIB: usize = 1024 * KIB;

fn builder() -> EngineBuilder {
    crate::common::builder().stdin(STDIN)
}

fn engine_with(hooks: &[Value]) -> Engine {
    let settings = json!({"hooks": {"PreToolUse": [{"hooks": hooks}]}});
    let builder = builder().settings_json(settings.to_string());
    builder.build().unwrap()
}

fn step(verb: &str, file: &std::path::Path) -> String {
    format!("{verb}:{}", file.display())
}

#[tokio::test]
async fn a_hook_that_ignores_stdin_succeeds_at_every_size() {
    let engine = engine_with(&[fake(&["exit:0"])]);
    for size in [0, KIB, 64 * KIB, 2 * MIB, 10 * MIB] {
        let outcome = fire(&engine, call(size)).await;
        assert_eq!(statuses(&outcome), ["success"], "{size} bytes");
    }
}

#[tokio::test]
async fn a_hook_that_closes_stdin_at_once_succeeds() {
    let engine = engine_with(&[json!({"command": "exec 0<&-; echo '{}'; exit 0"})]);
    let outcome = fire(&engine, call(2 * MIB)).await;
    assert_eq!(statuses(&outcome), ["success"]);
}

#[tokio::test]
async fn a_hook_that_writes_a_lot_before_it_reads_does_not_hang() {
    let engine = engine_with(&[fake(&[
        "print:300000",
        "complain:300000",
        "count",
        "exit:0",
    ])]);
    for size in [300 * KIB, 10 * MIB] {
        let input = call(size);
        let length = input.fields().to_line().len() + 1;
        let outcome = fire(&engine, input).await;
        assert_eq!(statuses(&outcome), ["success"]);
        let stdout = outcome.hooks[0].stdout.as_deref().unwrap();
        assert!(stdout.starts_with("xxx"), "stdout is cut at its end only");
        assert!(length > size);
    }
}

#[tokio::test]
async fn the_whole_input_arrives_with_a_newline() {
    let engine = engine_with(&[fake(&["count"])]);
    for size in [0, 100 * KIB, 3 * MIB] {
        let input = call(size);
        let length = input.fields().to_line().len() + 1;
        let outcome = fire(&engine, input).await;
        assert_eq!(
            outcome.hooks[0].stdout.as_deref().unwrap().trim(),
            length.to_string()
        );
    }
}

#[tokio::test]
async fn a_timeout_holds_when_a_megabyte_of_stdin_is_ignored() {
    let engine = engine_with(&[fake_with(&["say:before", "hang"], json!({"timeout": 3}))]);
    let outcome = fire(&engine, call(MIB)).await;
    assert_eq!(statuses(&outcome), ["timedOut"]);
    assert!(!outcome.blocked);
    assert_eq!(outcome.hooks[0].stdout.as_deref(), Some("before\n"));
    assert_eq!(
        outcome.hooks[0].error.as_deref(),
        Some("it did not end within 3s")
    );
}

#[tokio::test]
async fn a_grandchild_that_holds_the_output_does_not_keep_us_waiting() {
    let (_folder, file) = folder();
    let left = file("left");
    let engine = engine_with(&[fake(&[&step("leave", &left), "say:{}", "exit:0"])]);
    let outcome = fire(&engine, call(0)).await;
    assert_eq!(statuses(&outcome), ["success"]);
    assert_eq!(outcome.diagnostics[0].code, "left-behind");
    // A hook may leave a daemon: it is not ended.
    let pid = pid_in(&left);
    assert!(is_alive(pid));
    let daemon = rustix::process::Pid::from_raw(pid).unwrap();
    rustix::process::kill_process(daemon, rustix::process::Signal::KILL).unwrap();
}

#[tokio::test]
async fn a_background_job_of_a_shell_does_not_keep_us_waiting() {
    let engine = engine_with(&[json!({"command": "(sleep 90) & echo '{}'"})]);
    // `fire` gives up long before the job ends.
    let outcome = fire(&engine, call(0)).await;
    assert_eq!(statuses(&outcome), ["success"]);
}

#[tokio::test]
async fn a_hook_that_ignores_sigterm_is_killed() {
    let (_folder, file) = folder();
    let pid = file("pid");
    let command = format!(
        "trap '' TERM; exec '{}' pid:{} say:ready hang",
        snaphook_testkit::fake::fake_hook().display(),
        pid.display()
    );
    let engine = engine_with(&[json!({"command": command})]);
    let mut progress = engine.subscribe();
    let cancel = CancellationToken::new();
    let options = ExecuteOptions {
        cancel: Some(cancel.clone()),
        ..ExecuteOptions::default()
    };
    let dispatch = engine.execute_with(call(0), options);
    let (outcome, ()) = tokio::join!(dispatch, async {
        until_said(&mut progress, "ready").await;
        cancel.cancel();
    });
    assert_eq!(statuses(&outcome), ["cancelled"]);
    engine.shutdown(Duration::ZERO).await;
    assert!(!is_alive(pid_in(&pid)));
}

#[tokio::test]
async fn after_a_timeout_no_process_of_the_group_is_alive() {
    let (_folder, file) = folder();
    let (leader, member) = (file("leader"), file("member"));
    let engine = engine_with(&[fake_with(
        &[&step("pid", &leader), &step("leave", &member), "hang"],
        json!({"timeout": 4}),
    )]);
    let outcome = fire(&engine, call(0)).await;
    assert_eq!(statuses(&outcome), ["timedOut"]);
    engine.shutdown(Duration::ZERO).await;
    assert!(!is_alive(pid_in(&leader)));
    until_gone(pid_in(&member));
}

#[tokio::test]
async fn cancelling_a_dispatch_ends_its_processes() {
    let (_folder, file) = folder();
    let (one, two) = (file("one"), file("two"));
    let engine = engine_with(&[
        fake(&[&step("pid", &one), "say:one", "hang"]),
        fake(&[&step("pid", &two), &step("wait", &one), "say:both", "hang"]),
    ]);
    let mut progress = engine.subscribe();
    let cancel = CancellationToken::new();
    let options = ExecuteOptions {
        cancel: Some(cancel.clone()),
        ..ExecuteOptions::default()
    };
    let (outcome, ()) = tokio::join!(engine.execute_with(call(0), options), async {
        until_said(&mut progress, "both").await;
        cancel.cancel();
    });
    assert_eq!(statuses(&outcome), ["cancelled", "cancelled"]);
    engine.shutdown(Duration::ZERO).await;
    assert!(!is_alive(pid_in(&one)) && !is_alive(pid_in(&two)));
}

#[tokio::test]
async fn dropping_a_dispatch_ends_its_processes() {
    let (_folder, file) = folder();
    let pid = file("pid");
    let engine = engine_with(&[fake(&[&step("pid", &pid), "say:ready", "hang"])]);
    let mut progress = engine.subscribe();
    tokio::select! {
        _ = engine.execute(call(MIB)) => panic!("it hangs"),
        () = until_said(&mut progress, "ready") => {}
    }
    engine.shutdown(Duration::ZERO).await;
    assert!(!is_alive(pid_in(&pid)));
}

#[test]
fn ending_the_runtime_ends_its_processes() {
    let (_folder, file) = folder();
    let pid = file("pid");
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let engine = engine_with(&[fake(&[&step("pid", &pid), "say:ready", "hang"])]);
        let mut progress = engine.subscribe();
        tokio::spawn(async move { engine.execute(call(0)).await });
        until_said(&mut progress, "ready").await;
    });
    drop(runtime);
    until_gone(pid_in(&pid));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_dispatches_of_five_hooks_all_return() {
    let hooks: Vec<_> = (0..5)
        .map(|n| fake_with(&["read", &format!("say:{n}")], json!({"timeout": 50})))
        .collect();
    let engine = engine_with(&hooks);
    let dispatches = (0..200).map(|_| {
        let engine = engine.clone();
        tokio::spawn(async move { engine.execute(call(KIB)).await })
    });
    for dispatch in dispatches.collect::<Vec<_>>() {
        let outcome = dispatch.await.unwrap();
        assert_eq!(statuses(&outcome), ["success"; 5]);
    }
}

#[tokio::test]
async fn a_hook_that_waits_for_its_turn_does_not_time_out() {
    let hooks: Vec<_> = (0..6)
        .map(|n| json!({"command": format!("sleep 0.7 # {n}"), "timeout": 4}))
        .collect();
    let settings = json!({"hooks": {"PreToolUse": [{"hooks": hooks}]}});
    let engine = builder()
        .settings_json(settings.to_string())
        .max_processes(1)
        .build()
        .unwrap();
    let outcome = fire(&engine, call(0)).await;
    assert_eq!(statuses(&outcome), ["success"; 6]);
}

#[tokio::test]
async fn output_past_the_limit_is_drained_and_is_a_failure() {
    let engine = engine_with(&[
        fake(&["print:12582912", "exit:0"]),
        fake(&["complain:12582912", "exit:0"]),
    ]);
    let outcome = fire(&engine, call(0)).await;
    assert_eq!(statuses(&outcome), ["failed", "success"]);
    assert!(outcome.hooks.iter().all(|entry| entry.truncated));
    assert!(!outcome.blocked);
}

#[tokio::test]
async fn output_past_the_limit_cannot_undo_exit_2() {
    let engine = engine_with(&[fake(&["print:12582912", "warn:no", "exit:2"])]);
    let outcome = fire(&engine, call(0)).await;
    assert_eq!(outcome.block_reason.as_deref(), Some("no"));
}

#[tokio::test]
async fn output_that_is_no_text_is_read_all_the_same() {
    let engine = engine_with(&[fake(&["garbage"])]);
    let outcome = fire(&engine, call(0)).await;
    assert_eq!(
        outcome.hooks[0].stdout.as_deref(),
        Some("a\u{fffd}\u{fffd}b\n")
    );
}

#[tokio::test]
async fn a_crash_is_a_failure_with_its_signal() {
    let engine = engine_with(&[fake(&["abort"])]);
    let outcome = fire(&engine, call(0)).await;
    assert_eq!(statuses(&outcome), ["failed"]);
    assert_eq!(outcome.hooks[0].signal, Some(6));
}

#[tokio::test]
async fn what_cannot_start_is_a_failure_that_says_why() {
    let engine = engine_with(&[
        json!({"command": "no-such-program-xyz", "args": []}),
        json!({"command": "/etc/passwd", "args": []}),
        json!({"command": "a\u{0}b"}),
        json!({"command": "echo ${user_config.key}"}),
    ]);
    let outcome = fire(&engine, call(0)).await;
    assert_eq!(statuses(&outcome), ["failed"; 4]);
    let errors: Vec<_> = outcome
        .hooks
        .iter()
        .map(|e| e.error.clone().unwrap())
        .collect();
    assert!(errors[0].contains("not on the PATH"), "{errors:?}");
    assert!(errors[1].contains("/etc/passwd"), "{errors:?}");
    assert!(errors[3].contains("user_config.key"), "{errors:?}");
}

#[tokio::test]
async fn a_cwd_that_is_gone_is_replaced_by_the_project() {
    let gone = tempfile::tempdir().unwrap().path().join("gone");
    let engine = engine_with(&[json!({"command": "pwd -P"})]);
    let common = CommonFields::new("test", gone.to_string_lossy());
    let input = Input::new(&common, &PreToolUse::new("Bash", json!({}), "call")).unwrap();
    let outcome = fire(&engine, input).await;
    let project = std::env::temp_dir().canonicalize().unwrap();
    assert_eq!(
        outcome.hooks[0].stdout.as_deref().unwrap().trim(),
        project.to_string_lossy()
    );
}

#[tokio::test]
async fn a_shell_prefix_gets_the_command_as_one_word() {
    let settings =
        json!({"hooks": {"PreToolUse": [{"hooks": [{"command": "echo \"it's\" $((1 + 1))"}]}]}});
    let mut env: Vec<_> = std::env::vars_os().collect();
    env.push(("SNAPHOOK_SHELL_PREFIX".into(), "printf '<%s>'".into()));
    let context = snaphook::Context::default()
        .env(env)
        .temp_dir(std::env::temp_dir());
    let engine = Engine::builder()
        .stdin(STDIN)
        .context(context)
        .settings_json(settings.to_string())
        .build()
        .unwrap();
    let outcome = fire(&engine, call(0)).await;
    assert_eq!(
        outcome.hooks[0].stdout.as_deref(),
        Some("<echo \"it's\" $((1 + 1))>")
    );
}

#[tokio::test]
async fn a_command_sees_the_hosts_environment_and_its_own_and_no_other() {
    let context = snaphook::Context::default()
        .env([
            ("A".into(), "host".into()),
            ("PATH".into(), "/usr/bin:/bin".into()),
        ])
        .project_dir(std::env::temp_dir());
    let settings = json!({"hooks": {"PreToolUse": [{"hooks": [
        {"command": "echo $A $B ${HOME-none}", "env": {"B": "own"}}]}]}});
    let engine = Engine::builder()
        .stdin(STDIN)
        .context(context)
        .settings_json(settings.to_string())
        .build()
        .unwrap();
    let outcome = fire(&engine, call(0)).await;
    assert_eq!(outcome.hooks[0].stdout.as_deref(), Some("host own none\n"));
}

#[tokio::test]
async fn powershell_is_a_clear_failure_where_there_is_none() {
    let context = snaphook::Context::default()
        .env([("PATH".into(), "/nowhere".into())])
        .project_dir(std::env::temp_dir());
    let settings = json!({"hooks": {"PreToolUse": [{"hooks": [
        {"command": "exit 2", "shell": "powershell"}]}]}});
    let engine = Engine::builder()
        .stdin(STDIN)
        .context(context)
        .settings_json(settings.to_string())
        .build()
        .unwrap();
    let outcome = fire(&engine, call(0)).await;
    assert_eq!(statuses(&outcome), ["failed"]);
    assert!(
        outcome.hooks[0]
            .error
            .as_deref()
            .unwrap()
            .contains("PowerShell")
    );
}

#[tokio::test]
async fn progress_is_told_in_order() {
    let engine = engine_with(&[fake(&["say:hello"])]);
    let mut progress = engine.subscribe();
    fire(&engine, call(0)).await;
    let mut steps = Vec::new();
    while let Ok(step) = progress.try_recv() {
        steps.push(match step {
            Progress::Planned { hooks, .. } => format!("planned {}", hooks.len()),
            Progress::Started { .. } => "started".to_owned(),
            Progress::Output { bytes, .. } => String::from_utf8_lossy(&bytes).into_owned(),
            Progress::Finished { entry, .. } => entry.status.as_str().to_owned(),
            _ => "other".to_owned(),
        });
    }
    assert_eq!(steps, ["planned 1", "started", "hello\n", "success"]);
}

#[tokio::test]
async fn a_shutdown_stops_taking_events_and_ends_what_runs() {
    let (_folder, file) = folder();
    let pid = file("pid");
    let engine = engine_with(&[fake(&[&step("pid", &pid), "say:ready", "hang"])]);
    let mut progress = engine.subscribe();
    let running = tokio::spawn({
        let engine = engine.clone();
        async move { engine.execute(call(0)).await }
    });
    until_said(&mut progress, "ready").await;
    let ended = engine.shutdown(Duration::from_millis(10)).await;
    assert_eq!(ended.len(), 1, "it says which hooks it ended");
    assert_eq!(statuses(&running.await.unwrap()), ["cancelled"]);
    assert!(!is_alive(pid_in(&pid)));
    let late = fire(&engine, call(0)).await;
    assert_eq!(statuses(&late), ["skipped"]);
}

#[tokio::test]
async fn nothing_starts_after_a_cancellation() {
    let (_folder, file) = folder();
    let touched = file("touched");
    let command = format!("touch '{}'", touched.display());
    let engine = engine_with(&[json!({ "command": command })]);
    let cancel = CancellationToken::new();
    cancel.cancel();
    let options = ExecuteOptions {
        cancel: Some(cancel),
        ..ExecuteOptions::default()
    };
    let outcome = engine.execute_with(call(0), options).await;
    assert_eq!(statuses(&outcome), ["cancelled"]);
    assert!(!touched.exists());
}

#[tokio::test]
async fn a_cancelled_row_does_not_go_on() {
    let later: Vec<_> = (0..10)
        .map(|n| json!({"command": format!("echo late # {n}")}))
        .collect();
    let hooks: Vec<_> = std::iter::once(fake(&["say:ready", "hang"]))
        .chain(later)
        .collect();
    let settings = json!({"hooks": {"PreToolUse": [{"sequential": true, "hooks": hooks}]}});
    let engine = builder()
        .settings_json(settings.to_string())
        .build()
        .unwrap();
    let mut progress = engine.subscribe();
    let cancel = CancellationToken::new();
    let options = ExecuteOptions {
        cancel: Some(cancel.clone()),
        ..ExecuteOptions::default()
    };
    let (outcome, ()) = tokio::join!(engine.execute_with(call(0), options), async {
        until_said(&mut progress, "ready").await;
        cancel.cancel();
    });
    assert_eq!(statuses(&outcome), ["cancelled"; 11]);
    while let Ok(step) = progress.try_recv() {
        assert!(!matches!(step, Progress::Started { .. }), "a hook started");
    }
}
