//! Prints the results of the cases, for people or as JSON.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value, json};
use snaphook_testkit::Mismatch;

use super::run::CaseRun;
use super::sandboxed::TriedHook;
use crate::args::TestArgs;
use crate::error::CommandError;
use crate::show::{self, style};

/// All cases.
#[derive(Default)]
pub(super) struct TestReport {
    pub(super) cases: Vec<CaseReport>,
    /// Files that could not be read: each counts as a failure.
    pub(super) file_errors: Vec<String>,
    pub(super) not_covered: Option<Vec<(String, String)>>,
    /// What became of each hook in a sandbox.
    pub(super) in_sandbox: Option<Vec<TriedHook>>,
    pub(super) duration: Duration,
}

/// One case.
pub(super) struct CaseReport {
    pub(super) file: PathBuf,
    pub(super) name: String,
    /// Why it could not be run at all.
    pub(super) error: Option<String>,
    /// What differed; which time, where it was fired several times.
    pub(super) mismatches: Vec<(Option<usize>, Mismatch)>,
    /// What the hooks of a failed case did, a line each.
    pub(super) hooks: Vec<String>,
    pub(super) duration: Duration,
}

impl CaseReport {
    pub(super) fn passed(&self) -> bool {
        self.error.is_none() && self.mismatches.is_empty()
    }
}

impl From<CaseRun<'_>> for CaseReport {
    fn from(ran: CaseRun<'_>) -> Self {
        let mut report = Self {
            file: ran.file.to_owned(),
            name: ran.case.name.clone(),
            error: None,
            mismatches: Vec::new(),
            hooks: Vec::new(),
            duration: ran.duration,
        };
        match ran.result {
            Err(error) => report.error = Some(error),
            Ok(fired) => {
                for (index, one) in fired.into_iter().enumerate() {
                    let time = (ran.case.repeat > 1).then_some(index + 1);
                    if !one.mismatches.is_empty() {
                        report.hooks.extend(hook_lines(&one.outcome));
                    }
                    let found = one.mismatches.into_iter().map(|m| (time, m));
                    report.mismatches.extend(found);
                }
            }
        }
        report
    }
}

fn hook_lines(outcome: &snaphook::Outcome) -> Vec<String> {
    outcome
        .hooks
        .iter()
        .map(|entry| {
            let mut line = format!("{}: {}", entry.name, entry.status.as_str());
            if let Some(why) = entry.error.as_deref().or(entry.skip_reason) {
                line.push_str(&format!(", {why}"));
            }
            line
        })
        .collect()
}

impl TestReport {
    pub(super) fn passed(&self) -> usize {
        self.cases.iter().filter(|case| case.passed()).count()
    }

    pub(super) fn failed(&self) -> usize {
        self.cases.len() - self.passed() + self.file_errors.len()
    }

    pub(super) fn print(&self) {
        let (good, bad, dim) = (style::GOOD, style::BAD, style::DIM);
        for group in self.cases.chunk_by(|a, b| a.file == b.file) {
            let passed = group.iter().filter(|case| case.passed()).count();
            let (mark, style) = if passed == group.len() {
                ("✓", good)
            } else {
                ("✗", bad)
            };
            crate::say!(
                "{style}{mark}{style:#} {} {dim}({passed} of {} passed){dim:#}",
                group[0].file.display(),
                group.len()
            );
            for case in group.iter().filter(|case| !case.passed()) {
                print_failure(case);
            }
        }
        for error in &self.file_errors {
            crate::say!("{bad}✗{bad:#} {error}");
        }
        if let Some(missed) = &self.not_covered {
            print_missed(missed);
        }
        if let Some(tried) = &self.in_sandbox {
            print_tried(tried);
        }
        crate::say!("{} passed, {} failed", self.passed(), self.failed());
        if self.cases.is_empty() && self.file_errors.is_empty() {
            let help = style::HELP;
            crate::say!(
                "{help}hint{help:#}: no test case was found; name test files *.hooktest.json or *.hooktest.yaml, or run `snaphook init` to write one"
            );
        }
    }

