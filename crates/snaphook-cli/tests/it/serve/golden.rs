//! The golden cases, through `snaphook serve`, over all three transports.

use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use snaphook_testkit::{Case, CaseFile, SettingsRef, mismatches};

use super::client::{Client, Lines};
use super::http_client::HttpClient;
use super::process::Serving;
use crate::common::{Folder, has_python};
use crate::conformance::golden_files;

const TOKEN: &str = "0123456789abcdef0123456789abcdef";

#[test]
fn every_golden_case_holds_over_every_transport() {
    let cases: Vec<(PathBuf, Case)> = golden_files()
        .into_iter()
        .flat_map(|file| {
            let cases = CaseFile::load(&file).unwrap().cases;
            cases.into_iter().map(move |case| (file.clone(), case))
        })
        .filter(|(_, case)| has_python() || !uses_python(case))
        // A server refuses them, which `snaphook-serve` tests.
        .filter(|(_, case)| !lacks_tool_name(case))
        .collect();
    assert!(cases.len() > 350 || !has_python());
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some((file, case)) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    for (transport, found) in run(file, case) {
                        let mut wrong = wrong.lock().unwrap();
                        wrong.push((case.name.clone(), transport, found));
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn lacks_tool_name(case: &Case) -> bool {
    let text = |key: &str| {
        case.input
            .get(key)
            .and_then(Value::as_str)
            .unwrap_or_default()
    };
    let event = text("hook_event_name").replace('_', "").to_lowercase();
    let tool_events = [
        "pretooluse",
        "posttooluse",
        "posttoolusefailure",
        "permissionrequest",
        "permissiondenied",
    ];
    tool_events.contains(&event.as_str()) && text("tool_name").is_empty()
}

fn uses_python(case: &Case) -> bool {
    case.settings.iter().any(|settings| match settings {
        SettingsRef::Inline(settings) => settings.to_string().contains("python3"),
        SettingsRef::File(_) => false,
    })
}

/// What differs, for one case, by transport: one server, and a client at each.
fn run(file: &Path, case: &Case) -> Vec<(&'static str, String)> {
    let folder = Folder::new();
    let root = folder.path().canonicalize().unwrap();
    let work = root.join("work");
    std::fs::create_dir_all(&work).unwrap();
    // A case that tests a file of a project works beside it.
    let in_project = matches!(case.settings.last(), Some(SettingsRef::File(_)));
    let project = match in_project {
        true => file.parent().unwrap().canonicalize().unwrap(),
        false => work.clone(),
    };
    let cwd = match in_project && case.files.is_empty() {
        true => project.clone(),
        false => work.clone(),
    };
    folder.write("token", TOKEN);
    private(&root.join("token"));
    let mut command = command(&folder, case, &project, &cwd);
    command.args([
        "--stdio",
        "--socket",
        "s",
        "--http",
        "127.0.0.1:0",
        "--token-file",
        "token",
    ]);
    let mut server = Serving::start(&mut command);

    let (stdin, stdout) = server.pipes();
    server.socket(Path::new("s"));
    let stream = UnixStream::connect(root.join("s")).unwrap();
    let reader = stream.try_clone().unwrap();
    let mut clients: [(&str, Box<dyn Client>); 3] = [
        ("stdio", Box::new(Lines::new(stdout, stdin))),
        ("socket", Box::new(Lines::new(reader, stream))),
        ("http", Box::new(HttpClient::new(server.http(), TOKEN))),
    ];
    let mut wrong = Vec::new();
    for (transport, client) in &mut clients {
        fresh(&folder, &work, case);
        let found = fire(&mut **client, transport, case, &cwd);
        wrong.extend(found.into_iter().map(|one| (*transport, one)));
    }
    wrong
}

/// The case's own files, and nothing that another run has left.
fn fresh(folder: &Folder, work: &Path, case: &Case) {
    std::fs::remove_dir_all(work).unwrap();
    std::fs::create_dir_all(work).unwrap();
    for (name, text) in &case.files {
        folder.write(&format!("work/{name}"), text);
        if text.starts_with("#!") {
            executable(&work.join(name));
        }
    }
}

fn command(folder: &Folder, case: &Case, project: &Path, cwd: &Path) -> Command {
    let mut command = folder.command(&["serve", "--no-watch", "--dialect", &case.dialect]);
    command.arg("--project").arg(project).arg("--cwd").arg(cwd);
    command.envs(case.env.iter().cloned());
    if let Some(agent) = &case.agent {
        command.args(["--agent", agent]);
    }
    for (number, settings) in case.settings.iter().enumerate() {
        let path = match settings {
            SettingsRef::File(path) => path.clone(),
            SettingsRef::Inline(settings) => {
                let name = format!("settings-{number}.json");
                folder.write(&name, &settings.to_string());
                folder.path().join(name)
            }
        };
        command.arg("--settings").arg(path);
    }
    command
}

/// Fires a case as often as it says, in one session.
fn fire(client: &mut dyn Client, session: &str, case: &Case, cwd: &Path) -> Vec<String> {
    client.initialize();
    let start = json!({"sessionId": session, "cwd": cwd});
    client.ask("session/start", start);
    let mut wrong = Vec::new();
    for index in 0..case.repeat {
        let params =
            json!({"sessionId": session, "input": case.input, "wait": true, "native": true});
        let result = client.ask("hooks/execute", params);
        let last = index + 1 == case.repeat;
        wrong.extend(compare(case, index, &result, last));
    }
    wrong
}

fn compare(case: &Case, index: usize, result: &Value, last: bool) -> Vec<String> {
    let outcome = &result["outcome"];
    let mut found = Vec::new();
    if let Some(expected) = case.expect.get(index) {
        found.extend(mismatches(expected, outcome));
    }
    if let Some(expected) = case.expect_native.as_ref().filter(|_| last) {
        found.extend(mismatches(expected, &result["native"]));
    }
    let mut wrong: Vec<_> = found.iter().map(|one| format!("{one:?}")).collect();
    let exit = if outcome["blocked"] == true { 2 } else { 0 };
    if case
        .expect_exit
        .is_some_and(|expected| last && expected != exit)
    {
        wrong.push(format!("exit status: {exit}"));
    }
    if let Some(names) = case.decided_by.as_ref().filter(|_| last) {
        let decided = outcome["decidedBy"].as_array().cloned().unwrap_or_default();
        let hooks = outcome["hooks"].as_array().unwrap();
        let deciders: Vec<_> = hooks
            .iter()
            .filter(|hook| decided.contains(&hook["id"]))
            .collect();
        let is_named = |hook: &&Value| {
            names
                .iter()
                .any(|n| hook["name"] == **n || hook["id"] == **n)
        };
        if deciders.len() != names.len() || !deciders.iter().all(is_named) {
            wrong.push(format!("decided by {deciders:?}"));
        }
    }
    wrong
}

fn executable(path: &Path) {
    set_mode(path, 0o755);
}

pub(super) fn private(path: &Path) {
    set_mode(path, 0o600);
}

fn set_mode(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}
