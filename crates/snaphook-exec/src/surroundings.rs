//! What a handler may know of the machine: what its host described.

use std::collections::{BTreeMap, HashMap};
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use snaphook_core::dialect::CANONICAL;

use crate::process::os;

/// The variable that tells programs which agent started them.
pub const AI_AGENT: &str = "AI_AGENT";

/// The world as the host described it. Handlers see nothing else of it.
#[derive(Debug, Clone)]
pub struct Surroundings {
    /// The environment that processes get.
    pub env: HashMap<OsString, OsString>,
    /// The project's root.
    pub project_dir: Option<PathBuf>,
    /// The user's home.
    pub home: Option<PathBuf>,
    /// A folder for temporary files.
    pub temp_dir: Option<PathBuf>,
    /// The folder of the copies of trusted scripts, which hooks run from.
    pub script_copies: Option<PathBuf>,
    /// The program that can be started as the launcher of a sandbox.
    pub sandbox_launcher: Option<PathBuf>,
    /// The prefixes of the variables that hooks get: `CLAUDE_`.
    pub prefixes: &'static [&'static str],
    /// Whether a language model may answer with a whole answer, not only with
    /// yes or no.
    pub model_answers: bool,
}

impl Default for Surroundings {
    fn default() -> Self {
        Self {
            env: HashMap::new(),
            project_dir: None,
            home: None,
            temp_dir: None,
            script_copies: None,
            sandbox_launcher: None,
            prefixes: CANONICAL.variables,
            model_answers: CANONICAL.model_answers,
        }
    }
}

impl Surroundings {
    /// Every name of a variable that hooks get: `PROJECT_DIR` is
    /// `CLAUDE_PROJECT_DIR` and its aliases.
    pub fn names_of(&self, variable: &str) -> impl Iterator<Item = String> {
        let names: Vec<String> = self
            .prefixes
            .iter()
            .map(|prefix| format!("{prefix}{variable}"))
            .collect();
        names.into_iter()
    }

    /// The variable that a name means: `PROJECT_DIR` for `CLAUDE_PROJECT_DIR`.
    #[must_use]
    pub fn variable_of<'n>(&self, name: &'n str) -> Option<&'n str> {
        let mut prefixes = self.prefixes.iter();
        prefixes.find_map(|prefix| name.strip_prefix(prefix))
    }

    /// Whether the host described no environment: at most the name of the agent.
    #[must_use]
    pub fn is_without_environment(&self) -> bool {
        self.env.keys().all(|name| name == AI_AGENT)
    }

    /// This world with further variables, which replace others of the same name.
    #[must_use]
    pub fn with_variables(&self, variables: &BTreeMap<String, String>) -> Self {
        let mut world = self.clone();
        for (name, value) in variables {
            world.env.retain(|known, _| !os::same_variable(known, name));
            world.env.insert(name.into(), value.into());
        }
        world
    }

    /// Whether two names are the same variable's: some systems ignore case.
    #[must_use]
    pub fn is_same_variable(one: &str, other: &str) -> bool {
        os::same_variable(OsStr::new(one), other)
    }

    /// A variable of the environment.
    #[must_use]
    pub fn var(&self, name: &str) -> Option<&OsStr> {
        os::variable(&self.env, name)
    }
}
