//! Prints the report for people, and each failed case as an annotation of a GitHub
//! workflow.

use std::fmt::Write;

use snaphook::Severity;

use super::report::{CaseReport, TestReport, actual_text};
use crate::annotations::{Annotation, shielded};

pub(super) fn print(report: &TestReport) {
    shielded(|| report.print());
    for case in report.cases.iter().filter(|case| !case.passed()) {
        annotate(
            &case.name,
            &reason(case),
            Some(&case.file.display().to_string()),
        );
    }
    for error in &report.file_errors {
        annotate("a test file cannot be read", error, None);
    }
}

fn annotate(title: &str, message: &str, file: Option<&str>) {
    let annotation = Annotation {
        severity: Severity::Error,
        title,
        message,
        file,
        place: None,
    };
    crate::say!("{annotation}");
}

fn reason(case: &CaseReport) -> String {
    let mut text = case.error.clone().unwrap_or_default();
    for (_, mismatch) in &case.mismatches {
        let (path, expected) = (&mismatch.path, &mismatch.expected);
        let actual = actual_text(mismatch);
        let gap = if text.is_empty() { "" } else { "\n" };
        // Writing to a text cannot fail.
        let _ = write!(text, "{gap}{path}: expected {expected}, actual {actual}");
    }
    text
}
