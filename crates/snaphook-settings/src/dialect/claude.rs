//! The default dialect: canonical words, and the places that most agents use.

use std::path::Path;

use snaphook_core::dialect::{CANONICAL, Rules};
use snaphook_core::json::Json;
use snaphook_core::outcome::Outcome;

use super::{Dialect, Folders};
use crate::folders::{SETTINGS_FOLDERS, around_settings_folder};
use crate::node::Node;
use crate::places::Places;

/// The default dialect.
#[derive(Debug, Clone, Copy)]
pub struct Claude;

impl Dialect for Claude {
    fn name(&self) -> &'static str {
        "claude"
    }

    fn rules(&self) -> &'static Rules {
        &CANONICAL
    }

    fn settings_folders(&self) -> &'static [&'static str] {
        SETTINGS_FOLDERS
    }

    fn places(&self, world: &Folders<'_>) -> Places {
        let places = match world.home {
            Some(home) => {
                let own = |folder: &str| home.join(folder);
                let claude = world.claude.map_or_else(|| own(".claude"), Path::to_owned);
                let config = world.config.map_or_else(|| own(".config"), Path::to_owned);
                Places::with_user_folders(world.system, claude, config.join("snaphook"))
            }
            None => Places::managed(world.system),
        };
        match world.project {
            Some(project) => places.project(project),
            None => places,
        }
    }

    fn recognises(&self, file: &Path, _: &Node) -> bool {
        around_settings_folder(file, SETTINGS_FOLDERS).is_some()
    }

    fn result(&self, outcome: &Outcome) -> Json {
        // The canonical outcome always has a JSON form.
        let text = serde_json::to_string(outcome).unwrap_or_default();
        let read = Json::read(&text);
        read.unwrap_or_else(|_| serde_json::to_value(outcome).unwrap_or_default().into())
    }
}
