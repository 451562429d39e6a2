//! Prints the agents as a table.

use std::process::ExitCode;

use serde_json::Value;
use snaphook_install::{AgentReport, scope_word};

use super::args::AgentsArgs;
use crate::doctor::{Survey, SurveyedAgents, agent_json};
use crate::error::CommandError;
use crate::install::Host;
use crate::show::{self, style};

const NOTHING: &str = "–";

pub(crate) fn agents(args: &AgentsArgs) -> Result<ExitCode, CommandError> {
    let host = Host::of(args.project.as_deref())?;
    let which = match (args.all, args.agents.is_empty()) {
        (true, _) => SurveyedAgents::All,
        (false, true) => SurveyedAgents::Found,
        (false, false) => SurveyedAgents::Named(&args.agents),
    };
    let survey = Survey::make(&host, which)?;
    if args.json {
        let list: Value = survey.agents.iter().map(agent_json).collect();
        show::json(&list)?;
    } else {
        print(&survey.agents);
    }
    Ok(ExitCode::SUCCESS)
}

fn print(agents: &[AgentReport]) {
    let help = style::HELP;
    if agents.is_empty() {
        crate::say!(
            "{help}hint{help:#}: no agent was found in PATH or by its folder; `snaphook agents --all` lists those that are known"
        );
        return;
    }
    let headings = ["agent", "", "version", "tested", "installed", "in force"];
    let rows: Vec<[String; 6]> = agents.iter().map(row).collect();
    let (bold, dim) = (style::BOLD, style::DIM);
    let lines = show::columns(&headings.map(str::to_owned), &rows);
    for (number, line) in lines.iter().enumerate() {
        match number.checked_sub(1).and_then(|at| agents.get(at)) {
            None => crate::say!("{bold}{line}{bold:#}"),
            Some(report) if report.is_here() => crate::say!("{line}"),
            Some(_) => crate::say!("{dim}{line}{dim:#}"),
        }
    }
    if agents.iter().any(is_weak) {
        crate::say!("{help}hint{help:#}: `snaphook doctor` says why it is not in force");
    }
    if agents
        .iter()
        .any(|report| report.is_here() && report.installed.is_empty())
    {
        crate::say!("{help}hint{help:#}: `snaphook install AGENT` puts your hooks into an agent");
    }
}

fn is_weak(report: &AgentReport) -> bool {
    !report.installed.is_empty() && !report.in_force()
}

fn row(report: &AgentReport) -> [String; 6] {
    let agent = report.agent;
    let version = match (&report.version, report.is_here()) {
        (Some(version), _) => style::one_line(version),
        (None, true) => "unknown".to_owned(),
        (None, false) => "not here".to_owned(),
    };
    let scopes: Vec<_> = report.installed.iter().copied().map(scope_word).collect();
    let (installed, in_force) = match (scopes.is_empty(), report.in_force()) {
        (true, _) => (NOTHING.to_owned(), NOTHING),
        (false, true) => (scopes.join(", "), "yes"),
        (false, false) => (scopes.join(", "), "no"),
    };
    let tested = agent.contract(report.version.as_deref()).versions.seen;
    [
        agent.name.to_owned(),
        agent.title.to_owned(),
        version,
        tested.to_owned(),
        installed,
        in_force.to_owned(),
    ]
}