    pub(super) fn print_json(&self) -> Result<(), CommandError> {
        let cases: Vec<_> = self.cases.iter().map(case_json).collect();
        let mut json = json!({
            "passed": self.passed(),
            "failed": self.failed(),
            "durationMs": milliseconds(self.duration),
            "cases": cases,
        });
        if !self.file_errors.is_empty() {
            json["fileErrors"] = self.file_errors.clone().into();
        }
        if let Some(missed) = &self.not_covered {
            json["notCovered"] = missed
                .iter()
                .map(|(name, place)| json!({"hook": name, "place": place}))
                .collect();
        }
        if let Some(tried) = &self.in_sandbox {
            json["sandbox"] = tried.iter().map(TriedHook::to_json).collect();
        }
        show::json(&json)
    }
}

fn print_tried(tried: &[TriedHook]) {
    let (good, bad, dim) = (style::GOOD, style::BAD, style::DIM);
    for hook in tried {
        let (mark, style, words) = match &hook.fails {
            None => ("✓", good, "runs in a sandbox unchanged".to_owned()),
            Some(case) => ("✗", bad, format!("does not, in the case `{case}`")),
        };
        let name = style::one_line(&hook.name);
        let place = hook.place();
        crate::say!(
            "{style}{mark}{style:#} {name} {} {dim}{place}{dim:#}",
            style::one_line(&words)
        );
    }
}

fn print_failure(case: &CaseReport) {
    let (bad, bold, dim) = (style::BAD, style::BOLD, style::DIM);
    crate::say!("  {bad}✗{bad:#} {bold}{}{bold:#}", case.name);
    if let Some(error) = &case.error {
        for line in error.lines() {
            crate::say!("      {line}");
        }
    }
    for (time, mismatch) in &case.mismatches {
        let time = time
            .map(|time| format!(" (time {time})"))
            .unwrap_or_default();
        crate::say!("      {}{time}", mismatch.path);
        crate::say!("        expected  {}", mismatch.expected);
        crate::say!("        actual    {}", actual_text(mismatch));
    }
    for line in &case.hooks {
        crate::say!("      {dim}{line}{dim:#}");
    }
}

fn print_missed(missed: &[(String, String)]) {
    if missed.is_empty() {
        crate::say!("every configured hook was run by some case");
        return;
    }
    crate::say!("hooks that no case ran:");
    for (name, place) in missed {
        crate::say!("  {name}  {place}");
    }
}

pub(super) fn actual_text(mismatch: &Mismatch) -> String {
    match &mismatch.actual {
        None => "nothing".to_owned(),
        Some(value) => {
            const SHOWN: usize = 200;
            let text = value.to_string();
            match text.char_indices().nth(SHOWN) {
                Some((end, _)) => {
                    format!("{}… ({} characters)", &text[..end], text.chars().count())
                }
                None => text,
            }
        }
    }
}

fn case_json(case: &CaseReport) -> Value {
    let mismatches: Vec<_> = case
        .mismatches
        .iter()
        .map(|(time, mismatch)| {
            let mut json = json!({
                "path": mismatch.path,
                "expected": mismatch.expected,
                "actual": mismatch.actual,
            });
            if let Some(time) = time {
                json["time"] = (*time).into();
            }
            json
        })
        .collect();
    let mut json = json!({
        "file": case.file.to_string_lossy(),
        "name": case.name,
        "passed": case.passed(),
        "durationMs": milliseconds(case.duration),
    });
    if !mismatches.is_empty() {
        json["mismatches"] = mismatches.into();
    }
    if let Some(error) = &case.error {
        json["error"] = error.clone().into();
    }
    json
}

fn milliseconds(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 1e6).round() / 1e3
}

/// A bar on stderr, at a terminal only.
pub(super) fn progress_bar(cases: usize) -> ProgressBar {
    let target = if std::io::stderr().is_terminal() && cases > 1 {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(u64::try_from(cases).ok(), target);
    match ProgressStyle::with_template("{bar:30} {pos} of {len} cases") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

impl TestArgs {
    /// A report whose file is shown from the folder that the cases are in.
    pub(super) fn shown(&self, mut report: CaseReport) -> CaseReport {
        let base = self.base.as_deref();
        if let Some(shown) = base.and_then(|base| report.file.strip_prefix(base).ok()) {
            report.file = shown.to_owned();
        }
        report
    }
}
