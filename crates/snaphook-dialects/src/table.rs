//! The table of dialects, and finding one by its name.

use std::sync::{Arc, LazyLock};

use snaphook_settings::{Claude, Dialect};

use crate::agent::CodingAgentDialect;
use crate::agents::AGENT_DIALECTS;
use crate::{Cagent, Gen};

/// The dialects that are not made from the table of agents, the default one first.
pub const HAND_WRITTEN: &[&(dyn Dialect + 'static)] = &[&Claude, &Gen, &Cagent];

/// Every dialect, the default one first.
#[must_use]
pub fn all() -> &'static [&'static (dyn Dialect + 'static)] {
    static ALL: LazyLock<Vec<&'static dyn Dialect>> = LazyLock::new(|| {
        let agents = AGENT_DIALECTS.iter().map(|agent| agent as &dyn Dialect);
        HAND_WRITTEN.iter().copied().chain(agents).collect()
    });
    &ALL
}

/// Finds the dialect of this name.
#[must_use]
pub fn named(name: &str) -> Option<Arc<dyn Dialect>> {
    match name {
        "claude" => Some(Arc::new(Claude)),
        "gen" => Some(Arc::new(Gen)),
        "cagent" => Some(Arc::new(Cagent)),
        name => find_agent_dialect(name).map(|agent| Arc::new(agent) as Arc<dyn Dialect>),
    }
}

/// Finds the dialect of an agent by its name.
#[must_use]
pub fn find_agent_dialect(name: &str) -> Option<CodingAgentDialect> {
    let mut agents = AGENT_DIALECTS.iter().copied();
    agents.find(|agent| agent.name() == name)
}

/// Lists the names of every folder that holds settings in some dialect.
#[must_use]
pub fn settings_folders() -> Vec<&'static str> {
    let folders = all().iter().map(|dialect| dialect.settings_folders());
    folders.flatten().copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dialect_is_found_by_its_name() {
        for dialect in all() {
            assert_eq!(named(dialect.name()).unwrap().name(), dialect.name());
        }
    }

    #[test]
    fn every_agent_dialect_has_its_agent() {
        for dialect in AGENT_DIALECTS.iter() {
            assert!(dialect.data().agent().is_some(), "{}", dialect.name());
            assert!(!dialect.rules().events.is_empty());
        }
    }
}
