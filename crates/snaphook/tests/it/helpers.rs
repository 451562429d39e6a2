//! `statusLine` and `fileSuggestion`: lines back, silence on failure, and
//! nothing at all where hooks are switched off.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use snaphook::input::Fields;
use snaphook::{Engine, EngineBuilder};
use snaphook_testkit::fake::fake_hook;
use tokio::time::Instant;

use crate::common::{HANG, builder, folder, pid_in, until, until_gone};

fn with(command: &str) -> EngineBuilder {
    builder().settings_json(json!({"statusLine": {"command": command}}).to_string())
}

fn input(value: &Value) -> Fields {
    Fields::from_value(value).unwrap()
}

/// The status line; fails when it hangs.
async fn line(engine: &Engine, value: Value) -> Vec<String> {
    tokio::time::timeout(HANG, engine.status_line(input(&value)))
        .await
        .expect("the status line hangs")
}

#[tokio::test]
async fn its_lines_come_back_trimmed_without_blank_ones() {
    let engine = with("printf '  one \\r\\n\\n \\t\\ntwo three\\n\\n'")
        .build()
        .unwrap();
    assert!(engine.has_status_line());
    assert!(!engine.has_file_suggestion());
    assert_eq!(line(&engine, json!({})).await, ["one", "two three"]);
    assert!(engine.suggest_files(input(&json!({}))).await.is_empty());
}

#[tokio::test]
async fn it_gets_the_input_as_it_is_on_one_line() {
    let engine = with("cat; echo end").build().unwrap();
    let given = json!({"model": {"id": "m"}, "n": 1});
    assert_eq!(
        line(&engine, given).await,
        [r#"{"model":{"id":"m"},"n":1}"#, "end"]
    );
}

#[tokio::test]
async fn it_runs_where_and_with_what_a_command_hook_would() {
    let (folder, file) = folder();
    std::fs::create_dir(file("sub")).unwrap();
    let engine = with("pwd -P; echo \"$CLAUDE_PROJECT_DIR\"")
        .build()
        .unwrap();
    let lines = line(&engine, json!({"cwd": file("sub")})).await;
    let real = |path: &Path| std::fs::canonicalize(path).unwrap().display().to_string();
    let project = std::env::temp_dir();
    assert_eq!(lines, [real(&file("sub")), project.display().to_string()]);
    // Gone: the project, as for hooks.
    let lines = line(&engine, json!({"cwd": file("gone")})).await;
    assert_eq!(lines[0], real(&project));
    drop(folder);
}

#[tokio::test]
async fn it_gets_the_variables_that_hooks_set_for_the_session() {
    let settings = json!({
        "statusLine": {"command": "echo \"<$FROM_HOOK>\""},
        "hooks": {"SessionStart": [{"hooks": [
            {"command": "echo FROM_HOOK=yes >\"$CLAUDE_ENV_FILE\""}]}]},
    });
    let engine = builder()
        .settings_json(settings.to_string())
        .build()
        .unwrap();
    let session = engine.session("s");
    let start = json!({"hook_event_name": "SessionStart", "source": "startup", "session_id": "s"});
    session
        .execute(snaphook::Input::from_fields(input(&start)).unwrap())
        .await;
    assert_eq!(line(&engine, json!({"session_id": "s"})).await, ["<yes>"]);
    assert_eq!(line(&engine, json!({"session_id": "t"})).await, ["<>"]);
}

#[tokio::test]
async fn a_failure_is_silent() {
    for command in [
        "echo lost; exit 1",
        "echo lost; exit 2",
        "echo lost; kill -9 $$",
        "/no/such/program",
        "echo ${user_config.none}",
    ] {
        let engine = with(command).build().unwrap();
        assert!(line(&engine, json!({})).await.is_empty(), "{command}");
    }
}

#[tokio::test]
async fn one_that_hangs_is_ended_when_its_time_is_up() {
    let (_folder, file) = folder();
    let pid = file("pid");
    // The shell and what it started: the whole group must go.
    let command = format!(
        "echo lost; '{}' 'pid:{}' hang; true",
        fake_hook().display(),
        pid.display()
    );
    let time = Duration::from_secs(300);
    let engine = with(&command).helper_time(time).build().unwrap();
    let running = {
        let engine = engine.clone();
        tokio::spawn(async move { engine.status_line(Fields::default()).await })
    };
    until(|| pid.exists()).await;
    // From now on the clock jumps to whatever is waited for.
    tokio::time::pause();
    let start = Instant::now();
    assert!(running.await.unwrap().is_empty());
    assert!(start.elapsed() > time / 2);
    engine.shutdown(Duration::ZERO).await;
    until_gone(pid_in(&pid));
}

#[tokio::test]
async fn what_switches_hooks_off_switches_it_off() {
    let (_folder, file) = folder();
    let ran = file("ran");
    let command = format!("echo x | tee '{}'", ran.display());
    let settings = json!({"statusLine": {"command": command}, "disableAllHooks": true});
    for engine in [
        with(&command).switched_off(true),
        builder().settings_json(settings.to_string()),
    ] {
        let engine = engine.build().unwrap();
        assert!(!engine.has_status_line());
        assert!(line(&engine, json!({})).await.is_empty());
        assert!(!ran.exists());
    }
    // A file that is not created would also mean that it never works.
    assert_eq!(
        line(&with(&command).build().unwrap(), json!({})).await,
        ["x"]
    );
    assert!(ran.exists());
}

#[tokio::test]
async fn after_a_shutdown_nothing_runs() {
    let engine = with("echo x").build().unwrap();
    engine.shutdown(Duration::ZERO).await;
    assert!(line(&engine, json!({})).await.is_empty());
}

#[tokio::test]
async fn of_several_files_the_last_that_names_one_wins() {
    let engine = with("echo first")
        .settings_json(r#"{"fileSuggestion": {"command": "echo a.rs"}}"#)
        .settings_json(r#"{"statusLine": {"command": "echo last"}}"#)
        .settings_json(r#"{"statusLine": 5}"#)
        .build()
        .unwrap();
    assert_eq!(line(&engine, json!({})).await, ["last"]);
    let query = input(&json!({"query": "a"}));
    assert_eq!(engine.suggest_files(query).await, ["a.rs"]);
}
