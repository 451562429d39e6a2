//! What a dialect brings beside the data of its rules: its places, the canonical tree
//! that a file means, and the shape of a result.

use std::fmt::Debug;
use std::path::{Path, PathBuf};

use snaphook_core::dialect::Rules;
use snaphook_core::json::Json;
use snaphook_core::outcome::Outcome;

use crate::node::{Node, SyntaxError};
use crate::places::Places;

/// One agent's words for settings, inputs, answers and results.
pub trait Dialect: Debug + Send + Sync {
    /// Its name: what `--dialect` says.
    fn name(&self) -> &'static str;

    /// In which it differs, as far as pure logic goes.
    fn rules(&self) -> &'static Rules;

    /// The names of the folders that hold its settings, in a project. A rule
    /// about a path `/x` means the folder around such a folder.
    fn settings_folders(&self) -> &'static [&'static str] {
        &[]
    }

    /// Where its settings are.
    fn places(&self, world: &Folders<'_>) -> Places;

    /// Whether a file is surely written in this dialect: by its place, or by
    /// what is in it. Used to choose a dialect when nobody names one.
    fn recognises(&self, file: &Path, root: &Node) -> bool;

    /// The tree of a file that is a program instead of a settings file, which runs on the event
    /// that its name or its place says; `None` for any other file.
    fn program(&self, file: &Path) -> Option<Node> {
        let _ = file;
        None
    }

    /// The canonical tree that a settings file means; nodes keep their places,
    /// so that findings point at what was written. `agent` is the agent whose
    /// hooks are meant, where a file has several.
    ///
    /// # Errors
    /// When the file does not say which hooks are meant.
    fn settings(&self, root: Node, agent: Option<&str>) -> Result<Node, SyntaxError> {
        let _ = agent;
        Ok(root)
    }

    /// Whether its files describe agents, each with hooks of its own: whether
    /// naming one has any meaning.
    fn describes_agents(&self) -> bool {
        false
    }

    /// Whether an event that a file of higher precedence has replaces that of
    /// the files below it, rather than adding to it. Plugins always add.
    fn replaces_events(&self) -> bool {
        false
    }

    /// An outcome in the dialect's own shape.
    fn result(&self, outcome: &Outcome) -> Json;
}

/// The folders around a host, as it describes them.
#[derive(Debug, Clone, Copy)]
pub struct Folders<'a> {
    /// The system's folder for configuration, `/etc`.
    pub system: &'a Path,
    /// The user's home.
    pub home: Option<&'a Path>,
    /// The user's folder for configuration, where it is not `~/.config`.
    pub config: Option<&'a Path>,
    /// The user's folder in place of `~/.claude`: what `CLAUDE_CONFIG_DIR` names.
    pub claude: Option<&'a Path>,
    /// The project's root.
    pub project: Option<&'a Path>,
}

impl Folders<'_> {
    /// A path below the home folder.
    #[must_use]
    pub fn in_home(&self, path: &str) -> Option<PathBuf> {
        self.home.map(|home| home.join(path))
    }
}
