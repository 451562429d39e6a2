//! `snaphook fire --session` and `--detach`: a session between commands.

use serde_json::json;

use crate::common::Folder;

fn fire(folder: &Folder, event: &str, more: &[&str]) -> crate::common::Ran {
    let mut args = vec![
        "fire",
        event,
        "--settings",
        "s.json",
        "--json",
        "--session",
        "one",
    ];
    args.extend(more);
    folder.snaphook(&args, "")
}

#[test]
fn a_hook_that_runs_once_runs_once_between_commands() {
    let settings =
        r#"{"hooks": {"Stop": [{"hooks": [{"name": "o", "command": "true", "once": true}]}]}}"#;
    let folder = Folder::with("s.json", settings);
    let status = |ran: crate::common::Ran| ran.json()["hooks"][0]["status"].clone();
    assert_eq!(status(fire(&folder, "Stop", &[])), "success");
    assert_eq!(status(fire(&folder, "Stop", &[])), "skipped");
    let other = folder.snaphook(
        &[
            "fire",
            "Stop",
            "--settings",
            "s.json",
            "--json",
            "--session",
            "../two",
        ],
        "",
    );
    assert_eq!(status(other), "success");
    let explained = folder.snaphook(
        &[
            "explain",
            "Stop",
            "--settings",
            "s.json",
            "--session",
            "one",
        ],
        "",
    );
    assert!(
        explained
            .stdout
            .contains("it runs once in a session, and has run"),
        "{explained:?}"
    );
}

#[test]
fn blocked_stops_and_variables_are_remembered() {
    let settings = r#"{"stopHookBlockCap": 2, "hooks": {
        "SessionStart": [{"hooks": [{"command": "echo 'WORD=hello' > $CLAUDE_ENV_FILE"}]}],
        "Stop": [{"hooks": [{"command": "echo $WORD >&2; exit 2"}]}]}}"#;
    let folder = Folder::with("s.json", settings);
    assert_eq!(
        fire(&folder, "SessionStart", &["--set", "source=startup"]).code,
        0
    );
    let first = fire(&folder, "Stop", &[]);
    assert_eq!((first.code, first.stderr.as_str()), (2, "hello\n"));
    assert_eq!(fire(&folder, "Stop", &[]).code, 2);
    assert_eq!(fire(&folder, "Stop", &[]).code, 0, "the third goes through");
}

#[test]
fn without_detach_background_hooks_are_waited_for() {
    let settings = r#"{"hooks": {"Stop": [{"hooks": [{"command": "echo '{\"systemMessage\": \"done\"}'", "async": true}]}]}}"#;
    let folder = Folder::with("s.json", settings);
    let outcome = fire(&folder, "Stop", &[]).json();
    assert_eq!(outcome["hooks"][0]["status"], "background");
    assert_eq!(outcome["notices"][0]["text"], "done");
    let woken = r#"{"hooks": {"Stop": [{"hooks": [{"command": "echo look >&2; exit 2",
        "asyncRewake": true, "rewakeSummary": "tests failed"}]}]}}"#;
    folder.write("s.json", woken);
    let ran = folder.snaphook(&["fire", "Stop", "--settings", "s.json", "--no-log"], "");
    let told = "a background hook wakes the model\n    tests failed\n    look\n";
    assert!(ran.stdout.contains(told), "{ran:?}");
}

#[test]
fn a_hook_may_fire_into_its_own_session() {
    let folder = Folder::new();
    let inner = format!(
        "'{}' fire Stop --settings inner.json --session one </dev/null",
        crate::common::SNAPHOOK
    );
    folder.write("inner.json", "{}");
    folder.write(
        "s.json",
        &json!({"hooks": {"Stop": [{"hooks": [{"command": inner, "timeout": 50}]}]}}).to_string(),
    );
    assert_eq!(
        fire(&folder, "Stop", &[]).json()["hooks"][0]["status"],
        "success"
    );
}

#[test]
fn a_state_that_cannot_be_read_is_told_and_hooks_run() {
    let folder = Folder::with("s.json", "{}");
    folder.write("state/snaphook/sessions/one/session.json", "not json");
    let ran = fire(&folder, "Stop", &[]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.stderr.contains("session.json"), "{ran:?}");
}

#[cfg(unix)]
#[test]
fn a_detached_hook_outlives_the_command_and_is_heard_by_the_next() {
    use snaphook_testkit::processes::until;

    let folder = Folder::new();
    let go = folder.path().join("go");
    let steps = [
        format!("wait:{}", go.display()),
        "say:{\"systemMessage\":\"finished\"}".to_owned(),
    ];
    let settings = json!({"hooks": {
        "Stop": [{"hooks": [
            {"command": snaphook_testkit::fake::fake_hook(), "args": steps, "async": true},
            {"command": "echo no >&2; exit 2"}]}],
        "Notification": [{"hooks": [{"command": "true"}]}]}});
    folder.write("s.json", &settings.to_string());
    // It returns although the hook waits, with the outcome as ever.
    let ran = fire(&folder, "Stop", &["--detach"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (2, "no\n"), "{ran:?}");
    assert_eq!(ran.json()["hooks"][0]["status"], "background");
    assert!(ran.json().get("notices").is_none());
    std::fs::write(&go, "").unwrap();
    let session = folder
        .path()
        .join("state/snaphook/sessions/one/session.json");
    until("the hook's notice is not kept", || {
        let text = std::fs::read_to_string(&session).unwrap_or_default();
        text.contains("finished")
    });
    let next = fire(
        &folder,
        "Notification",
        &["--set", "message=m", "--set", "notification_type=x"],
    );
    assert_eq!(next.json()["notices"][0]["text"], "finished");
    let again = fire(&folder, "Notification", &["--set", "message=m"]);
    assert!(
        again.json().get("notices").is_none(),
        "a notice is heard once"
    );
}

#[cfg(unix)]
#[test]
fn a_supervisor_enforces_the_timeout() {
    use snaphook_testkit::processes::{pid_in, until_gone};

    let folder = Folder::new();
    let pid_file = folder.path().join("pid");
    let steps = [format!("pid:{}", pid_file.display()), "hang".to_owned()];
    let settings = json!({"hooks": {"Stop": [{"hooks": [
        {"command": snaphook_testkit::fake::fake_hook(), "args": steps, "async": true, "timeout": 4}]}]}});
    folder.write("s.json", &settings.to_string());
    assert_eq!(fire(&folder, "Stop", &["--detach"]).code, 0);
    until_gone(pid_in(&pid_file));
}
