//! Which agents a command is about.

use clap::builder::PossibleValuesParser;
use snaphook_agents::{AGENTS, AgentSpec, find_agent};

use crate::error::CommandError;

pub(crate) fn agent_names() -> PossibleValuesParser {
    PossibleValuesParser::new(AGENTS.iter().map(|agent| agent.name))
}

/// The agents with these names, each once.
pub(crate) fn find(names: &[String]) -> Result<Vec<&'static AgentSpec>, CommandError> {
    let mut found: Vec<&'static AgentSpec> = Vec::new();
    for name in names {
        let agent = find_agent(name);
        // The parser of the arguments knows the names.
        let agent = agent.ok_or_else(|| CommandError::new(format!("unknown agent `{name}`")))?;
        if !found.iter().any(|known| known.name == agent.name) {
            found.push(agent);
        }
    }
    Ok(found)
}
