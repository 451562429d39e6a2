//! The helper libraries: the same script as a worker and as an ordinary hook.

use std::process::Command;
use std::time::Duration;

use futures_util::future::join_all;
use tempfile::TempDir;

use super::storm::storm;
use super::*;

/// One language, with its interpreter.
struct Language {
    interpreter: &'static str,
    script: &'static str,
    files: &'static [(&'static str, &'static str)],
}

const PYTHON: Language = Language {
    interpreter: "python3",
    script: "hook.py",
    files: &[
        ("hook.py", include_str!("languages/hook.py")),
        (
            "snaphook_worker.py",
            include_str!("../../../../snaphook-cli/workers/python/snaphook_worker.py"),
        ),
    ],
};

const NODE: Language = Language {
    interpreter: "node",
    script: "hook.mjs",
    files: &[
        ("hook.mjs", include_str!("languages/hook.mjs")),
        (
            "snaphook-worker.mjs",
            include_str!("../../../../snaphook-cli/workers/javascript/snaphook-worker.mjs"),
        ),
    ],
};

impl Language {
    /// Those that there are here. Python must be: most hooks are written in it.
    fn all() -> Vec<&'static Self> {
        let is_there = |language: &&Self| {
            let asked = Command::new(language.interpreter).arg("--version").output();
            asked.is_ok_and(|output| output.status.success())
        };
        assert!(
            is_there(&&PYTHON),
            "these tests need python3: install it, or put it on the PATH"
        );
        if !is_there(&&NODE) {
            println!("SKIPPED for JavaScript: node is not installed");
            return vec![&PYTHON];
        }
        vec![&PYTHON, &NODE]
    }

    fn folder(&self) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in self.files {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        folder
    }

    /// A hook of this kind: `sync 1`, `async 4`.
    fn hook(&self, folder: &TempDir, kind: &str, worker: bool) -> Value {
        let script = folder.path().join(self.script);
        json!({"command": self.interpreter, "args": [script], "worker": worker,
            "env": {"KIND": kind}, "timeout": 50})
    }

    fn engine(&self, folder: &TempDir, kind: &str, worker: bool) -> Engine {
        let hooks = json!([{"hooks": [self.hook(folder, kind, worker)]}]);
        let settings = json!({"hooks": {"PreToolUse": hooks, "UserPromptSubmit": hooks}});
        builder()
            .settings_json(settings.to_string())
            .build()
            .unwrap()
    }
}

/// What an agent sees of an outcome.
fn seen(outcome: &Outcome) -> Value {
    let entry = &outcome.hooks[0];
    json!({
        "status": entry.status.as_str(),
        "exit": entry.exit_code,
        "blocked": outcome.blocked,
        "reason": outcome.block_reason,
        "messages": outcome.system_messages,
        "context": outcome.additional_context,
        "error": entry.error.as_deref().map(|error| error.lines().next()),
    })
}

#[tokio::test]
async fn a_worker_and_an_ordinary_hook_say_the_same() {
    for language in Language::all() {
        for kind in ["sync 1", "async 1"] {
            let folder = language.folder();
            let worker = language.engine(&folder, kind, true);
            let ordinary = language.engine(&folder, kind, false);
            for what in [
                "block",
                "block-more",
                "fail",
                "exit",
                "none",
                "bad",
                "env",
                "folder",
            ] {
                let from_worker = fire(&worker, told("x", what)).await;
                let alone = fire(&ordinary, told("x", what)).await;
                let about = format!("{} {kind} {what}", language.interpreter);
                assert_eq!(seen(&from_worker), seen(&alone), "{about}: {from_worker:?}");
            }
            let blocked = fire(&worker, told("x", "block")).await;
            assert_eq!(blocked.block_reason.as_deref(), Some("no\nway"));
            let more = fire(&worker, told("x", "block-more")).await;
            assert_eq!(more.system_messages, ["seen"]);
            let failed = fire(&worker, told("x", "fail")).await;
            failed_with(&failed, "oops");
        }
    }
}

#[tokio::test]
async fn text_is_context() {
    for language in Language::all() {
        let folder = language.folder();
        let engine = language.engine(&folder, "sync 1", true);
        let prompt = json!({"hook_event_name": "UserPromptSubmit", "prompt": "x",
            "tool_input": {"do": "text"}});
        let outcome = fire(&engine, Input::parse(&prompt.to_string()).unwrap()).await;
        assert_eq!(outcome.additional_context, ["some text"]);
    }
}

