//! The page of the command describes every kind of finding.

use std::path::Path;

use snaphook_install::{FINDING_KINDS, FindingSeverity};

#[test]
fn the_page_of_the_command_has_every_kind_of_finding() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/command.md");
    let page = std::fs::read_to_string(page).unwrap();
    for kind in FINDING_KINDS {
        let severity = match kind.severity {
            FindingSeverity::Error => "error",
            FindingSeverity::Warning => "warning",
            FindingSeverity::Note => "note",
        };
        let row = format!("| `{}` | {severity} | {} |", kind.code, kind.about);
        assert!(
            page.contains(&row),
            "docs/src/command.md has no row:\n{row}"
        );
    }
}
