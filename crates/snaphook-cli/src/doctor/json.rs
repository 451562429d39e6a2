//! What `agents` and `doctor` print for programs.

use serde_json::{Value, json};
use snaphook_install::{AgentReport, DoctorFinding, scope_word};

use super::survey::Survey;

/// An agent, without its findings.
pub(crate) fn agent_json(report: &AgentReport) -> Value {
    let installed: Vec<_> = report.installed.iter().copied().map(scope_word).collect();
    let contract = report.agent.contract(report.version.as_deref());
    let mut json = json!({
        "agent": report.agent.name,
        "title": report.agent.title,
        "here": report.is_here(),
        "testedVersion": contract.versions.seen,
        "installed": installed,
        "inForce": report.in_force(),
    });
    let mut set = |key: &str, value: Option<String>| {
        if let Some(value) = value {
            json[key] = value.into();
        }
    };
    let path = |path: &Option<std::path::PathBuf>| {
        path.as_ref()
            .map(|path| path.to_string_lossy().into_owned())
    };
    set("version", report.version.clone());
    set("program", path(&report.program));
    set("folder", path(&report.folder));
    json
}

/// A survey with all findings.
pub(crate) fn survey_json(survey: &Survey) -> Value {
    let agents = survey.agents.iter().map(|report| {
        let mut json = agent_json(report);
        json["findings"] = report.findings.iter().map(finding_json).collect();
        json
    });
    let settings = survey.settings.iter().map(finding_json);
    json!({
        "agents": agents.collect::<Value>(),
        "settings": { "findings": settings.collect::<Value>() },
    })
}

fn finding_json(finding: &DoctorFinding) -> Value {
    let mut json = json!({
        "severity": finding.kind.severity,
        "code": finding.kind.code,
        "message": finding.message,
    });
    if let Some(file) = &finding.file {
        json["file"] = file.to_string_lossy().into();
    }
    if let Some(help) = &finding.help {
        json["help"] = help.as_str().into();
    }
    json
}
