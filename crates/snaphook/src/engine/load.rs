//! From what the builder was told to settings: files that were named, and
//! files that were found.

use std::path::{Path, PathBuf};

use snaphook_core::hook::{Hook, Scope};
use snaphook_settings::effective::replace_events;
use snaphook_settings::{
    Effective, Finding, HelperCommand, LoadError, Loading, Places, Settings, SettingsFile, Skill,
    SwitchedOff, discover, load, parse,
};

use super::error::BuildError;
use super::handler_settings::to_trust;
use super::permission_settings;

/// Settings that the caller named.
pub(super) enum Named {
    File(PathBuf),
    Text(String),
}

/// Everything that was loaded.
#[derive(Debug, Default)]
pub(crate) struct Loaded {
    /// In the order in which they were found, named ones last.
    pub(super) settings: Vec<Settings>,
    /// What they say together.
    pub(crate) effective: Effective,
    /// Who switched hooks off, the host among them.
    pub(crate) switched_off: Vec<SwitchedOff>,
    /// Every place that was looked at.
    pub(crate) files: Vec<SettingsFile>,
    /// Skills and agents with hooks.
    pub(crate) skills: Vec<Skill>,
    /// The commands of `statusLine` and `fileSuggestion`, and what handlers
    /// are told to run or to reach, of every file: as hooks, to be trusted.
    pub(super) helpers: Vec<Hook>,
    /// What is wrong beside the files' own findings.
    pub(super) findings: Vec<Finding>,
    /// Files that could not be loaded.
    pub(super) errors: Vec<LoadError>,
}

impl Loaded {
    /// Who disabled a hook by its name or id.
    pub(crate) fn disabled_by(&self, hook: &Hook) -> Option<String> {
        let entry = self.effective.disabled(hook)?;
        Some(format!("`disabledHooks` in {}", entry.place()))
    }
}

/// Loads everything. A file that cannot be loaded costs itself; but an
/// engine without its managed hooks, without any of the files that the caller
/// named, or without the agent that was meant, is not the one that was asked
/// for.
pub(super) fn load_all(
    named: Vec<Named>,
    places: Option<&Places>,
    mut loading: Loading,
    without_managed: bool,
) -> Result<Loaded, BuildError> {
    let (named, errors) = load_named(named, &mut loading)?;
    let found = places.map(|places| discover(places, &named, &mut loading));
    let mut found = found.unwrap_or_default();
    let (managed, others): (Vec<_>, Vec<_>) = found
        .errors
        .into_iter()
        .partition(|(scope, _)| *scope == Scope::Managed);
    let only_errors = |errors: Vec<(Scope, LoadError)>| errors.into_iter().map(|(_, error)| error);
    if !managed.is_empty() && !without_managed {
        return Err(BuildError::Managed(only_errors(managed).collect()));
    }
    // The file is good: whoever called must say which agent is meant.
    let is_unclear = |error: &LoadError| matches!(error, LoadError::NotMeant { .. });
    let (unclear, others): (Vec<_>, Vec<_>) =
        only_errors(others).chain(errors).partition(is_unclear);
    if !unclear.is_empty() {
        return Err(BuildError::Settings(unclear));
    }
    found.settings.extend(named);
    if loading.dialect().replaces_events() {
        replace_events(&mut found.settings);
    }
    let helpers = found.settings.iter().flat_map(|settings| {
        let helpers = settings.status_line.iter().chain(&settings.file_suggestion);
        helpers.map(HelperCommand::to_hook)
    });
    let effective = Effective::of(&found.settings);
    Ok(Loaded {
        helpers: helpers
            .chain(to_trust(&found.settings))
            .chain(permission_settings::to_trust(&found.settings))
            .collect(),
        switched_off: effective.switched_off(),
        effective,
        settings: found.settings,
        files: found.files,
        skills: found.skills,
        findings: found.findings,
        errors: only_errors(managed).chain(others).collect(),
    })
}

fn load_named(
    named: Vec<Named>,
    loading: &mut Loading,
) -> Result<(Vec<Settings>, Vec<LoadError>), BuildError> {
    let mut settings = Vec::new();
    let mut errors = Vec::new();
    for one in named {
        let result = match one {
            Named::File(path) => load(&path, Scope::Explicit, loading),
            Named::Text(text) => {
                let name = Path::new("<settings>");
                parse(name, &text, Scope::Explicit, loading).map(without_file)
            }
        };
        match result {
            Ok(one) => settings.push(one),
            Err(error) => errors.push(error),
        }
    }
    if settings.is_empty() && !errors.is_empty() {
        return Err(BuildError::Settings(errors));
    }
    Ok((settings, errors))
}

/// Text that was passed in has a name for messages, but is no file.
fn without_file(mut settings: Settings) -> Settings {
    for hook in &mut settings.hooks {
        hook.source.file = None;
    }
    let helpers = settings.status_line.iter_mut();
    for helper in helpers.chain(&mut settings.file_suggestion) {
        helper.source.file = None;
    }
    settings
}
