//! Builds an engine for the project of each event.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use indicatif::ProgressBar;
use serde_json::Value;
use snaphook::Engine;
use snaphook_log::LoggedBody;

use crate::error::CommandError;
use crate::settings_args::{EngineOptions, SettingsArgs};
use crate::show::Problems;
use crate::world;

/// One engine for each project and dialect, made when it is needed.
pub(crate) struct Engines<'a> {
    settings: &'a SettingsArgs,
    made: HashMap<(PathBuf, String), Engine>,
    /// Problems of settings that were already shown, because projects share files.
    told: HashSet<String>,
    /// The progress bar on the screen; `None` where there is no screen.
    bar: Option<ProgressBar>,
    /// The problems of settings that a screen would show.
    problems: Vec<String>,
}

impl<'a> Engines<'a> {
    /// Engines of a command with this progress bar.
    pub(super) fn new(settings: &'a SettingsArgs, bar: ProgressBar) -> Self {
        Self {
            bar: Some(bar),
            ..Self::silent(settings)
        }
    }

    /// Engines that print nothing.
    pub(crate) fn silent(settings: &'a SettingsArgs) -> Self {
        Self {
            settings,
            made: HashMap::new(),
            told: HashSet::new(),
            bar: None,
            problems: Vec::new(),
        }
    }

    /// The problems of settings that were not printed.
    pub(crate) fn problems(&self) -> &[String] {
        &self.problems
    }

    /// The engine for an event.
    pub(crate) fn of(&mut self, body: &LoggedBody) -> Result<&Engine, CommandError> {
        let project = self.project(body)?;
        match self.made.entry((project, body.dialect.clone())) {
            Entry::Occupied(made) => Ok(made.into_mut()),
            Entry::Vacant(place) => {
                let (project, dialect) = place.key();
                let options = EngineOptions {
                    dialect: Some(dialect),
                    ..EngineOptions::default()
                };
                let engine = self.settings.engine_with(project, options)?;
                // A guard that cannot be loaded blocks nothing: that must not look
                // like a policy that lets everything pass.
                let told = &mut self.told;
                let problems = Problems::of(&engine, self.settings);
                match &self.bar {
                    Some(bar) => bar.suspend(|| problems.print_new(told)),
                    None => self.problems.extend(problems.new_lines(told)),
                }
                Ok(place.insert(engine))
            }
        }
    }

    /// The project of an event: from the log, else around its working directory, else the
    /// current one.
    pub(crate) fn project(&self, body: &LoggedBody) -> Result<PathBuf, CommandError> {
        if self.settings.project.is_some() {
            return self.settings.project(Path::new("."));
        }
        if let Some(project) = &body.project {
            return Ok(project.into());
        }
        let input: Value = serde_json::from_str(body.input.get()).unwrap_or_default();
        let cwd = input["cwd"].as_str().map(Path::new);
        match cwd.filter(|cwd| cwd.is_absolute()) {
            Some(cwd) => Ok(world::project_root(cwd)),
            None => Ok(world::project_root(&world::folder(None)?)),
        }
    }

    /// The settings that were named.
    pub(super) fn named(&self) -> &[PathBuf] {
        &self.settings.settings
    }

    /// Ends what still runs.
    pub(crate) async fn shutdown(&self) {
        for engine in self.made.values() {
            engine.shutdown(Duration::ZERO).await;
        }
    }
}
