//! The dialect `gen`: canonical names, settings files that replace each other
//! event by event, hooks that run one by one, and a block on every event.

use std::path::Path;
use std::sync::LazyLock;

use snaphook_core::dialect::{
    AnswerRules, Names, OnceRule, OtherExits, Rules, StdoutJson, Strategy,
};
use snaphook_core::json::Json;
use snaphook_core::outcome::Outcome;
use snaphook_settings::folders::around_settings_folder;
use snaphook_settings::node::Node;
use snaphook_settings::{Dialect, Folders, Places};

use super::{events, matcher, result};

/// The dialect `gen`.
#[derive(Debug, Clone, Copy)]
pub struct Gen;

static RULES: LazyLock<Rules> = LazyLock::new(|| Rules {
    events: events::rows(),
    custom: &events::CUSTOM,
    names: Names::CANONICAL,
    matcher: matcher::read,
    answers: AnswerRules {
        json: StdoutJson::Braces,
        other_exits: OtherExits::Fail,
        stop_blocks: true,
        permission_updates: &["setMode", "addRules", "addDirectories"],
    },
    once: OnceRule::AfterRun,
    strategy: Strategy::OneByOne,
    notices: false,
    model_answers: true,
    variables: &["CLAUDE_", "SNAPHOOK_", "GEN_"],
});

/// The settings folder, in the home folder and in a project.
const FOLDER: &str = ".gen";
const FOLDERS: &[&str] = &[FOLDER];

impl Dialect for Gen {
    fn name(&self) -> &'static str {
        "gen"
    }

    fn rules(&self) -> &'static Rules {
        &RULES
    }

    fn settings_folders(&self) -> &'static [&'static str] {
        FOLDERS
    }

    fn places(&self, world: &Folders<'_>) -> Places {
        let mut places = Places::default();
        places.folders = FOLDERS;
        places.local = false;
        places.project = world.project.map(Path::to_owned);
        let home = world.in_home(FOLDER);
        places
            .plugin_homes
            .extend(home.as_ref().map(|own| own.join("plugins")));
        places.user.extend(home);
        places
    }

    fn recognises(&self, file: &Path, _: &Node) -> bool {
        around_settings_folder(file, FOLDERS).is_some()
    }

    fn replaces_events(&self) -> bool {
        true
    }

    fn result(&self, outcome: &Outcome) -> Json {
        result::result_of(outcome)
    }
}
