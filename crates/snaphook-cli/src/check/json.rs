//! Prints the findings as a JSON list, in the same order as for people.

use serde::Serialize;
use snaphook::Severity;
use snaphook::hook::HookId;

use super::look::CheckedFile;
use crate::error::CommandError;
use crate::show;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FindingEntry<'a> {
    severity: Severity,
    code: &'static str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
    file: String,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    hook: Option<&'a HookId>,
}

pub(super) fn print(checked: &[CheckedFile]) -> Result<(), CommandError> {
    let entries: Vec<_> = checked.iter().flat_map(entries).collect();
    show::json(&entries)
}

/// The findings as JSON.
#[cfg(feature = "ui")]
pub(super) fn findings_json(checked: &[CheckedFile]) -> serde_json::Value {
    let entries: Vec<_> = checked.iter().flat_map(entries).collect();
    serde_json::to_value(entries).unwrap_or_default()
}

fn entries(checked: &CheckedFile) -> impl Iterator<Item = FindingEntry<'_>> {
    checked.findings.iter().map(|finding| {
        let location = &finding.location;
        let (end_line, end_column) = checked.source.line_and_column(location.span.end);
        FindingEntry {
            severity: finding.severity,
            code: finding.code,
            message: &finding.message,
            help: finding.help.as_deref(),
            file: location.file.display().to_string(),
            line: location.line,
            column: location.column,
            end_line,
            end_column,
            hook: finding.hook.as_ref(),
        }
    })
}