#[tokio::test]
async fn what_it_prints_and_what_it_starts_do_not_get_between_the_answers() {
    for language in Language::all() {
        for kind in ["sync 1", "async 1", "sync 3", "async 3"] {
            let folder = language.folder();
            let engine = language.engine(&folder, kind, true);
            let (pid, _) = said(&fire(&engine, told("a", "noise")).await);
            assert_eq!(
                said(&fire(&engine, told("b", "noise")).await),
                (pid, "b".to_owned())
            );
        }
    }
}

#[tokio::test]
async fn several_events_are_worked_on_at_once_where_it_says_so() {
    for (language, kind) in Language::all()
        .into_iter()
        .flat_map(|language| [(language, "async 4"), (language, "sync 4")])
        // JavaScript has no threads to wait in.
        .filter(|(language, kind)| language.interpreter == "python3" || kind.starts_with("async"))
    {
        let folder = language.folder();
        let go = folder.path().join("go");
        let engine = language.engine(&folder, kind, true);
        let wait = format!("wait:{}", go.display());
        let waiting =
            join_all((0..3).map(|number| fire(&engine, told(&number.to_string(), &wait))));
        let (waited, ()) = tokio::join!(waiting, async {
            // There is one process; it answers while three wait.
            let (_, id) = said(&fire(&engine, told("fast", "")).await);
            assert_eq!(id, "fast");
            std::fs::write(&go, "").unwrap();
        });
        for (number, outcome) in waited.iter().enumerate() {
            assert_eq!(said(outcome).1, number.to_string());
        }
        engine.shutdown(Duration::ZERO).await;
    }
}

#[tokio::test]
async fn each_event_has_its_own_variables_and_folder() {
    for language in Language::all() {
        for kind in ["sync 1", "async 1", "async 2"] {
            let folder = language.folder();
            let hook = language.hook(&folder, kind, true);
            let settings = json!({"hooks": {
                "SessionStart": [{"hooks": [{"command":
                    "echo \"TOKEN=$(cat)\" | sed 's/{.*source.:.\\([a-z]*\\).*/\\1/' >> \"$CLAUDE_ENV_FILE\""}]}],
                "PreToolUse": [{"hooks": [hook]}]}});
            let engine = builder()
                .settings_json(settings.to_string())
                .build()
                .unwrap();
            let start = |source: &str| {
                let input = json!({"hook_event_name": "SessionStart", "source": source,
                    "cwd": folder.path()});
                Input::parse(&input.to_string()).unwrap()
            };
            let (one, two) = (engine.session("1"), engine.session("2"));
            run(&one, start("startup")).await;
            run(&two, start("resume")).await;
            let message = |outcome: Outcome| outcome.system_messages[0].clone();
            assert_eq!(message(run(&one, told("x", "env")).await), "startup");
            assert_eq!(message(run(&two, told("x", "env")).await), "resume");
            let nobody = fire(&engine, told("x", "env")).await;
            assert_eq!(message(nobody), "not set");
        }
        let folder = language.folder();
        let engine = language.engine(&folder, "sync 1", true);
        let at = |cwd: &Path| {
            let input = json!({"hook_event_name": "PreToolUse", "tool_name": "Bash", "cwd": cwd,
                "tool_input": {"do": "folder"}});
            Input::parse(&input.to_string()).unwrap()
        };
        let real = folder.path().canonicalize().unwrap();
        let home = std::env::temp_dir().canonicalize().unwrap();
        for (cwd, found) in [
            (real.as_path(), real.as_path()),
            (Path::new("/"), Path::new("/")),
            // One that is gone: where an ordinary hook would run, too.
            (Path::new("/no/such/folder"), home.as_path()),
            (real.as_path(), real.as_path()),
        ] {
            let outcome = fire(&engine, at(cwd)).await;
            assert_eq!(outcome.system_messages, [found.to_string_lossy()]);
        }
    }
}

#[tokio::test]
async fn a_script_that_crashes_is_asked_again_and_then_fails() {
    for language in Language::all() {
        let folder = language.folder();
        let engine = language.engine(&folder, "sync 1", true);
        let (before, _) = said(&fire(&engine, told("x", "")).await);
        let outcome = fire(&engine, told("x", "crash")).await;
        failed_with(&outcome, "its worker ");
        let (after, _) = said(&fire(&engine, told("x", "")).await);
        assert_ne!(before, after);
        engine.shutdown(Duration::ZERO).await;
        assert!(!is_alive(after));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pool_loses_none_while_its_workers_are_killed() {
    for language in Language::all() {
        let folder = language.folder();
        let mut hook = language.hook(&folder, "sync 1", true);
        hook["workerPool"] = 4.into();
        let engine = engine_with(&[hook]);
        let killed = storm(&engine, 3_000, Some(Duration::from_millis(200))).await;
        println!("{}: {killed} workers were killed", language.interpreter);
        engine.shutdown(Duration::ZERO).await;
    }
}
