//! The dialect of an agent, as the engine asks for it.

use std::path::Path;
use std::sync::OnceLock;

use snaphook_agents::native_answer;
use snaphook_core::dialect::{CANONICAL, Rules};
use snaphook_core::json::Json;
use snaphook_core::outcome::Outcome;
use snaphook_settings::node::{Node, SyntaxError};
use snaphook_settings::{Claude, Dialect, Folders, Places};

use super::data::AgentData;
use super::{places, program, rules, tree};

/// What a program keeps of one agent's dialect.
#[derive(Debug)]
pub(crate) struct AgentDialect {
    data: &'static AgentData,
    rules: OnceLock<Rules>,
}

impl AgentDialect {
    /// The dialect that the data describe.
    #[must_use]
    pub(crate) const fn new(data: &'static AgentData) -> Self {
        Self {
            data,
            rules: OnceLock::new(),
        }
    }
}

/// The dialect of an agent.
#[derive(Debug, Clone, Copy)]
pub struct CodingAgentDialect(pub(crate) &'static AgentDialect);

impl CodingAgentDialect {
    /// The data it is made from.
    #[must_use]
    pub fn data(&self) -> &'static AgentData {
        self.0.data
    }
}

impl Dialect for CodingAgentDialect {
    fn name(&self) -> &'static str {
        self.0.data.name
    }

    fn rules(&self) -> &'static Rules {
        let data = self.0.data;
        let Some(agent) = data.agent() else {
            return &CANONICAL;
        };
        self.0.rules.get_or_init(|| rules::rules_of(data, agent))
    }

    fn settings_folders(&self) -> &'static [&'static str] {
        self.0.data.folders
    }

    fn places(&self, world: &Folders<'_>) -> Places {
        places::places_of(self.0.data, world)
    }

    fn recognises(&self, file: &Path, root: &Node) -> bool {
        places::is_place_of(self.0.data, file) || tree::is_own(self.0.data, self.rules(), root)
    }

    fn program(&self, file: &Path) -> Option<Node> {
        program::tree_of(self.0.data, self.rules(), file)
    }

    fn settings(&self, root: Node, _: Option<&str>) -> Result<Node, SyntaxError> {
        Ok(tree::canonical(self.0.data, self.rules(), root))
    }

    fn result(&self, outcome: &Outcome) -> Json {
        let agent = self.0.data.agent();
        let printed = agent.and_then(|agent| native_answer(agent, outcome));
        let Some(printed) = printed else {
            return Claude.result(outcome);
        };
        if printed.exit != 0 {
            let result = serde_json::json!({"exit": printed.exit, "stderr": printed.stderr});
            return result.into();
        }
        Json::read(&printed.stdout).unwrap_or_else(|_| {
            // Text at exit 0, or nothing to say.
            let mut result = serde_json::Map::new();
            if !printed.stdout.is_empty() {
                result.insert("stdout".to_owned(), printed.stdout.into());
            }
            serde_json::Value::Object(result).into()
        })
    }
}
