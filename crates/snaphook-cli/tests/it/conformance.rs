//! The golden cases, through the command: what programs in any language see.

use std::path::Path;

use crate::common::Folder;
use snaphook_testkit::{CaseFile, SettingsRef, mismatches};

#[test]
fn golden_cases_hold_through_the_command() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance");
    let mut ran = 0;
    let mut failures = Vec::new();
    for name in ["exit-codes", "events", "limits", "merging"] {
        let file = CaseFile::load(&golden.join(format!("{name}.hooktest.json"))).unwrap();
        for case in &file.cases {
            let SettingsRef::Inline(settings) = &case.settings else {
                panic!("golden cases have their settings in them");
            };
            let text = settings.to_string();
            if text.contains("\"if\":") {
                continue;
            }
            if text.contains("python3") && !crate::common::has_python() {
                println!("SKIPPED, there is no python3 here: {}", case.name);
                continue;
            }
            ran += 1;
            let folder = Folder::with("settings.json", &settings.to_string());
            let input = serde_json::to_string_pretty(&case.input).unwrap();
            let result =
                folder.snaphook(&["fire", "--settings", "settings.json", "--json"], &input);
            let outcome = result.json();
            for wrong in mismatches(&case.expect[0], &outcome) {
                failures.push(format!("{}: {wrong:?}", case.name));
            }
            if case
                .expect_exit
                .is_some_and(|code| i32::from(code) != result.code)
            {
                failures.push(format!("{}: exit {}", case.name, result.code));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(ran > 50, "only {ran} cases were found");
}
