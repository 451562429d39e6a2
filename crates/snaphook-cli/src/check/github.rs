//! Prints the findings for people, and as annotations of a GitHub workflow.

use super::look::CheckedFile;
use super::render;
use crate::annotations::{Annotation, shielded};

pub(super) fn print(checked: &[CheckedFile]) {
    shielded(|| render::print(checked));
    for one in checked {
        for finding in &one.findings {
            let location = &finding.location;
            let end = one.source.line_and_column(location.span.end);
            let help = finding.help.as_deref();
            let help = help.map(|help| format!("\nhelp: {help}"));
            let annotation = Annotation {
                severity: finding.severity,
                title: finding.code,
                message: &(finding.message.clone() + help.as_deref().unwrap_or_default()),
                file: Some(&location.file.display().to_string()),
                place: Some([(location.line, location.column), end]),
            };
            crate::say!("{annotation}");
        }
    }
}
