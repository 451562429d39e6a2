//! Settings that others wrote: the golden cases, and files as people have them.

use serde_json::Value;
use snaphook_settings::load::load_node;

use crate::common::{SETTINGS, golden_cases, inline, misfits, repository};
use crate::reader::{agree, errors};

#[test]
fn every_golden_settings_object_fits() {
    let mut looked_at = 0;
    for case in golden_cases() {
        for settings in inline(&case) {
            agree(settings);
            // Cases about definitions that cannot be read say so themselves.
            if errors(settings).is_empty() {
                let misfits = misfits(&SETTINGS, settings);
                assert!(misfits.is_empty(), "{}: {misfits:#?}", case.name);
                looked_at += 1;
            }
        }
    }
    assert!(looked_at > 130, "only {looked_at} were looked at");
}

#[test]
fn settings_as_people_have_them_fit() {
    let folder = repository().join("crates/snaphook-settings/tests/real-world");
    let others = [
        "examples/agent/scenario/.claude/settings.json",
        "crates/snaphook-cli/src/init/settings.json",
        "crates/snaphook-cli/src/demo/settings.json",
    ];
    let files = std::fs::read_dir(folder).unwrap();
    let files = files.map(|entry| entry.unwrap().path());
    let files: Vec<_> = files
        .chain(others.map(|file| repository().join(file)))
        .collect();
    assert!(files.len() > 10, "only {} files were found", files.len());
    for file in files {
        let settings: Value = load_node(&file).unwrap().to_value();
        agree(&settings);
        let is_wrong = file.ends_with("mistakes.json");
        assert_eq!(
            SETTINGS.is_valid(&settings),
            !is_wrong,
            "{}",
            file.display()
        );
    }
}
