//! The golden cases, through `snaphook test`.

use std::path::{Path, PathBuf};

use serde_json::Value;
use snaphook_testkit::{CaseFile, SettingsRef};

use crate::common::{Folder, has_python};

pub(crate) fn golden_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        // Beside them stand settings that cases name.
        .filter(|file| file.is_file())
        .collect();
    files.sort();
    files
}

/// Some golden hooks are written in Python.
pub(crate) fn needs_python(files: &[PathBuf], name: &str) -> bool {
    files
        .iter()
        .flat_map(|file| CaseFile::load(file).unwrap().cases)
        .filter(|case| case.name == name)
        .flat_map(|case| case.settings)
        .any(|settings| match settings {
            SettingsRef::Inline(settings) => settings.to_string().contains("python3"),
            SettingsRef::File(_) => false,
        })
}

#[test]
fn every_golden_case_holds_when_hooks_read_pipes() {
    every_golden_case_holds("pipe");
}

#[test]
fn every_golden_case_holds_when_hooks_read_files() {
    every_golden_case_holds("file");
}

fn every_golden_case_holds(stdin: &str) {
    let files = golden_files();
    let mut args = vec!["test", "--json"];
    args.extend(files.iter().map(|file| file.to_str().unwrap()));
    let env = [("SNAPHOOK_STDIN", stdin)];
    let report = Folder::new().snaphook_env(&args, "", &env).json();
    let cases = report["cases"].as_array().unwrap();
    let failed: Vec<&Value> = cases
        .iter()
        .filter(|case| case["passed"] == false)
        .filter(|case| {
            let name = case["name"].as_str().unwrap();
            let excused = !has_python() && needs_python(&files, name);
            if excused {
                println!("SKIPPED, python3 is not installed: {name}");
            }
            !excused
        })
        .collect();
    assert!(failed.is_empty(), "{failed:#?}");
    assert!(report.get("fileErrors").is_none(), "{report}");
    assert!(cases.len() > 350, "only {} cases were found", cases.len());
}
