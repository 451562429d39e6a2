//! A folder's name is never code.
#![cfg(unix)]

use snaphook::prelude::*;
use std::path::{Path, PathBuf};

use serde_json::json;
use snaphook::input::Fields;
use snaphook::{Context, Engine, Input};

use crate::common::{fire, statuses};

/// Names that run `touch` in a text that they are put into.
const NAMES: [&str; 7] = [
    "$(touch ran)",
    "`touch ran`",
    "x;touch ran;",
    "x'$(touch ran)'",
    "x\"; touch ran; \"",
    "x\ntouch ran\n",
    "x && touch ran #",
];

struct Project {
    _folder: tempfile::TempDir,
    root: PathBuf,
    elsewhere: PathBuf,
}

fn project(name: &str) -> Project {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join(name);
    std::fs::create_dir(&root).unwrap();
    std::fs::write(root.join("x.sh"), "echo the script; pwd").unwrap();
    let elsewhere = folder.path().join("elsewhere");
    std::fs::create_dir(&elsewhere).unwrap();
    Project {
        root,
        elsewhere,
        _folder: folder,
    }
}

fn input(cwd: &Path) -> Input {
    let input = json!({"hook_event_name": "PreToolUse", "tool_name": "Bash",
        "tool_input": {"command": "ls"}, "cwd": cwd});
    Input::parse(&input.to_string()).unwrap()
}

fn engine(project: &Project, settings: &serde_json::Value) -> Engine {
    let context = Context::from_process().project_dir(&project.root);
    let engine = Engine::builder().context(context);
    engine.settings_json(settings.to_string()).build().unwrap()
}

#[tokio::test]
async fn a_folders_name_is_not_run_by_any_form_of_a_shell_hook() {
    for name in NAMES {
        let project = project(name);
        let root = project.root.to_string_lossy().into_owned();
        for (command, expected) in [
            (r#"printf %s "${CLAUDE_PROJECT_DIR}""#, Some(root.as_str())),
            (r#"printf %s "${SNAPHOOK_PROJECT_DIR}""#, Some(&root)),
            (r#"printf %s "${A:-${CLAUDE_PROJECT_DIR}}""#, Some(&root)),
            (
                r#"bash -c 'printf %s "${CLAUDE_PROJECT_DIR}"'"#,
                Some(&root),
            ),
            (
                r#"sh "${CLAUDE_PROJECT_DIR}/x.sh" | head -n 1"#,
                Some("the script\n"),
            ),
            (r"printf %s ${CLAUDE_PROJECT_DIR}", None),
            (r"printf %s '${CLAUDE_PROJECT_DIR}'", Some(&root)),
            (r"printf %s '${CLAUDE_PROJECT_DIR}/x'", None),
            ("cat <<E\n${CLAUDE_PROJECT_DIR}\nE", None),
        ] {
            let settings = json!({"hooks": {"PreToolUse": [{"hooks": [{ "command": command }]}]}});
            let outcome = fire(&engine(&project, &settings), input(&project.elsewhere)).await;
            assert_eq!(statuses(&outcome), ["success"], "{name:?} {command}");
            if let Some(expected) = expected {
                let said = outcome.hooks[0].stdout.as_deref();
                assert_eq!(said, Some(expected), "{name:?} {command}");
            }
            assert!(
                !project.elsewhere.join("ran").exists(),
                "{name:?} {command}"
            );
        }
    }
}

#[tokio::test]
async fn a_folders_name_is_a_plain_string_in_arguments() {
    for name in NAMES {
        let project = project(name);
        let hook = json!({"command": "printf", "args": ["%s", "${CLAUDE_PROJECT_DIR}/x"]});
        let settings = json!({"hooks": {"PreToolUse": [{"hooks": [hook]}]}});
        let outcome = fire(&engine(&project, &settings), input(&project.elsewhere)).await;
        let expected = project.root.join("x").to_string_lossy().into_owned();
        assert_eq!(outcome.hooks[0].stdout.as_deref(), Some(expected.as_str()));
    }
}

#[tokio::test]
async fn a_folders_name_is_not_run_behind_a_prefix_by_a_worker_or_a_helper() {
    for name in NAMES {
        let project = project(name);
        let context = Context::from_process()
            .project_dir(&project.root)
            .env(std::env::vars_os().chain([("SNAPHOOK_SHELL_PREFIX".into(), "sh -c".into())]));
        let settings = json!({
            "hooks": {"PreToolUse": [{"hooks": [
                {"command": "printf %s \"${CLAUDE_PROJECT_DIR}\""},
                {"command": "printf %s ${CLAUDE_PROJECT_DIR} >/dev/null", "worker": true},
            ]}]},
            "statusLine": {"type": "command", "command": "printf %s \"${CLAUDE_PROJECT_DIR}/x.sh\""},
        });
        let engine = Engine::builder().context(context);
        let engine = engine.settings_json(settings.to_string()).build().unwrap();
        let outcome = fire(&engine, input(&project.elsewhere)).await;
        let root = project.root.to_string_lossy();
        assert_eq!(outcome.hooks[0].stdout.as_deref(), Some(&*root), "{name:?}");
        let status = json!({"cwd": project.elsewhere});
        let _ = engine
            .status_line(Fields::from_value(&status).unwrap())
            .await;
        for folder in [&project.elsewhere, &project.root] {
            assert!(!folder.join("ran").exists(), "{name:?}");
        }
        engine.shutdown(std::time::Duration::ZERO).await;
    }
}
