//! From what the builder was told to settings: files that were named, and
//! files that were found.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use snaphook_core::hook::{Hook, Scope};
use snaphook_settings::{
    EffectiveSettings, Finding, LoadContext, LoadError, Settings, SettingsFile, Skill, Sources,
    SwitchedOff, discover, load, parse,
};

use super::builder::{kinds_of_host, unchecked_kinds};
use super::error::BuildError;
use super::recipe::Recipe;

/// Settings that the caller named.
pub(super) enum NamedSettings {
    File(PathBuf),
    Text(String),
}

/// All settings that were read, and what is wrong with them.
pub(crate) struct SettingsRead {
    /// In the order in which they were found, named ones last.
    pub(super) settings: Vec<Settings>,
    /// Every place that was looked at.
    pub(super) files: Vec<SettingsFile>,
    /// Skills and agents with hooks.
    pub(super) skills: Vec<Skill>,
    /// What is wrong beside the files' own findings.
    pub(super) findings: Vec<Finding>,
    /// Files that could not be loaded.
    pub(crate) errors: Vec<(Scope, LoadError)>,
    /// The files, as they were read.
    pub(crate) sources: Sources,
}

/// What is kept of the settings beside their hooks.
#[derive(Debug)]
pub(crate) struct SettingsInForce {
    /// What they say together.
    pub(crate) effective: Arc<EffectiveSettings>,
    /// Who switched hooks off, the host among them.
    pub(crate) switched_off: Arc<[SwitchedOff]>,
    /// Every place that was looked at.
    pub(crate) files: Arc<[SettingsFile]>,
    /// Skills and agents with hooks.
    pub(crate) skills: Arc<[Skill]>,
    /// The commands of `statusLine` and `fileSuggestion`, and what handlers
    /// are told to run or to reach, of every file: as hooks, to be trusted.
    pub(super) helpers: Vec<Hook>,
    /// Files that could not be loaded.
    pub(crate) errors: Arc<[LoadError]>,
    /// The files, as they were read.
    pub(crate) sources: Sources,
}

impl SettingsInForce {
    /// Who disabled a hook: by its name or id, or with its plugin.
    pub(crate) fn disabled_by(&self, hook: &Hook) -> Option<String> {
        self.effective.disabled(hook)
    }
}

/// Reads everything, where `sources` has nothing to say from disk. A file that
/// cannot be loaded costs itself.
pub(super) fn read_all(recipe: &Recipe, loading: LoadContext, sources: Sources) -> SettingsRead {
    let mut loading = loading
        .agent(recipe.agent.clone())
        .kinds(recipe.kinds.clone())
        .unchecked_kinds(unchecked_kinds(&recipe.registry, &recipe.kinds))
        .kinds_of_host(kinds_of_host(&recipe.hosts))
        .sources(sources);
    let (named, errors) = load_named(&recipe.named, &mut loading);
    let places = recipe.places.as_ref();
    let found = places.map(|places| discover(places, &named, &mut loading));
    let mut found = found.unwrap_or_default();
    found.settings.extend(named);
    found.errors.extend(errors);
    SettingsRead {
        settings: found.settings,
        files: found.files,
        skills: found.skills,
        findings: found.findings,
        errors: found.errors,
        sources: loading.into_sources(),
    }
}

impl SettingsRead {
    /// An engine without its managed hooks, without any of the files that the
    /// caller named, or without the agent that was meant, is not the one that
    /// was asked for.
    pub(crate) fn checked(mut self, recipe: &Recipe) -> Result<Self, BuildError> {
        // Without its policy an engine starts, so that it can be loaded, and blocks.
        let managed = |(scope, error): &(Scope, LoadError)| {
            *scope == Scope::Managed && !matches!(error, LoadError::Policy { .. })
        };
        // The file is good: anyone who called must say which agent is meant.
        let unclear = |(_, error): &(Scope, LoadError)| matches!(error, LoadError::NotMeant { .. });
        let named = |(scope, _): &(Scope, LoadError)| *scope == Scope::Explicit;
        let has_named = |settings: &Settings| settings.scope == Scope::Explicit;
        if !self.settings.iter().any(has_named) && self.errors.iter().any(named) {
            return Err(BuildError::Settings(self.errors_that(named)));
        }
        if !recipe.without_managed && self.errors.iter().any(managed) {
            return Err(BuildError::Managed(self.errors_that(managed)));
        }
        if self.errors.iter().any(|one| unclear(one) && !managed(one)) {
            return Err(BuildError::Settings(self.errors_that(unclear)));
        }
        Ok(self)
    }

    fn errors_that(&mut self, wanted: impl Fn(&(Scope, LoadError)) -> bool) -> Vec<LoadError> {
        let errors = std::mem::take(&mut self.errors).into_iter();
        errors.filter(wanted).map(|(_, error)| error).collect()
    }
}

fn load_named(
    named: &[NamedSettings],
    loading: &mut LoadContext,
) -> (Vec<Settings>, Vec<(Scope, LoadError)>) {
    let mut settings = Vec::new();
    let mut errors = Vec::new();
    for one in named {
        let result = match one {
            NamedSettings::File(path) => load(path, Scope::Explicit, loading),
            NamedSettings::Text(text) => {
                let name = Path::new("<settings>");
                parse(name, text, Scope::Explicit, loading).map(without_file)
            }
        };
        match result {
            Ok(one) => settings.push(one),
            Err(error) => errors.push((Scope::Explicit, error)),
        }
    }
    (settings, errors)
}

/// Text that was passed in has a name for messages, but is not a file.
fn without_file(mut settings: Settings) -> Settings {
    for hook in &mut settings.hooks {
        hook.source.file = None;
    }
    settings.permissions.base = None;
    for rule in &mut settings.permissions.rules {
        rule.value.1 = rule.value.1.clone().unbased();
    }
    let helpers = settings.status_line.iter_mut();
    for helper in helpers.chain(&mut settings.file_suggestion) {
        helper.source.file = None;
    }
    settings
}
