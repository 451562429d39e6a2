//! Workers, through the command.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use snaphook_testkit::fake::fake_hook;

use crate::common::{Folder, has_python};
use crate::conformance::{golden_files, needs_python};

/// Cases that are about a process of their own, which a worker's answer has not.
const ABOUT_PROCESSES: &[&str] = &[
    "death by a signal is a failure",
    "a first line detaches a hook",
    "a folder that is gone is told",
    "a first line without an end detaches",
    "after a first line without an end comes the answer",
    "also when a first line made it async",
    "the shell's own exit 2 is a failure, not a block",
    "the shell's own exit 2 blocks where a guard fails",
    "a guard's output that is not UTF-8 is a failure",
];

#[test]
fn every_golden_case_holds_through_workers_too() {
    let folder = Folder::new();
    let fake = fake_hook();
    let mut workers = 0;
    let files = golden_files();
    for file in &files {
        let mut cases: Value =
            serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
        make_workers(&mut cases["settings"], &fake, &mut workers);
        for case in cases["cases"].as_array_mut().unwrap() {
            make_workers(&mut case["settings"], &fake, &mut workers);
            if case["settings"].is_null() {
                case.as_object_mut().unwrap().remove("settings");
            }
        }
        if cases["settings"].is_null() {
            cases.as_object_mut().unwrap().remove("settings");
        }
        let name = file.file_name().unwrap().to_str().unwrap();
        folder.write(name, &cases.to_string());
        // Settings that cases name stand beside them.
        let agents = file.parent().unwrap().join("agents");
        for entry in std::fs::read_dir(agents).unwrap() {
            let path = entry.unwrap().path();
            let name = format!("agents/{}", path.file_name().unwrap().to_str().unwrap());
            folder.write(&name, &std::fs::read_to_string(&path).unwrap());
        }
    }
    assert!(workers > 300, "only {workers} hooks were made workers");
    let report = folder.snaphook(&["test", "--json", "."], "").json();
    let cases = report["cases"].as_array().unwrap();
    let failed: Vec<&Value> = cases
        .iter()
        .filter(|case| case["passed"] == false)
        .filter(|case| {
            let name = case["name"].as_str().unwrap();
            let excused = !has_python() && needs_python(&files, name);
            !excused && !ABOUT_PROCESSES.contains(&name)
        })
        .collect();
    assert!(failed.is_empty(), "{failed:#?}");
    assert!(cases.len() > 350, "only {} cases were found", cases.len());
}

/// Makes every ordinary command in some settings a worker that runs it.
fn make_workers(settings: &mut Value, fake: &Path, made: &mut usize) {
    match settings {
        Value::Array(items) => {
            for item in items {
                make_workers(item, fake, made);
            }
        }
        Value::Object(fields) => {
            let is_command = fields.get("type").is_none_or(|kind| kind == "command");
            let is_odd = fields.contains_key("interactive")
                || fields
                    .get("shell")
                    .is_some_and(|shell| shell == "powershell");
            if let Some(Value::String(command)) = fields.get("command").cloned()
                && is_command
                && !is_odd
            {
                let mut inner = json!({ "command": command });
                if let Some(args) = fields.get("args") {
                    inner["args"] = args.clone();
                }
                fields.entry("name").or_insert(command.into());
                fields.insert("command".to_owned(), json!(fake));
                fields.insert("args".to_owned(), json!([format!("bridge:{inner}")]));
                fields.insert("worker".to_owned(), true.into());
                *made += 1;
            }
            for (key, value) in fields {
                // These are commands, but no hooks.
                if !matches!(key.as_str(), "statusLine" | "fileSuggestion" | "mcpServers") {
                    make_workers(value, fake, made);
                }
            }
        }
        _ => {}
    }
}

