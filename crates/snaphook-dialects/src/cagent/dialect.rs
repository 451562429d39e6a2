//! The dialect `cagent`: names in snake_case, hooks in the YAML file that
//! describes an agent, and matchers that fit the whole name.

use std::path::Path;
use std::sync::LazyLock;

use snaphook_core::dialect::{
    AnswerRules, CANONICAL, DialectMatcher, OtherExits, Rules, StdoutJson,
};
use snaphook_core::event::EventSpec;
use snaphook_core::json::Json;
use snaphook_core::matching::Matcher;
use snaphook_core::outcome::Outcome;
use snaphook_settings::node::{Node, SyntaxError};
use snaphook_settings::{Dialect, Folders, Places};

use super::{events, names, result, settings};

/// The dialect `cagent`.
#[derive(Debug, Clone, Copy)]
pub struct Cagent;

static RULES: LazyLock<Rules> = LazyLock::new(|| Rules {
    events: events::rows(),
    custom: &events::CUSTOM,
    names: names::NAMES,
    matcher: read_matcher,
    answers: AnswerRules {
        json: StdoutJson::OpeningBrace,
        other_exits: OtherExits::Fail,
        ..CANONICAL.answers
    },
    ..CANONICAL
});

/// The files in which an agent is usually described.
const FILES: &[&str] = &[
    "agent.yaml",
    "agent.yml",
    "agent.json",
    "cagent.yaml",
    "cagent.yml",
];

impl Dialect for Cagent {
    fn name(&self) -> &'static str {
        "cagent"
    }

    fn rules(&self) -> &'static Rules {
        &RULES
    }

    fn places(&self, world: &Folders<'_>) -> Places {
        let mut places = Places::default();
        places.folders = &[];
        places.root_files = FILES;
        places.local = false;
        places.project = world.project.map(Path::to_owned);
        places
    }

    fn recognises(&self, _: &Path, root: &Node) -> bool {
        settings::is_agent_file(root)
    }

    fn settings(&self, root: Node, agent: Option<&str>) -> Result<Node, SyntaxError> {
        settings::canonical(root, agent)
    }

    fn describes_agents(&self) -> bool {
        true
    }

    fn result(&self, outcome: &Outcome) -> Json {
        result::result_of(outcome)
    }
}

/// Reads a matcher: `*` accepts everything, any other text is a regular expression
/// for the whole name.
fn read_matcher(_: &EventSpec, text: &str) -> DialectMatcher {
    DialectMatcher::plain(match text {
        "" | "*" => Ok(Matcher::All),
        text => Matcher::anchored(text),
    })
}
