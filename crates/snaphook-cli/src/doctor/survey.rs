//! Examines agents, and the settings whose hooks are to hold in them.

use snaphook_agents::AGENTS;
use snaphook_install::{
    AgentReport, DetectedAgent, DoctorFinding, Examination, examine, examine_settings,
};

use super::settings::SettingsFacts;
use crate::error::CommandError;
use crate::install::{Host, find};

/// Which agents are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SurveyedAgents<'n> {
    /// Those that are here, or in which the bridge is installed.
    Found,
    /// All of the table.
    All,
    /// These.
    Named(&'n [String]),
}

/// What was found.
pub(crate) struct Survey {
    /// The agents, in the order of their table.
    pub(crate) agents: Vec<AgentReport>,
    /// Findings about the settings.
    pub(crate) settings: Vec<DoctorFinding>,
}

impl Survey {
    pub(crate) fn make(host: &Host, which: SurveyedAgents<'_>) -> Result<Self, CommandError> {
        let agents = match which {
            SurveyedAgents::Named(names) => find(names)?,
            _ => AGENTS.to_vec(),
        };
        let looked: Vec<DetectedAgent> = agents.iter().map(|agent| host.look_for(agent)).collect();
        let versions = host.versions(&looked);
        let facts = SettingsFacts::read(&host.project);
        // Where the path of this program is of no use for hooks, `install` says so.
        let program = host.program(None).ok();
        let examination = Examination {
            program: program.as_ref().map(|program| &*program.path),
            search: host.search(),
            hooks: &facts.hooks,
        };
        let reports = looked.iter().zip(versions);
        let reports =
            reports.map(|(here, version)| examine(here, version, host.folders(), &examination));
        let wanted = |report: &AgentReport| {
            which != SurveyedAgents::Found || report.is_here() || !report.installed.is_empty()
        };
        Ok(Self {
            agents: reports.filter(wanted).collect(),
            settings: examine_settings(&facts.examination),
        })
    }

    /// Every finding, those about the settings first.
    pub(crate) fn findings(&self) -> impl Iterator<Item = &DoctorFinding> {
        let of_agents = self.agents.iter().flat_map(|report| &report.findings);
        self.settings.iter().chain(of_agents)
    }
}
