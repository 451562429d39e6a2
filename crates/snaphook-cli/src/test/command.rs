//! Runs the cases of all files, several at once, and reports in the order of the
//! files.

use std::process::ExitCode;
use std::time::Instant;

use futures_util::stream::{self, StreamExt};
use snaphook_testkit::{Case, CaseFile};

use super::coverage::Coverage;
use super::report::{CaseReport, TestReport};
use super::sandboxed::SandboxTrial;
use super::{discover, github, junit, report, run};
use crate::annotations::ReportFormat;
use crate::args::TestArgs;
use crate::error::CommandError;

pub(crate) async fn test(args: TestArgs) -> Result<ExitCode, CommandError> {
    let files = discover::files(&args.paths)?;
    let mut report = TestReport::default();
    let mut cases = Vec::new();
    for path in &files {
        match CaseFile::load(path) {
            Ok(file) if snaphook_dialects::named(&file.dialect).is_none() => {
                report.file_errors.push(format!(
                    "{}: the dialect `{}` is not known",
                    path.display(),
                    file.dialect
                ));
            }
            Ok(file) => {
                let wrong = file.errors.iter();
                report
                    .file_errors
                    .extend(wrong.map(|error| format!("{}: {error}", path.display())));
                cases.extend(file.cases.into_iter().map(|case| (path.clone(), case)));
            }
            Err(error) => report.file_errors.push(error.to_string()),
        }
    }
    let wanted = |case: &Case| {
        args.filter
            .as_ref()
            .is_none_or(|filter| case.name.contains(filter.as_str()))
    };
    cases.retain(|(_, case)| wanted(case));

    let bar = report::progress_bar(cases.len());
    let began = Instant::now();
    let at_once = std::thread::available_parallelism().map_or(4, usize::from) * 2;
    // Buffered, not unordered: reports stay in the order of the files.
    let mut running = stream::iter(&cases)
        .map(|(path, case)| run::run(path, case, args.pack.as_ref(), args.sandbox))
        .buffered(at_once);
    let mut coverage = Coverage::default();
    let mut tried = SandboxTrial::default();
    while let Some(ran) = running.next().await {
        coverage.note(&ran);
        if args.sandbox {
            tried.note(&ran, args.pack.as_ref()).await;
        }
        report.cases.push(args.shown(CaseReport::from(ran)));
        bar.inc(1);
    }
    bar.finish_and_clear();
    report.duration = began.elapsed();
    if args.coverage {
        report.not_covered = Some(coverage.never_ran());
    }
    if args.sandbox {
        report.in_sandbox = Some(tried.hooks());
    }

    if let Some(file) = &args.junit {
        junit::write(file, &report)?;
    }
    match ReportFormat::of(args.format, args.json) {
        ReportFormat::Json => report.print_json()?,
        ReportFormat::Github => github::print(&report),
        ReportFormat::Text => report.print(),
    }
    let empty = report.cases.is_empty() && args.fail_on_empty;
    if empty {
        return Err(CommandError::new("no test case was found").help(
            "name test files *.hooktest.json or *.hooktest.yaml, or run `snaphook init` to write one",
        ));
    }
    Ok(ExitCode::from(u8::from(report.failed() > 0)))
}
