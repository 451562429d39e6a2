//! `check --sandbox`: hints at hooks that would run in a sandbox as they are, because their
//! test cases do.

use std::path::PathBuf;
use std::process::ExitCode;

use snaphook::{Finding, Severity};

use super::look::CheckedFile;
use crate::error::CommandError;
use crate::run_async;
use crate::test::{TriedHook, try_in_sandbox};

/// Adds the hints to the files that hold such hooks.
pub(super) fn hint(checked: &mut [CheckedFile], folders: &[PathBuf]) -> Result<(), CommandError> {
    let mut tried = Vec::new();
    run_async(async {
        tried = try_in_sandbox(folders).await;
        Ok(ExitCode::SUCCESS)
    })?;
    for file in checked {
        let own = file.source.file().canonicalize();
        let in_file = |hook: &&TriedHook| {
            hook.fails.is_none()
                && hook
                    .file
                    .canonicalize()
                    .is_ok_and(|path| own.as_ref().is_ok_and(|own| *own == path))
        };
        for hook in tried.iter().filter(in_file) {
            let text = file.source.text();
            let start: usize = text
                .split_inclusive('\n')
                .take(hook.line - 1)
                .map(str::len)
                .sum();
            let line = text[start..].lines().next().unwrap_or_default();
            // A hook that has one already needs no hint.
            if line.contains("\"sandbox\"") {
                continue;
            }
            let indent = line.len() - line.trim_start().len();
            file.findings.push(Finding {
                severity: Severity::Hint,
                code: "runs-in-sandbox",
                message: format!(
                    "`{}` runs in a sandbox unchanged: its test cases pass there",
                    hook.name
                ),
                help: Some("add `\"sandbox\": true` to it".to_owned()),
                location: file.source.at(start + indent..start + line.len()),
                event: None,
                hook: None,
            });
        }
    }
    Ok(())
}
