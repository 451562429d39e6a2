//! Writes the report as JUnit XML, which CI systems read.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};

use super::report::{CaseReport, TestReport, actual_text};
use crate::error::CommandError;

pub(super) fn write(file: &Path, report: &TestReport) -> Result<(), CommandError> {
    write_xml(file, &xml_report(report)).map_err(|error| {
        CommandError::new(format!("failed to write {}: {error}", file.display()))
            .help("name a file in an existing folder")
    })
}

fn write_xml(file: &Path, report: &quick_junit::Report) -> io::Result<()> {
    let mut writer = BufWriter::new(File::create(file)?);
    report.serialize(&mut writer).map_err(io::Error::other)?;
    writer.flush()
}

fn xml_report(report: &TestReport) -> quick_junit::Report {
    let mut xml = quick_junit::Report::new("snaphook");
    xml.set_time(report.duration);
    for cases in report.cases.chunk_by(|one, other| one.file == other.file) {
        let file = cases[0].file.to_string_lossy();
        let mut suite = TestSuite::new(&*file);
        suite.add_test_cases(cases.iter().map(|case| test_case(&file, case)));
        xml.add_test_suite(suite);
    }
    if !report.file_errors.is_empty() {
        let mut suite = TestSuite::new("unreadable");
        suite.add_test_cases(report.file_errors.iter().map(|error| failed(error, error)));
        xml.add_test_suite(suite);
    }
    xml
}

fn test_case(file: &str, case: &CaseReport) -> TestCase {
    let mut xml = match case.passed() {
        true => TestCase::new(&*case.name, TestCaseStatus::success()),
        false => failed(&case.name, &failure_text(case)),
    };
    xml.set_classname(file).set_time(case.duration);
    xml
}

/// A failed case whose message is the first line of its description.
fn failed(name: &str, description: &str) -> TestCase {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status
        .set_message(description.lines().next().unwrap_or_default())
        .set_description(description);
    TestCase::new(name, status)
}

fn failure_text(case: &CaseReport) -> String {
    let mismatches = case.mismatches.iter().map(|(_, mismatch)| {
        let actual = actual_text(mismatch);
        let (path, expected) = (&mismatch.path, &mismatch.expected);
        format!("{path}: expected {expected}, actual {actual}")
    });
    let lines: Vec<String> = case.error.iter().cloned().chain(mismatches).collect();
    lines.join("\n")
}
