//! The world, as the host describes it to the engine.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use snaphook_core::dialect::Rules;
use snaphook_exec::{AI_AGENT, Surroundings};
use snaphook_trust::CopyStore;

/// What hooks and the engine may know of the world around the host. The
/// default is an empty world: no environment, no folders.
#[derive(Debug, Clone, Default)]
pub struct Context {
    surroundings: Surroundings,
    state_dir: Option<PathBuf>,
    ai_agent: Option<String>,
}

impl Context {
    /// The world of this very process: its environment, its working directory
    /// as the project, and the system's folder for temporary files.
    #[must_use]
    pub fn from_process() -> Self {
        let context = Self::default()
            .env(std::env::vars_os())
            .temp_dir(std::env::temp_dir());
        let context = match std::env::home_dir() {
            Some(home) => context.home(home),
            None => context,
        };
        match std::env::current_dir() {
            Ok(cwd) => context.project_dir(cwd),
            Err(_) => context,
        }
    }

    /// The environment that command hooks get.
    #[must_use]
    pub fn env(mut self, env: impl IntoIterator<Item = (OsString, OsString)>) -> Self {
        self.surroundings.env = env.into_iter().collect();
        self
    }

    /// The project's root: `CLAUDE_PROJECT_DIR` for hooks.
    #[must_use]
    pub fn project_dir(mut self, dir: impl Into<PathBuf>) -> Self {
        self.surroundings.project_dir = Some(dir.into());
        self
    }

    /// The user's home.
    #[must_use]
    pub fn home(mut self, dir: impl Into<PathBuf>) -> Self {
        self.surroundings.home = Some(dir.into());
        self
    }

    /// A folder for temporary files.
    #[must_use]
    pub fn temp_dir(mut self, dir: impl Into<PathBuf>) -> Self {
        self.surroundings.temp_dir = Some(dir.into());
        self
    }

    /// The folder for what outlives a dispatch: texts over the limit go there, and
    /// copies of trusted scripts, which hooks run from. Without one texts stay in
    /// the outcome, whole, with a diagnostic, and scripts run in the project and
    /// are looked at again afterwards.
    #[must_use]
    pub fn state_dir(mut self, dir: impl Into<PathBuf>) -> Self {
        self.state_dir = Some(dir.into());
        self
    }

    /// The program that can be started as the launcher of a sandbox: `snaphook`, or one
    /// whose `main` begins with `snaphook_sandbox::run_launcher`. Hooks that reach domains
    /// from their sandbox need it.
    #[must_use]
    pub fn sandbox_launcher(mut self, program: impl Into<PathBuf>) -> Self {
        self.surroundings.sandbox_launcher = Some(program.into());
        self
    }

    /// The name of the agent that the host is: `AI_AGENT` for hooks, unless the
    /// environment has one.
    #[must_use]
    pub fn ai_agent(mut self, name: impl Into<String>) -> Self {
        self.ai_agent = Some(name.into());
        self
    }

    pub(crate) fn project(&self) -> Option<&Path> {
        self.surroundings.project_dir.as_deref()
    }

    pub(crate) fn home_dir(&self) -> Option<&Path> {
        self.surroundings.home.as_deref()
    }

    pub(crate) fn state(&self) -> Option<&Path> {
        self.state_dir.as_deref()
    }

    /// The world, as a dialect has it.
    pub(crate) fn into_surroundings(mut self, rules: &Rules) -> Surroundings {
        let known = self.surroundings.var(AI_AGENT).is_some();
        if let Some(name) = self.ai_agent.filter(|name| !known && !name.contains('\0')) {
            let env = &mut self.surroundings.env;
            env.insert(AI_AGENT.into(), name.into());
        }
        Surroundings {
            prefixes: rules.variables,
            model_answers: rules.model_answers,
            script_copies: self.state_dir.as_deref().map(CopyStore::folder_in),
            ..self.surroundings
        }
    }
}
