//! Prints the findings, and sets the exit status.

use std::process::ExitCode;

use anstyle::Style;
use snaphook_install::{AgentReport, DoctorFinding, FindingSeverity, scope_word};

use super::args::DoctorArgs;
use super::json::survey_json;
use super::survey::{Survey, SurveyedAgents};
use crate::error::CommandError;
use crate::install::Host;
use crate::show::{self, style};

pub(crate) fn doctor(args: &DoctorArgs) -> Result<ExitCode, CommandError> {
    let host = Host::of(args.project.as_deref())?;
    let which = match args.agents.is_empty() {
        true => SurveyedAgents::Found,
        false => SurveyedAgents::Named(&args.agents),
    };
    let survey = Survey::make(&host, which)?;
    match args.json {
        true => show::json(&survey_json(&survey))?,
        false => print(&survey),
    }
    let bad = |finding: &DoctorFinding| match finding.kind.severity {
        FindingSeverity::Error => true,
        FindingSeverity::Warning => args.deny_warnings,
        FindingSeverity::Note => false,
    };
    let failed = survey.findings().any(bad);
    Ok(ExitCode::from(u8::from(failed)))
}

fn print(survey: &Survey) {
    for report in &survey.agents {
        crate::say!("{}", headline(report));
        report.findings.iter().for_each(print_finding);
        crate::say!("");
    }
    if !survey.settings.is_empty() {
        let bold = style::BOLD;
        crate::say!("{bold}settings of snaphook{bold:#}");
        survey.settings.iter().for_each(print_finding);
        crate::say!("");
    }
    if survey.agents.is_empty() {
        let help = style::HELP;
        crate::say!(
            "{help}hint{help:#}: no agent was found in PATH or by its folder; `snaphook agents --all` lists those that are known"
        );
    }
    crate::say!("{}", summary(survey));
}

fn headline(report: &AgentReport) -> String {
    let (bold, title) = (style::BOLD, report.agent.title);
    let version = report.version.as_deref().unwrap_or("version unknown");
    let version = match report.is_here() {
        true => format!(" {}", style::one_line(version)),
        false => String::new(),
    };
    let scopes: Vec<_> = report.installed.iter().copied().map(scope_word).collect();
    let state = match (scopes.is_empty(), report.in_force()) {
        (true, _) => "not installed".to_owned(),
        (false, true) => format!("installed ({}), in force", scopes.join(", ")),
        (false, false) => format!("installed ({}), not in force", scopes.join(", ")),
    };
    format!("{bold}{title}{bold:#}{version}: {state}")
}

fn severity_style(severity: FindingSeverity) -> (Style, &'static str) {
    match severity {
        FindingSeverity::Error => (style::ERROR, "error"),
        FindingSeverity::Warning => (style::WARNING, "warning"),
        FindingSeverity::Note => (style::DIM, "note"),
    }
}

fn print_finding(finding: &DoctorFinding) {
    let (colour, word) = severity_style(finding.kind.severity);
    let (code, message) = (finding.kind.code, style::one_line(&finding.message));
    crate::say!("  {colour}{word}[{code}]:{colour:#} {message}");
    if let Some(file) = &finding.file {
        let (dim, file) = (style::DIM, style::one_line(&file.display().to_string()));
        crate::say!("    {dim}in {file}{dim:#}");
    }
    if let Some(text) = &finding.help {
        let help = style::HELP;
        crate::say!("    {help}help:{help:#} {}", style::one_line(text));
    }
}

fn summary(survey: &Survey) -> String {
    let count = |severity| {
        let of = |finding: &&DoctorFinding| finding.kind.severity == severity;
        survey.findings().filter(of).count()
    };
    let words = [
        (survey.agents.len(), "agent"),
        (count(FindingSeverity::Error), "error"),
        (count(FindingSeverity::Warning), "warning"),
        (count(FindingSeverity::Note), "note"),
    ];
    let words = words.map(|(count, word)| match count {
        1 => format!("1 {word}"),
        count => format!("{count} {word}s"),
    });
    words.join(", ")
}
