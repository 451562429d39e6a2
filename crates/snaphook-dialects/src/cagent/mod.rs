//! `cagent`: snake_case words, hooks in an agent's YAML file, matchers that fit
//! the whole name.

mod agents;
mod events;
mod names;
mod result;
mod settings;

use std::path::Path;
use std::sync::LazyLock;

use snaphook_core::dialect::{AnswerRules, CANONICAL, OtherExits, ReadMatcher, Rules, StdoutJson};
use snaphook_core::event::EventSpec;
use snaphook_core::json::Json;
use snaphook_core::matching::Matcher;
use snaphook_core::outcome::Outcome;
use snaphook_settings::node::{Node, SyntaxError};
use snaphook_settings::{Dialect, Folders, Places};

/// The dialect.
#[derive(Debug, Clone, Copy)]
pub struct Cagent;

static RULES: LazyLock<Rules> = LazyLock::new(|| Rules {
    events: events::rows(),
    custom: &events::CUSTOM,
    names: names::NAMES,
    matcher: anchored,
    answers: AnswerRules {
        json: StdoutJson::OpeningBrace,
        other_exits: OtherExits::Fail,
        ..CANONICAL.answers
    },
    ..CANONICAL
});

/// Where an agent is usually described.
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
        result::of(outcome)
    }
}

/// `*` is everything, all else a regular expression for the whole name.
fn anchored(_: &EventSpec, text: &str) -> ReadMatcher {
    ReadMatcher::plain(match text {
        "" | "*" => Ok(Matcher::All),
        text => Matcher::anchored(text),
    })
}
