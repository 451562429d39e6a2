//! `gen`: canonical names, settings that replace each other event by event,
//! hooks one by one, and a block that blocks any event.

mod events;
mod matcher;
mod result;
mod settings;

use std::path::Path;
use std::sync::LazyLock;

use serde_json::Value;
use snaphook_core::dialect::{AnswerRules, Json, Names, Once, OtherExits, Rules, Strategy};
use snaphook_core::outcome::Outcome;
use snaphook_settings::node::{Node, SyntaxError};
use snaphook_settings::{Dialect, Folders, Places};

/// The dialect.
#[derive(Debug, Clone, Copy)]
pub struct Gen;

static RULES: LazyLock<Rules> = LazyLock::new(|| Rules {
    canonical: false,
    events: events::rows(),
    custom: &events::CUSTOM,
    names: Names::CANONICAL,
    matcher: matcher::read,
    answers: AnswerRules {
        json: Json::Braces,
        other_exits: OtherExits::Fail,
        stop_blocks: true,
        permission_updates: &["setMode", "addRules", "addDirectories"],
    },
    once: Once::AfterRun,
    strategy: Strategy::OneByOne,
    notices: false,
    model_answers: true,
    variables: &["CLAUDE_", "SNAPHOOK_", "GEN_"],
});

/// Its settings folder, in the home and in a project.
const FOLDERS: &[&str] = &[".gen"];

impl Dialect for Gen {
    fn name(&self) -> &'static str {
        "gen"
    }

    fn rules(&self) -> &'static Rules {
        &RULES
    }

    fn places(&self, world: &Folders<'_>) -> Places {
        let mut places = Places::default();
        places.folders = FOLDERS;
        places.local = false;
        places.project = world.project.map(Path::to_owned);
        places.user.extend(world.in_home(".gen"));
        places.plugin_homes.extend(world.in_home(".gen/plugins"));
        places
    }

    fn recognises(&self, file: &Path, _: &Node) -> bool {
        let folder = file.parent().and_then(Path::file_name);
        folder.is_some_and(|folder| FOLDERS.iter().any(|own| folder == *own))
    }

    fn settings(&self, root: Node, _: Option<&str>) -> Result<Node, SyntaxError> {
        Ok(settings::canonical(root))
    }

    fn replaces_events(&self) -> bool {
        true
    }

    fn result(&self, outcome: &Outcome) -> Value {
        result::of(outcome)
    }
}
