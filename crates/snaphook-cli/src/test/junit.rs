//! The report as JUnit XML, which every CI system reads.

use std::fmt::Write;
use std::path::Path;

use super::report::{CaseReport, Report, actual_text};
use crate::error::CommandError;

pub(super) fn write(file: &Path, report: &Report) -> Result<(), CommandError> {
    std::fs::write(file, xml(report)).map_err(|error| {
        CommandError::new(format!("{}: cannot be written: {error}", file.display()))
            .help("--junit names a file in a folder that exists")
    })
}

fn xml(report: &Report) -> String {
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    // Writing to a string cannot fail.
    let _ = writeln!(
        xml,
        "<testsuites tests=\"{}\" failures=\"{}\" time=\"{:.3}\">",
        report.cases.len() + report.file_errors.len(),
        report.failed(),
        report.duration.as_secs_f64()
    );
    for suite in report.cases.chunk_by(|a, b| a.file == b.file) {
        let failed = suite.iter().filter(|case| !case.passed()).count();
        let name = escaped(&suite[0].file.to_string_lossy());
        let _ = writeln!(
            xml,
            "  <testsuite name=\"{name}\" tests=\"{}\" failures=\"{failed}\">",
            suite.len()
        );
        for case in suite {
            write_case(&mut xml, &name, case);
        }
        xml.push_str("  </testsuite>\n");
    }
    for error in &report.file_errors {
        let text = escaped(error);
        let _ = writeln!(
            xml,
            "  <testsuite name=\"unreadable\" tests=\"1\" failures=\"1\">\n    <testcase name=\"{text}\"><failure message=\"{text}\"/></testcase>\n  </testsuite>"
        );
    }
    xml.push_str("</testsuites>\n");
    xml
}

fn write_case(xml: &mut String, suite: &str, case: &CaseReport) {
    let _ = write!(
        xml,
        "    <testcase classname=\"{suite}\" name=\"{}\" time=\"{:.3}\"",
        escaped(&case.name),
        case.duration.as_secs_f64()
    );
    if case.passed() {
        xml.push_str("/>\n");
        return;
    }
    let mut text = case.error.clone().unwrap_or_default();
    for (_, mismatch) in &case.mismatches {
        let _ = writeln!(
            text,
            "{}: expected {}, actual {}",
            mismatch.path,
            mismatch.expected,
            actual_text(mismatch)
        );
    }
    let first = text.lines().next().unwrap_or_default();
    let _ = writeln!(
        xml,
        ">\n      <failure message=\"{}\">{}</failure>\n    </testcase>",
        escaped(first),
        escaped(&text)
    );
}

/// Text as XML: markup escaped, characters that XML cannot hold replaced.
fn escaped(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '&' => "&amp;".to_owned(),
            '<' => "&lt;".to_owned(),
            '>' => "&gt;".to_owned(),
            '"' => "&quot;".to_owned(),
            '\n' | '\t' => c.to_string(),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => '\u{fffd}'.to_string(),
            c => c.to_string(),
        })
        .collect()
}