/// The templates whose interpreter is here. Python must be.
fn templates() -> Vec<&'static str> {
    let is_there = |name: &str| Command::new(name).arg("--version").output().is_ok();
    assert!(is_there("python3"), "these tests need python3");
    if !is_there("node") {
        println!("SKIPPED for JavaScript: node is not installed");
        return vec!["worker"];
    }
    vec!["worker", "worker-js"]
}

#[test]
fn init_writes_a_worker_whose_test_passes() {
    for template in templates() {
        let folder = Folder::new();
        let ran = folder.snaphook(&["init", "--template", template], "");
        assert_eq!(ran.code, 0, "{ran:?}");
        assert!(ran.stdout.contains("6 passed, 0 failed"), "{ran:?}");
        let checked = folder.snaphook(&["check", "--deny-warnings"], "");
        assert_eq!(checked.code, 0, "{checked:?}");
        let tested = folder.snaphook(&["test", "--coverage"], "");
        assert!(
            tested.stdout.contains("every configured hook was run"),
            "{tested:?}"
        );
    }
}

#[test]
fn the_first_worker_holds() {
    for template in templates() {
        let folder = Folder::new();
        let ran = folder.snaphook(&["init", "--template", template], "");
        assert_eq!(ran.code, 0, "{ran:?}");
        let fire = |command: &str| {
            let tool_input = json!({ "command": command }).to_string();
            let args = [
                "fire",
                "PreToolUse",
                "--tool",
                "Bash",
                "--tool-input",
                &tool_input,
            ];
            let settings = ["--settings", ".snaphook/settings.json"];
            folder
                .snaphook(&[&args[..], &settings[..]].concat(), "")
                .code
        };
        for refused in ["rm -rf /", "bash -c 'rm -rf ~'", "rm \"-rf\" x"] {
            assert_eq!(fire(refused), 2, "{refused}");
        }
        for allowed in ["rm x", "rm -f a-r.txt"] {
            assert_eq!(fire(allowed), 0, "{allowed}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_worker_ends_with_the_command() {
    use snaphook_testkit::processes::{is_alive, pid_in};

    let folder = Folder::new();
    let pid = folder.path().join("pid");
    let step = format!("pid:{}", pid.display());
    let hook = json!({"command": fake_hook(), "args": [step, "work:1"], "worker": true});
    let settings = json!({"hooks": {"Stop": [{"hooks": [hook]}]}});
    folder.write("s.json", &settings.to_string());
    let ran = folder.snaphook(&["fire", "Stop", "--settings", "s.json", "--json"], "");
    assert_eq!(ran.json()["hooks"][0]["status"], "success", "{ran:?}");
    let pid = pid_in(&pid);
    assert!(!is_alive(pid), "process {pid} is still there");
}

#[test]
fn a_template_that_is_not_there_is_told() {
    let ran = Folder::new().snaphook(&["init", "--template", "nothing"], "");
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stderr.contains("worker-js"), "{ran:?}");
}

#[test]
fn the_same_script_is_an_ordinary_hook_anywhere_else() {
    for template in templates() {
        let folder = Folder::new();
        folder.snaphook(&["init", "--template", template], "");
        let (interpreter, script) = match template {
            "worker" => ("python3", "guard.py"),
            _ => ("node", "guard.mjs"),
        };
        let run = |command: &str| {
            let event = json!({"hook_event_name": "PreToolUse", "tool_name": "Bash",
                "tool_input": {"command": command}});
            let mut hook = Command::new(interpreter);
            hook.arg(folder.path().join(".snaphook").join(script))
                .env_remove("SNAPHOOK_WORKER");
            crate::common::run(&mut hook, &event.to_string())
        };
        let refused = run("rm -r x");
        assert_eq!(refused.code, 2, "{refused:?}");
        assert_eq!(refused.stdout, "");
        assert!(
            refused.stderr.starts_with("Folders are not removed"),
            "{refused:?}"
        );
        let allowed = run("rm x");
        assert_eq!(
            (allowed.code, allowed.stdout.as_str()),
            (0, ""),
            "{allowed:?}"
        );
    }
}
